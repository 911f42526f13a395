// What a server has to offer, alike for every client and however it is reached: its tools, their list as bytes, and the
// instructions that a model reads before it knows any tool.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/toolbox.hpp"

namespace kedge::mcp {

// Clients show a model either the text of a result or its data. Where they show only data, text alone is shown instead.
enum class ResultForm { text, both };

class Offer {
 public:
  // REQUIRES: the schemas of the tools are JSON.
  Offer(std::vector<ServedTool> tools, ResultForm form, std::string version);

  const ServedTool* find(std::string_view name) const;
  std::vector<std::string_view> names() const;
  ResultForm form() const { return form_; }
  const std::string& version() const { return version_; }
  const std::string& instructions() const { return instructions_; }
  const std::string& tool_list() const { return tool_list_; }  // the result of tools/list

 private:
  std::vector<ServedTool> tools_;
  ResultForm form_;
  std::string version_;
  std::string instructions_;
  std::string tool_list_;
};

// The result of tools/call. Warnings that are not the tool's own stand beside its text, which has a form of its own, and in
// its data, because clients show only one of the two.
Json call_result(const Reply& reply, ResultForm form, std::span<const std::string> warnings = {});

}  // namespace kedge::mcp
