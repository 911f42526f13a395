#include "search/search.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "fs/hard_links.hpp"
#include "fs/path_parts.hpp"
#include "process/host_signals.hpp"
#include "search/file_reader.hpp"
#include "search/line_finder.hpp"
#include "search/walk_series.hpp"
#include "support/joining_thread.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_threads = 4;
constexpr std::size_t files_at_once = 32;                     // that one thread takes
constexpr std::size_t furthest_ahead = 64;                    // runs that are taken before an earlier one is done
constexpr std::size_t longest_row_shown = 2000;               // bytes
constexpr std::size_t most_bytes_kept = 256UL * 1024 * 1024;  // of all texts together
constexpr std::size_t files_between_progress = 256;

// The results of one run of files.
struct Found {
  std::vector<FoundFile> files;
  SearchCounts counts;
};

void count(SearchCounts& counts, Unsearchable problem) {
  switch (problem) {
    case Unsearchable::binary: ++counts.binary; return;
    case Unsearchable::undecodable: ++counts.undecodable; return;
    case Unsearchable::too_large: ++counts.too_large; return;
    case Unsearchable::unreadable: ++counts.unreadable; return;
    case Unsearchable::protected_name: ++counts.protected_files; return;
  }
}

void add(SearchCounts& sum, const SearchCounts& more) {
  sum.searched += more.searched;
  sum.binary += more.binary;
  sum.undecodable += more.undecodable;
  sum.too_large += more.too_large;
  sum.protected_files += more.protected_files;
  sum.unreadable += more.unreadable;
}

std::size_t shown_bytes(const Text& text, LineSpan rows) {
  std::size_t bytes = 0;
  for (LineNo row = rows.first; row < rows.end; row = row + 1) bytes += std::min(text.raw(row).size(), longest_row_shown);
  return bytes;
}

// Threads take runs of files in their order, search them side by side, and hand in what they found; it is put together in
// order again. The thread that asked is one of them.
class Search {
 public:
  Search(FileSystem& fs, const Root& root, const SearchRequest& request, const SearchSettings& settings,
         std::optional<LineFinder> finder, WalkSeries files)
      : fs_(fs),
        root_(root),
        unreadable_(fs, root),
        request_(request),
        settings_(settings),
        finder_(std::move(finder)),
        files_(std::move(files)) {}

