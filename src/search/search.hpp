// Finds lines in the files of a root, or files by name: what `git grep -n` would find in all files that are not ignored, in the
// same order. Several threads read and search files if the file system allows it; the result does not depend on how many.
//
// Each file with a match is returned with its whole text, so that the rows that are shown and recorded are exactly those that
// were searched; or, where many are only to be printed, with these rows.
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
  std::optional<std::string> pattern = std::nullopt;  // nullopt: find files that match the globs
  std::vector<std::string> paths = {};                // of folders or files; empty: the root
  std::vector<std::string> globs = {};                // search/file_filter
  bool literal = false;
  bool ignore_case = false;
  std::uint32_t context = 0;             // rows before and after each match
  std::size_t max_results = 200;         // matching lines, or files
  std::size_t max_bytes = 256UL * 1024;  // of the rows to be shown, after cutting long ones
};

struct FoundFile;

struct SearchSettings {
  std::string user_ignore_file = {};  // absolute; ignore_file_of_user() of search/ignore_rules
  std::size_t threads = 0;            // 0: as many as there are cores, up to four
  const std::atomic<bool>* cancelled = nullptr;
  std::function<void(std::size_t files_done)> progress = {};  // called now and then, by one thread at a time
  // Once more than `most_with_texts` results are found, this is kept of a file instead of its text: texts are most of the
  // memory that a large search takes. Called by one thread at a time.
  std::function<std::string(const FoundFile&)> rows_of = {};
  std::size_t most_with_texts = 0;
};

struct FoundFile {
  std::string path;                // relative to the root, without links
  Text text = {};                  // empty when finding files
  std::vector<LineNo> lines = {};  // the matches
  LineSet rows = {};               // the same with their context
  std::string kept_rows = {};      // SearchSettings::rows_of; then the text is empty
};

struct SearchCounts {
  std::size_t searched = 0;         // files, with or without a match
  std::size_t binary = 0;           // with a NUL byte in the first 8,000, as for git
  std::size_t undecodable = 0;      // UTF-16 or UTF-32
  std::size_t too_large = 0;        // over 64 MiB
  std::size_t protected_files = 0;  // .env and the like
  std::size_t unreadable = 0;       // files and folders that could not be opened, are too deep, or are on another mount
};

struct SearchResult {
  std::vector<FoundFile> files;
  std::size_t results = 0;  // lines in all files, or files
  bool cut_off = false;     // a limit was reached, and there is more
  SearchCounts counts;      // up to where it was cut off, or slightly beyond
};

// Refused for an invalid pattern or glob (schema_invalid), a path that cannot be searched, and if cancelled.
Result<SearchResult> search(FileSystem& fs, const Root& root, const SearchRequest& request,
                            const SearchSettings& settings = {});

}  // namespace kedge
