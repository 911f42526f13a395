#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_bash();

namespace kedge::language {

extern const Language bash;
const Language bash{
    .name = "Bash",
    .files = ".sh .bash .bats .ksh .zsh .bashrc .bash_profile .profile .zshrc PKGBUILD",
    .programs = "bash sh dash ksh zsh",
    .grammar = tree_sitter_bash,
    .definitions = "function_definition",
    .constructs =
        "c_style_for_statement case_item case_statement command compound_statement declaration_command for_statement "
        "if_statement list negated_command pipeline redirected_statement subshell test_command unset_command "
        "variable_assignment variable_assignments while_statement",
    .arms = "elif_clause else_clause",
    .bodies = "",
    .operations = "",
    .decorations = "",
    .comments = "comment",
    .closers = "heredoc_end",
    .separators = "&",
};

}  // namespace kedge::language
