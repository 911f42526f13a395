// Where the database is: in a file if that can be trusted, else in memory. Opened on first use. Whatever goes wrong with it
// is only a warning, because no edit depends on it.
#pragma once

#include <memory>
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
  explicit Keeper(std::unique_ptr<DatabasePlace> place) : file_(std::move(place)) {}
  explicit Keeper(DatabaseFile file) : Keeper(std::make_unique<DatabaseFile>(std::move(file))) {}

  sql::Answer<sql::Database*> database();
  // The same, after checking that other processes still find the same file.
  sql::Answer<sql::Database*> for_writing();
  bool is_open() const { return database_.has_value(); }
  // Nothing is asked for a while.
  void rest() {
    if (database_) database_->rest();
  }

  // Whether the caller should try again: true if the file was damaged and a new one was begun, or if it was opened again.
  bool begins_anew_after(const sql::Failure& failure);
  void warn_of_unread(const sql::Failure& failure);
  void warn_of_unwritten(const sql::Failure& failure);
  void warn_of_what_is_left_in_log();
  Error refusal(const sql::Failure& failure) const;
  // Whether the database answers; refused if it does not.
  Result<void> reach();

  std::vector<std::string> take_warnings();
  bool lasting() const { return file_ != nullptr; }
  bool is_shared() const { return file_ && file_->is_shared(); }
  // Moments of one database mean nothing in the next one.
  int databases_so_far() const { return databases_so_far_; }

 private:
  void warn_once(std::string warning);
  // The file cannot be used any more.
  void leave_alone(const DatabasePlace& file, std::string_view problem);
  void move_away(DatabasePlace& file, std::string_view problem);

  std::unique_ptr<DatabasePlace> file_;  // null: in memory
  std::optional<sql::Database> database_;
  int databases_so_far_ = 0;
  bool begun_anew_ = false;
  bool opened_anew_ = false;
  std::vector<std::string> warnings_;
  std::set<std::string> told_;
};

}  // namespace kedge
