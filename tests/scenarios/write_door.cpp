#include "scenarios/write_door.hpp"

#include <array>

#include "scenarios/mcp_client.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

// It is about bytes, not about power cuts.
constexpr std::array waiting_for_no_disk{"--durability", "none"};

class Commands : public Door {
 public:
  explicit Commands(const Workplace& place) : place_(place) {}

  Told read(std::size_t lines) override {
    return run({"read", "--dialect", "replace", lines == 0 ? std::string(shaped_file) : concat(shaped_file, ":1-", lines)}, {});
  }
  Told edit(Json arguments) override {
    return change({"edit", "--dialect", "replace", std::string(shaped_file)}, arguments.dump());
  }
  Told write(const std::string& content, const std::string& expected_version) override {
    return change({"write", std::string(shaped_file), "--expected-version", expected_version}, content);
  }
  Told undo(const std::string& id) override { return change({"undo", id}, {}); }
  bool can_redo() const override { return true; }
  Told redo(const std::string& id) override { return change({"redo", id}, {}); }
  testing::AssertionResult close() override { return testing::AssertionSuccess(); }

 private:
  Told change(std::vector<std::string> arguments, std::string input) const {
    arguments.insert(arguments.end(), waiting_for_no_disk.begin(), waiting_for_no_disk.end());
    return run(std::move(arguments), std::move(input));
  }

  Told run(std::vector<std::string> arguments, std::string input) const {
    arguments.emplace_back("--json");
    Command command = place_.program(std::move(arguments));
    command.input = std::move(input);
    const Finished finished = run_to_end(command);
    std::expected<Json, JsonProblem> data = read_json(finished.output);
    return {finished.status == 0 && finished.errors.empty() && data.has_value(), std::move(data).value_or(Json()),
            concat("exit ", finished.status, ": ", finished.output, finished.errors)};
  }

  const Workplace& place_;
};

class Session : public Door {
 public:
  explicit Session(const Workplace& place)
      : client_(place, {"--dialect", "replace", "--root", ".", waiting_for_no_disk[0], waiting_for_no_disk[1]}) {
    client_.open();
  }

  Told read(std::size_t lines) override {
    Json arguments = Json::object({{"path", shaped_file}});
    if (lines != 0) arguments.set("start", 1).set("end", lines);
    return call("read", arguments);
  }
  Told edit(Json arguments) override { return call("edit", arguments.set("file_path", shaped_file)); }
  Told write(const std::string& content, const std::string& expected_version) override {
    return call("write", Json::object({{"path", shaped_file}, {"content", content}, {"expected_version", expected_version}}));
  }
  Told undo(const std::string& id) override { return call("undo", Json::object({{"id", id}})); }
  bool can_redo() const override { return false; }
  Told redo(const std::string&) override { return {}; }
  testing::AssertionResult close() override { return succeeded(client_.finish()); }

 private:
  Told call(std::string_view tool, const Json& arguments) {
    const Json result = client_.call(tool, arguments);
    const Json* const data = result.find("structuredContent");
    return {!result.is_null() && !is_refusal(result), data != nullptr ? *data : Json(), result.dump()};
  }

  McpClient client_;
};

}  // namespace

std::string Told::text(std::string_view name) const {
  const Json* const value = data.find(name);
  return value != nullptr && value->as_string() != nullptr ? *value->as_string() : std::string();
}

std::int64_t Told::number(std::string_view name) const {
  const Json* const value = data.find(name);
  return value != nullptr && value->as_integer() != nullptr ? *value->as_integer() : 0;
}

std::unique_ptr<Door> open_door(DoorKind kind, const Workplace& place) {
  if (kind == DoorKind::commands) return std::make_unique<Commands>(place);
  return std::make_unique<Session>(place);
}

}  // namespace kedge::test
