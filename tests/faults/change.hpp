// A change that kedge is asked for: the tree before it, the tree after it, and the words on the command line.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tree.hpp"

namespace faults {

struct Change {
  std::string name;
  Tree before, after;
  std::vector<std::string> arguments;             // without --root and the like
  std::map<std::string, std::string> inputs;      // content files by name, in the folder where the program runs
  std::vector<std::vector<std::string>> earlier;  // calls that come first and leave the root as it is before
  std::optional<Tree> at_first;                   // what these calls find, if it is not that
};

Change creating();
Change creating_in_new_folders();
Change replacing();
Change writing();  // the same, remembered for undo
Change editing();  // the same as a patch of its lines
Change deleting();
Change moving();
Change batch_of_three();  // replaces one, creates one, deletes one
Change batch_of_twenty();

// The same replacement written into the file itself.
Change in_place(Change change);

// The same when the program has put a file aside already: it was called before, to create a file and to delete it again.
Change after_others(Change change);

// The same when the file was read before, as agents do.
Change after_reading(Change change);

// Taking it back: kedge has made the change already, as one edit.
Change undoing(const Change& change);

// Text of about this size, different for each word.
std::string sample(std::string_view word, std::size_t size);
std::string hex_digest(std::string_view bytes);

// Which of the two trees a folder holds, and if neither, what is wrong with it; the worst first.
enum class Verdict { torn, mixed, leftover, wrong_mode, before, after };
std::string_view to_word(Verdict verdict);

Verdict judged(const Tree& found, const Change& change);
// The same without regard to what does not belong there.
Verdict judged_by_files(const Tree& found, const Change& change);

}  // namespace faults
