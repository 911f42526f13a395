// Finding lines in the files of a root, or the files themselves by their names: what `git grep -n` would find among all files
// that no rule excludes, in the same order. Files are read and searched by several threads where the file system allows it; the
// answer does not depend on how many.
//
// Each file that holds a match comes with its whole text, so that rows can be shown from, and recorded as shown of, the very
// bytes that were searched.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fs/root.hpp"
#include "text/line_set.hpp"
#include "text/text.hpp"

namespace kedge {

struct SearchRequest {
  std::optional<std::string> pattern = std::nullopt;  // none: the files that fit the globs are the results
  std::vector<std::string> paths = {};                // of folders or files; none: the root
  std::vector<std::string> globs = {};                // search/file_filter
  bool literal = false;
  bool ignore_case = false;
  std::uint32_t context = 0;             // rows before and after each match
  std::size_t max_results = 200;         // matching lines, or files
  std::size_t max_bytes = 256UL * 1024;  // of the rows to be shown, long ones counted as they are cut
};

struct SearchSettings {
  std::string user_ignore_file = {};  // absolute; ignore_file_of_user() of search/ignore_rules
  std::size_t threads = 0;            // 0: as many as there are cores, up to four
  const std::atomic<bool>* cancelled = nullptr;
  std::function<void(std::size_t files_done)> progress = {};  // now and then, in the thread that asked
};

struct FoundFile {
  std::string path;                // relative to the root, without links
  Text text = {};                  // empty if only files were asked for
  std::vector<LineNo> lines = {};  // that match
  LineSet rows = {};               // the same with their context
};

struct SearchCounts {
  std::size_t searched = 0;         // files, whether they hold a match or not
  std::size_t binary = 0;           // hold a NUL byte in their first 8,000, as git tells them
  std::size_t undecodable = 0;      // UTF-16 or UTF-32
  std::size_t too_large = 0;        // over 64 MiB
  std::size_t protected_files = 0;  // .env and the like
  std::size_t unreadable = 0;       // files and folders that could not be opened, are too deep, or on another mount
};

struct SearchResult {
  std::vector<FoundFile> files;
  std::size_t results = 0;  // lines of all files, or files
  bool cut_off = false;     // a limit was reached, and there is more
  SearchCounts counts;      // up to where it was cut off, or a little further
};

// Refused: a pattern or a glob that is none (schema_invalid), a path that cannot be searched, and cancelled.
Result<SearchResult> search(FileSystem& fs, const Root& root, const SearchRequest& request,
                            const SearchSettings& settings = {});

}  // namespace kedge
