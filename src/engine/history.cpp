#include "engine/history.hpp"

#include <algorithm>

#include "edit/line_hunks.hpp"
#include "plan/loaded_file.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_records = 100'000;

std::string_view name_after(const RecordedFile& file) { return file.destination.empty() ? file.path : file.destination; }

// The part of a record that made a version under this name.
const RecordedFile* part_for(const Record& record, std::string_view name) {
  const auto found = std::ranges::find_if(record.files, [name](const RecordedFile& file) { return name_after(file) == name; });
  return found != record.files.end() ? &*found : nullptr;
}

bool is_turn(const Record& record) { return record.kind == RecordKind::undo || record.kind == RecordKind::redo; }

// Walks back from the file as it is. Each of its lines is either settled, or still there in the version that was reached.
class Walk {
 public:
  Walk(Store& store, const LoadedFile& file) : store_(&store), name_(file.inside), at_(file.text) {
    result_.text = file.text;
    result_.version = version_ = file.version;
    result_.lines.assign(file.text.line_count(), unsettled);
    for (std::uint32_t line = 1; line <= file.text.line_count(); ++line) open_.push_back({line, line});
  }

  Blame run() {
    Moment before = ~Moment{0};
    while (!open_.empty() && walk_under_name(before)) {
    }
    settle_rest({.kind = Origin::Kind::not_known});
    return std::move(result_);
  }

 private:
  static constexpr std::size_t unsettled = ~std::size_t{0};
  struct OpenLine {
    std::uint32_t now;   // in the file as it is
    std::uint32_t then;  // in the version that was reached
  };

  // Through the changes that are older than `before`, as long as the file has this name. True: it had another one before them.
  bool walk_under_name(Moment& before) {
    const std::vector<Record> records = store_->newest(most_records, name_);
    for (auto record = records.begin(); record != records.end() && !open_.empty(); ++record) {
      if (record->moment >= before) continue;
      const RecordedFile* const part = part_for(*record, name_);
      if (part == nullptr || !part->after) return false;  // moved away or deleted: what had the name before was another file
      if (*part->after != version_ && !cross(*part->after)) return false;
      if (is_turn(*record)) {
        // The version was there before what was turned: nothing in between wrote a line of it.
        const auto turned =
            std::find_if(std::next(record), records.end(), [&](const Record& older) { return began_with(older); });
        if (turned != records.end()) {
          record = turned;
          continue;
        }
      }
      before = record->moment;
      const bool moved = !part->destination.empty();
      if (!step_back(*record)) return false;
      if (moved) return true;
    }
    return false;
  }

  bool began_with(const Record& record) const {
    return std::ranges::any_of(record.files,
                               [&](const RecordedFile& file) { return file.path == name_ && file.before == version_; });
  }

  // Somebody else changed the file after this version.
  bool cross(const Digest& version) {
    const std::optional<Text> text = store_->text_of(name_, version);
    if (!text) return false;
    take_back(diff_lines(*text, at_, LineKey::content), {.kind = Origin::Kind::others});
    at_ = *text;
    version_ = version;
    return true;
  }

  bool step_back(const Record& named) {
    const std::optional<Record> record = store_->find(named.id);
    const RecordedFile* const part = record ? part_for(*record, name_) : nullptr;
    if (part == nullptr) return false;
    const Origin origin{.kind = Origin::Kind::recorded, .record = named};
    if (!part->before) {
      settle_rest(origin);
      return false;
    }
    if (*part->before != version_) {
      const std::optional<FileOutcome> outcome = recorded_outcome(*store_, *part);
      if (!outcome) return false;
      take_back(line_hunks(outcome->before, outcome->after, outcome->changes, LineKey::content), origin);
      at_ = outcome->before;
      version_ = *part->before;
    }
    name_ = part->path;
    return true;
  }

  // The lines that the hunks wrote are settled, the others are where they were before. REQUIRES: sorted.
  void take_back(const std::vector<Hunk>& hunks, const Origin& origin) {
    std::vector<OpenLine> still_open;
    auto hunk = hunks.begin();
    std::int64_t shift = 0;  // from the later version to the older one
    for (const OpenLine& line : open_) {
      for (; hunk != hunks.end() && hunk->after.end.value <= line.then; ++hunk) {
        shift += static_cast<std::int64_t>(hunk->before.size()) - static_cast<std::int64_t>(hunk->after.size());
      }
      if (hunk != hunks.end() && hunk->after.first.value <= line.then) {
        result_.lines[line.now - 1] = place_of(origin);
      } else {
        still_open.push_back({line.now, static_cast<std::uint32_t>(line.then + shift)});
      }
    }
    open_ = std::move(still_open);
  }

  void settle_rest(const Origin& origin) {
    for (const OpenLine& line : open_) result_.lines[line.now - 1] = place_of(origin);
    open_.clear();
  }

  std::size_t place_of(const Origin& origin) {
    const auto same = [&](const Origin& other) {
      return other.kind == origin.kind && (!origin.record || other.record->id == origin.record->id);
    };
    const auto found = std::ranges::find_if(result_.origins, same);
    if (found != result_.origins.end()) return static_cast<std::size_t>(found - result_.origins.begin());
    result_.origins.push_back(origin);
    return result_.origins.size() - 1;
  }

  Store* store_;
  std::string name_;
  Text at_;           // the version that was reached
  Digest version_{};  // of it
  std::vector<OpenLine> open_;
  Blame result_;
};

}  // namespace

std::string_view op_of(const RecordedFile& file) {
  if (!file.destination.empty()) return "move";
  return !file.before ? "create" : !file.after ? "delete" : "update";
}

Result<Record> find_record(Store& store, std::string_view id) {
  std::optional<Record> record = store.find(id);
  if (record) return *std::move(record);
  Error refused = refuse(Code::not_found, concat("There is no recorded change ", printable(id), '.'), {{"id", id}});
  refused.next = "See kedge log for the ids.";
  return std::unexpected(std::move(refused));
}

std::optional<FileOutcome> recorded_outcome(Store& store, const RecordedFile& file) {
  if (!file.withheld.empty()) return std::nullopt;
  FileOutcome outcome{.path = file.path, .inside = file.path, .destination = file.destination};
  outcome.created = !file.before;
  outcome.removed = !file.after;
  outcome.changes = file.changes;
  if (file.executable_after && file.before) outcome.executable = file.executable_after;
  if (file.before) {
    const std::optional<Text> before = store.text_of(file.path, *file.before);
    // What was removed is in the inverse; what was there before follows from what is there after.
    const std::optional<Text> after = before || !file.after ? std::nullopt : store.text_of(name_after(file), *file.after);
    if (before) {
      outcome.before = *before;
    } else if (after && after->size() == file.inverse.base_size()) {
      outcome.before = file.inverse.apply(*after);
    } else {
      return std::nullopt;
    }
    outcome.version_before = *file.before;
  }
  if (outcome.before.size() != file.changes.base_size()) return std::nullopt;
  outcome.after = file.changes.apply(outcome.before);
  outcome.version_after = outcome.after.digest();
  if (file.after && outcome.version_after != *file.after) return std::nullopt;
  return outcome;
}

Result<Blame> blame(const Session& session, std::string_view path) {
  KEDGE_TRY(const LoadedFile file, load_existing(session, path, Access::read));
  return Walk(session.store, file).run();
}

}  // namespace kedge
