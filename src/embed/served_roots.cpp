#include "embed/served_roots.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/other_roots.hpp"
#include "engine/parked_secrets.hpp"
#include "engine/shared_tree.hpp"
#include "engine/watchers.hpp"
#include "fs/path_parts.hpp"
#include "fs/random_id.hpp"
#include "fs/real_file_system.hpp"
#include "fs/work_trees.hpp"
#include "support/strings.hpp"
#include "ui/audience.hpp"
#include "ui/far_views.hpp"

namespace kedge {

std::vector<std::string> each_once(const std::vector<std::string>& paths) {
  std::vector<std::string> kept;
  std::vector<std::string> resolved;
  for (const std::string& path : paths) {
    std::string real = resolved_path(path);
    if (std::ranges::find(resolved, real) != resolved.end()) continue;
    kept.push_back(path);
    resolved.push_back(std::move(real));
  }
  return kept;
}

std::vector<std::string> with_work_trees(const std::vector<std::string>& paths) {
  std::vector<std::string> all;
  for (const std::string& path : paths) {
    all.push_back(path);
    for (const WorkTree& tree : work_trees_beside(path)) all.push_back(tree.path);
  }
  return all;
}

// One root and all that goes with it, in the order in which it is needed.
struct ServedRoots::Opened {
  Opened(RootToServe root, const std::string& who)
      : opened(std::move(root.opened)),
        store(locked(
            root.store ? std::move(root.store) : open_store(*opened.fs, opened.workspace.state(), ByteKeeping::when_needed),
            std::move(root.in_store))),
        lease(share_tree(opened.workspace, *store)),
        secrets(opened.workspace, *store) {
    store->serve_calls();
    if (root.stages_ahead) opened.workspace.staged_ahead().begin(*opened.fs, opened.workspace.state());
    if (!root.is_on_disk) return;
    tree = work_tree_at(opened.workspace.root().path());
    views.emplace(*opened.fs, opened.workspace.state(), who);
    if (root.posts) {
      if (ConnectedPair pair = connect_to_itself(); pair.one && pair.other) {
        views->add(std::move(pair.one));
        far_views.emplace(std::move(root.posts),
                          concat(ui::place_of_views(*opened.fs, opened.workspace.state()), random_id(*opened.fs)),
                          std::move(pair.other));
      }
    }
    views->tell([this] {
      const std::optional<Happening> recovered = recovered_at_start(opened.workspace);
      return recovered ? std::vector{*recovered} : std::vector<Happening>();
    });
  }

  // If a person at a view can answer, they are asked.
  mcp::AskElsewhere ask_views(Happening proposed) {
    std::optional<ui::Question> asked = views ? views->ask(std::move(proposed)) : std::nullopt;
    if (!asked) return nullptr;
    const auto question = std::make_shared<ui::Question>(*std::move(asked));
    return [question, longest = patience](const std::atomic<bool>& cancelled) -> std::optional<Json> {
      const std::optional<ui::Answer> said = question->wait(std::chrono::steady_clock::now() + longest, &cancelled);
      std::optional<Json> answer;
      if (said) {
        answer = to_json(*said);
      } else if (!cancelled) {
        // If nobody is left who could answer, others are asked. Otherwise the time is over.
        answer = question->is_abandoned() ? Json() : mcp::nobody_answered_in(longest);
      }
      return answer;
    };
  }

