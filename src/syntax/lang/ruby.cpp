#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_ruby();

namespace kedge::language {

extern const Language ruby;
const Language ruby{
    .name = "Ruby",
    .files = ".rb .rake .gemspec .ru Gemfile Rakefile Vagrantfile Podfile Brewfile",
    .programs = "ruby",
    .grammar = tree_sitter_ruby,
    .definitions = "class method module singleton_class singleton_method",
    .constructs =
        "alias array assignment begin begin_block call case case_match end_block for hash if if_modifier lambda "
        "operator_assignment pair return string undef unless unless_modifier until until_modifier while while_modifier "
        "yield",
    .arms = "else elsif ensure in_clause rescue when",
    .bodies = "block_body body_statement then",
    .operations = "binary conditional",
    .decorations = "",
    .comments = "comment",
    .closers = "heredoc_end",
    .separators = "",
};

}  // namespace kedge::language
