#include "cli/topics.hpp"

#include <array>

namespace kedge {
namespace {

// Made from docs/ by cmake/pages.cmake: page_NAME for each row, and all_client_pages.
#include "pages.inc"

constexpr std::array all_topics{
#define TOPIC(name, summary) Topic{#name, summary, page_##name},
#include "cli/topics.def"
#undef TOPIC
};

}  // namespace

std::span<const Topic> topics() { return all_topics; }
std::span<const Topic> client_pages() { return all_client_pages; }

}  // namespace kedge