  std::chrono::seconds patience{};
  OpenedWorkspace opened;
  std::unique_ptr<Store> store;
  std::unique_ptr<HostLease> lease;
  ParkedSecrets secrets;
  std::optional<ui::FarViews> far_views;  // posts what its views have been told when they are gone
  std::optional<ui::Audience> views;      // none: there can be none
  std::optional<WorkTree> tree;
};

// Each is called after its folder; a number tells two of the same name apart. Names with a colon in them would be ambiguous.
void ServedRoots::name_roots(const std::vector<std::unique_ptr<Opened>>& roots) {
  std::vector<std::string> names;
  for (const std::unique_ptr<Opened>& root : roots) {
    const std::string leaf(leaf_of(root->opened.workspace.root().path()));
    if (leaf.empty() || leaf.contains(':')) continue;
    std::string name = leaf;
    for (int number = 2; std::ranges::find(names, name) != names.end(); ++number) name = concat(leaf, '-', number);
    names.push_back(name);
    root->opened.workspace.call_root(std::move(name));
  }
}

ServedRoots::ServedRoots() = default;
ServedRoots::~ServedRoots() = default;

Result<std::unique_ptr<ServedRoots>> ServedRoots::open(const std::vector<std::string>& paths, const OpenOne& open_one, bool all,
                                                       const std::string& who) {
  auto served = std::make_unique<ServedRoots>();
  std::optional<Error> problem;
  for (const std::string& path : paths) {
    Result<RootToServe> opened = open_one(path);
    if (!opened) {
      if (all) return std::unexpected(std::move(opened).error());
      if (paths.size() > 1) served->warnings_.push_back(concat(printable(path), " is not served: ", to_text(opened.error())));
      problem = std::move(opened).error();
      continue;
    }
    const bool is_on_disk = opened->is_on_disk;
    served->roots_.push_back(std::make_unique<Opened>(*std::move(opened), who));
    // Before records of the other roots are open, and before a sandbox is in the way.
    if (served->roots_.size() == 1 && is_on_disk) {
      look_after_other_roots(*served->roots_.front()->opened.fs, served->roots_.front()->opened.workspace.state());
    }
  }
  if (served->roots_.empty() && problem) return std::unexpected(*std::move(problem));
  // A client that names the whole disk beside a project does not mean that everything may be touched.
  const auto is_wide = [](const std::unique_ptr<Opened>& root) { return root->opened.workspace.root().is_too_wide(); };
  if (!all && !std::ranges::all_of(served->roots_, is_wide)) std::erase_if(served->roots_, is_wide);
  for (const std::unique_ptr<Opened>& root : served->roots_) {
    for (const std::unique_ptr<Opened>& other : served->roots_) {
      if (root != other) root->opened.workspace.serve_beside(other->opened.workspace.root().resolved());
    }
    if (!root->tree) continue;
    for (const WorkTree& tree : work_trees_beside(root->opened.workspace.root().path())) served->unserved_.push_back(tree.path);
  }
  if (served->roots_.size() > 1) name_roots(served->roots_);
  served->unserved_ = each_once(served->unserved_);
  std::erase_if(served->unserved_, [&](const std::string& path) {
    return std::ranges::any_of(served->roots_,
                               [&](const auto& root) { return root->opened.workspace.root().resolved() == path; });
  });
  return served;
}

void ServedRoots::wait_for_people(std::chrono::seconds longest) {
  for (const std::unique_ptr<Opened>& root : roots_) root->patience = longest;
}

void ServedRoots::serve(mcp::Service& service, Syntax* syntax) {
  for (const std::unique_ptr<Opened>& root : roots_) {
    Opened& own = *root;
    mcp::Watching watching;
    if (own.views) {
      watching = {.teller = [&own](const std::string& who) { return own.views->teller(who); },
                  .ask = [&own](Happening proposed) { return own.ask_views(std::move(proposed)); },
                  .notes = [&own](const std::string& session) { return own.views->take_notes(session); }};
    }
    service.open({.workspace = own.opened.workspace,
                  .store = *own.store,
                  .watching = std::move(watching),
                  .branch = [&own] { return own.tree ? branch_of(*own.tree) : std::string(); }},
                 syntax);
  }
  for (const std::string& tree : unserved_) service.note_unserved(tree);
}

std::vector<SandboxedRoot> ServedRoots::to_sandbox() const {
  std::vector<SandboxedRoot> roots;
  roots.reserve(roots_.size());
  const bool names_branches = roots_.size() > 1;
  for (const std::unique_ptr<Opened>& root : roots_) {
    const std::optional<WorkTree>& tree = root->tree;
    roots.push_back({&root->opened.workspace, names_branches && tree ? tree->git_folder : std::string()});
  }
  return roots;
}

const Workspace& ServedRoots::first() const { return roots_.front()->opened.workspace; }
Store& ServedRoots::records_of_first() const { return *roots_.front()->store; }

bool ServedRoots::reaches_records() {
  return std::ranges::all_of(roots_, [](const std::unique_ptr<Opened>& root) { return root->store->ready().has_value(); });
}

void ServedRoots::reach_far_views() {
  for (const std::unique_ptr<Opened>& root : roots_) {
    if (std::optional<ui::FarViews>& far = root->far_views) far->begin();
  }
}

bool ServedRoots::lasting() const {
  return std::ranges::all_of(
      roots_, [](const std::unique_ptr<Opened>& root) { return root->store->lasting() && root->store->ready(); });
}

std::optional<std::chrono::milliseconds> ServedRoots::tidy_up(std::chrono::milliseconds pause) {
  bool is_done = true;
  std::optional<std::chrono::milliseconds> can_wait;
  for (const std::unique_ptr<Opened>& root : roots_) {
    is_done = root->store->flush() && is_done;
    is_done = root->secrets.drop_those_in_time() && is_done;
    Workspace& workspace = root->opened.workspace;
    if (workspace.lease() != nullptr) continue;  // the next change removes them, while no other host changes files
    const std::optional<std::int64_t> rest = workspace.displaced_at_rest().remove_some(workspace.fs(), workspace.state());
    if (!rest) continue;
    const auto longest = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::nanoseconds(*rest));
    can_wait = std::min(can_wait.value_or(longest), longest);
  }
  return is_done ? can_wait : pause;
}

void ServedRoots::make_ahead() {
  for (const std::unique_ptr<Opened>& root : roots_) root->opened.workspace.staged_ahead().make_more();
}

void ServedRoots::finish() {
  for (const std::unique_ptr<Opened>& root : roots_) {
    root->secrets.drop_all();
    root->store->flush();  // nobody waits any more: the log is made short
    for (std::string& warning : root->store->take_warnings()) warnings_.push_back(std::move(warning));
    for (std::string& remark : root->secrets.take_remarks()) warnings_.push_back(std::move(remark));
    for (std::string& remark : root->opened.workspace.displaced_at_rest().take_remarks())
      warnings_.push_back(std::move(remark));
  }
}

std::vector<std::string> ServedRoots::take_warnings() { return std::exchange(warnings_, {}); }

}  // namespace kedge
