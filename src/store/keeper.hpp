// Where the records are kept: in a file if there is one to be trusted, else in memory. Opened at first use. Nothing that goes
// wrong with them is more than a warning: an edit does not depend on the records.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "error/error.hpp"
#include "store/database_file.hpp"

namespace kedge {

class Keeper {
 public:
  Keeper() = default;  // in memory
  explicit Keeper(DatabaseFile file) : file_(std::move(file)) {}

  sql::Answer<sql::Database*> database();
  // The same, after a look whether the file is still the one that others will find.
  sql::Answer<sql::Database*> for_writing();

  // Whether the failure was damage, and the records are begun anew, or the file is opened anew: what failed is worth another
  // try.
  bool begins_anew_after(const sql::Failure& failure);
  void warn_of_unread(const sql::Failure& failure);
  void warn_of_unwritten(const sql::Failure& failure);
  Error refusal(const sql::Failure& failure) const;

  std::vector<std::string> take_warnings();
  bool lasting() const { return file_.has_value(); }

 private:
  void warn_once(std::string warning);
  // Nothing can be done with the file any more.
  void leave_alone(const DatabaseFile& file, std::string_view problem);
  void move_away(DatabaseFile& file, std::string_view problem);

  std::optional<DatabaseFile> file_;
  std::optional<sql::Database> database_;
  bool begun_anew_ = false;
  bool opened_anew_ = false;
  std::vector<std::string> warnings_;
  std::set<std::string> told_;
};

}  // namespace kedge