  Result<SearchResult> run() {
    {
      std::vector<JoiningThread> others;
      try {
        for (std::size_t i = 1; i < wanted_threads(); ++i) {
          others.emplace_back([this] {
            leave_signals_to_others();
            work();
          });
        }
      } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
        // No more threads available: the existing ones do the work.
      }
      work();
    }
    if (out_of_memory_) throw std::bad_alloc();
    if (is_cancelled()) return std::unexpected(refuse(Code::cancelled));
    result_.counts.protected_files += files_.counts().protected_files;
    result_.counts.unreadable += files_.counts().closed_folders;
    return std::move(result_);
  }

 private:
  struct Run {
    std::size_t number;
    WalkedFiles files;
  };

  std::size_t wanted_threads() const {
    if (!fs_.serves_threads() || !finder_) return 1;
    if (settings_.threads > 0) return settings_.threads;
    return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most_threads);
  }

  // What a name does not show: that it is a mount, or one of several hard links.
  std::optional<Unsearchable> objection_to(const FileInfo& file, const std::string& folder_path, const std::string& name) {
    if (root_.is_on_other_mount(file)) return Unsearchable::unreadable;
    if (unreadable_.name_of(file) && !root_.lifts(path_in(folder_path, name))) return Unsearchable::protected_name;
    return std::nullopt;
  }

  bool is_cancelled() const { return settings_.cancelled != nullptr && settings_.cancelled->load(std::memory_order_relaxed); }

  // If one thread runs out of memory, all stop: the files it had taken are missing.
  void work() try {
    FileReader reader(fs_);
    while (std::optional<Run> run = take()) hand_in(run->number, search(reader, run->files), run->files.names.size());
  } catch (const std::bad_alloc&) {
    const std::lock_guard lock(collecting_);
    out_of_memory_ = is_over_ = true;
    caught_up_.notify_all();
  }

  std::optional<Run> take() {
    const std::lock_guard walking(walking_);
    {
      std::unique_lock lock(collecting_);
      caught_up_.wait(lock, [this] { return is_over_ || taken_ - handed_in_ < furthest_ahead; });
      if (is_over_ || is_cancelled()) return std::nullopt;
    }
    std::optional<WalkedFiles> files = files_.next(files_at_once);
    if (!files) return std::nullopt;
    return Run{taken_++, *std::move(files)};
  }

  Found search(FileReader& reader, const WalkedFiles& files) {
    Found found;
    std::size_t results = 0;
    std::size_t kept = 0;
    for (const std::string& name : files.names) {
      // One result more than asked for says that there are more.
      if (is_cancelled() || results > request_.max_results || kept > most_bytes_kept) break;
      if (!finder_) {
        found.files.push_back({.path = path_in(files.folder_path, name)});
        continue;
      }
      const auto objection = [&](const FileInfo& file) { return objection_to(file, files.folder_path, name); };
      const std::expected<std::string_view, Unsearchable> bytes = reader.read(files.folder, name, objection);
      if (!bytes) {
        count(found.counts, bytes.error());
        continue;
      }
      ++found.counts.searched;
      std::vector<LineNo> lines = finder_->find(*bytes, request_.max_results - results + 1);
      if (lines.empty()) continue;
      results += lines.size();
      kept += bytes->size();
      found.files.push_back({path_in(files.folder_path, name), Text(reader.take()), std::move(lines)});
    }
    return found;
  }

  void hand_in(std::size_t number, Found found, std::size_t files) {
    const std::lock_guard lock(collecting_);
    tell_progress(files);
    waiting_.emplace(number, std::move(found));
    for (auto next = waiting_.begin(); next != waiting_.end() && next->first == handed_in_; next = waiting_.erase(next)) {
      ++handed_in_;
      if (!is_over_) collect(std::move(next->second));
    }
    caught_up_.notify_all();
  }

  // Whichever thread is due tells it: the one that asked may get no processor until the others have searched everything.
  void tell_progress(std::size_t files) {
    done_ += files;
    if (!settings_.progress || done_ - told_ < files_between_progress) return;
    settings_.progress(done_);
    told_ = done_;
  }

  void collect(Found found) {
    add(result_.counts, found.counts);
    for (FoundFile& file : found.files) {
      if (finder_) {
        add_rows(file);
        if (settings_.rows_of && result_.results > settings_.most_with_texts) keep_rows_only(file);
      } else if (result_.results < request_.max_results) {
        ++result_.results;
      } else {
        is_over_ = true;
      }
      if (!is_over_ || !file.lines.empty()) result_.files.push_back(std::move(file));
      if (is_over_) break;
    }
    result_.cut_off = is_over_;
  }

  void keep_rows_only(FoundFile& file) {
    if (file.lines.empty()) return;
    file.kept_rows = settings_.rows_of(file);
    file.text = {};
  }

  // Takes as many of the lines as the limits allow, each with its context; the first one always, without it if need be.
  void add_rows(FoundFile& file) {
    kept_ += file.text.size();
    std::size_t taken = 0;
    LineNo behind{1};  // all rows that are taken so far
    for (const LineNo line : file.lines) {
      LineSpan rows = with_context(file.text, one_line(line), request_.context);
      rows.first = std::max(rows.first, behind);
      const bool is_first = result_.results == 0;
      if (is_first && shown_bytes(file.text, rows) > request_.max_bytes) rows = one_line(line);
      const std::size_t bytes = shown_bytes(file.text, rows);
      const bool too_much = shown_ + bytes > request_.max_bytes || kept_ > most_bytes_kept;
      is_over_ = result_.results == request_.max_results || (too_much && !is_first);
      if (is_over_) break;
      file.rows.add(rows);
      behind = std::max(behind, rows.end);
      shown_ += bytes;
      ++result_.results;
      ++taken;
    }
    file.lines.resize(taken);
  }

  FileSystem& fs_;
  const Root& root_;
  UnreadableFiles unreadable_;
  const SearchRequest& request_;
  const SearchSettings& settings_;
  const std::optional<LineFinder> finder_;

  OrderedMutex walking_{LockOrder::search_walk};  // over the next two; taken before the other one
  WalkSeries files_;
  std::size_t taken_ = 0;

  OrderedMutex collecting_{LockOrder::search_result};  // over all that follows
  OrderedCondition caught_up_;
  std::size_t done_ = 0;  // files
  std::size_t told_ = 0;  // of them, when progress was last told
  std::size_t handed_in_ = 0;
  std::map<std::size_t, Found> waiting_;  // for earlier ones, by their number
  bool is_over_ = false;                  // a limit was reached
  bool out_of_memory_ = false;            // and so nothing of this is an answer
  SearchResult result_;
  std::size_t shown_ = 0;
  std::size_t kept_ = 0;
};

}  // namespace

Result<SearchResult> search(FileSystem& fs, const Root& root, const SearchRequest& request, const SearchSettings& settings) {
  KEDGE_TRY(FileFilter filter, FileFilter::parse(request.globs));
  std::optional<LineFinder> finder;
  if (request.pattern) {
    KEDGE_TRY(finder, LineFinder::make({*request.pattern, request.literal, request.ignore_case}));
  }
  KEDGE_TRY(WalkSeries files, WalkSeries::begin(fs, root, std::move(filter), request.paths, settings.user_ignore_file));
  return Search(fs, root, request, settings, std::move(finder), std::move(files)).run();
}

}  // namespace kedge
