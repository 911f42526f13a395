// kedge inside a C++ program: read, search and change the files of a workspace as an agent's tools do. A thin layer over
// kedge.h, so that the library need not be compiled by the same compiler; C++17.
//
//   kedge::Workspace workspace(kedge::Object().set("root", "/project").set("dialect", "replace"));
//   kedge::Answer shown = workspace.read("main.py");
//   kedge::Answer made = workspace.edit(kedge::Object().set("path", "main.py").set("old_string", "a").set("new_string", "b"));
//   if (made.refused) send_to_model(made.text);
//
// A refusal of a tool is an answer, for the model to read. What the program itself gets wrong, such as a root that does not
// exist, is thrown as kedge::Refused.
#ifndef KEDGE_HPP
#define KEDGE_HPP

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kedge.h"

namespace kedge {
inline namespace api_1 {  // so that nothing here is mixed up with what the library itself is made of

namespace detail {

inline std::string quoted(std::string_view text) {
  static const char digits[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else {
      out += c;
    }
  }
  return out += '"';
}

// Where the value that begins at `at` ends. The text is JSON that the library has written.
inline std::size_t end_of_value(std::string_view json, std::size_t at) {
  std::size_t depth = 0;
  bool is_text = false;
  for (; at < json.size(); ++at) {
    const char c = json[at];
    if (is_text) {
      if (c == '\\') ++at;
      if (c == '"') is_text = false;
    } else if (c == '"') {
      is_text = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (depth == 0) return at;
      --depth;
    } else if (c == ',' && depth == 0) {
      return at;
    }
  }
  return at;
}

// The elements of an array.
inline std::vector<std::string_view> items(std::string_view json) {
  std::vector<std::string_view> all;
  for (std::size_t at = 1; at + 1 < json.size();) {
    const std::size_t end = end_of_value(json, at);
    all.push_back(json.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

// The value of a member, as JSON; empty: there is none.
inline std::string_view member(std::string_view json, std::string_view name) {
  const std::string wanted = quoted(name);
  if (json.size() < 2) return {};
  for (std::size_t at = 1; at + 1 < json.size();) {
    std::size_t colon = at + 1;
    while (colon < json.size() && json[colon] != '"') colon += json[colon] == '\\' ? 2 : 1;
    ++colon;
    const std::size_t value = colon + 1;
    const std::size_t end = end_of_value(json, value);
    if (json.substr(at, colon - at) == wanted) return json.substr(value, end - value);
    at = end + 1;
  }
  return {};
}

inline void append_utf8(std::string& out, unsigned long code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

// The text of a JSON string; empty for anything else.
inline std::string unquoted(std::string_view json) {
  std::string out;
  if (json.size() < 2 || json[0] != '"') return out;
  const auto hex = [&](std::size_t at) { return std::strtoul(std::string(json.substr(at, 4)).c_str(), nullptr, 16); };
  for (std::size_t i = 1; i + 1 < json.size(); ++i) {
    if (json[i] != '\\') {
      out += json[i];
      continue;
    }
    ++i;
    switch (json[i]) {
      case 'n': out += '\n'; break;
      case 't': out += '\t'; break;
      case 'r': out += '\r'; break;
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'u': {
        unsigned long code = hex(i + 1);
        i += 4;
        if (code >= 0xD800 && code < 0xDC00 && i + 6 < json.size()) {
          code = 0x10000 + ((code - 0xD800) << 10) + (hex(i + 3) - 0xDC00);
          i += 6;
        }
        append_utf8(out, code);
        break;
      }
      default: out += json[i];
    }
  }
  return out;
}

struct Free {
  void operator()(char* text) const { kedge_free(text); }
};
using OwnedText = std::unique_ptr<char, Free>;

inline std::string taken(char* text) {
  const OwnedText owned(text);
  if (!owned) throw std::bad_alloc();
  return std::string(owned.get());
}

}  // namespace detail

// Thrown: the program asked for something that cannot be.
class Refused : public std::runtime_error {
 public:
  explicit Refused(std::string json)
      : std::runtime_error(detail::unquoted(detail::member(json, "message"))), json_(std::move(json)) {}
  std::string code() const { return detail::unquoted(detail::member(json_, "error")); }
  const std::string& json() const { return json_; }  // all that is known about it

 private:
  std::string json_;
};

namespace detail {

// A handle, or the problem as an exception.
template <class Handle>
Handle* opened(Handle* handle, char* problem) {
  const OwnedText owned(problem);
  if (handle == nullptr) throw Refused(owned ? std::string(owned.get()) : std::string("{}"));
  return handle;
}

inline std::string checked(std::string json) {
  if (!member(json, "error").empty()) throw Refused(std::move(json));
  return json;
}

}  // namespace detail

// A JSON object, put together.
class Object {
 public:
  Object() = default;
  Object& set(std::string_view name, std::string_view text) { return set_json(name, detail::quoted(text)); }
  Object& set(std::string_view name, const char* text) { return set(name, std::string_view(text)); }
  Object& set(std::string_view name, bool value) { return set_json(name, value ? "true" : "false"); }
  Object& set(std::string_view name, int value) { return set_json(name, std::to_string(value)); }
  Object& set(std::string_view name, const Object& value) { return set_json(name, value.json()); }
  Object& set(std::string_view name, const std::vector<std::string>& texts) {
    std::string all = "[";
    for (const std::string& text : texts) all += (all.size() > 1 ? "," : "") + detail::quoted(text);
    return set_json(name, all + "]");
  }
  // A value that is JSON already.
  Object& set_json(std::string_view name, std::string_view json) {
    members_ += (members_.empty() ? "" : ",") + detail::quoted(name) + ":";
    members_ += json;
    return *this;
  }
  std::string json() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

// Who calls: what was shown to one session does not count as shown to another. A call with a name can be cancelled.
struct Caller {
  std::string session = {};
  std::string call = {};
};

// The answer of a tool.
struct Answer {
  bool refused = false;
  std::string text;        // for the model
  std::string structured;  // the same as JSON, if the tool has data; else empty
  std::string json;        // the whole result, as tools/call of MCP returns it
};

// Files of the program's own. An int is 0 or an error number; what throws counts as EIO. See kedge_files in kedge.h.
class Files {
 public:
  virtual ~Files() = default;
  virtual int look(const std::string& path, kedge_file_info& info) = 0;
  virtual int list(const std::string& path, const std::function<int(const std::string& name, std::uint32_t kind)>& take) = 0;
  virtual int read(const std::string& path, std::string& bytes) = 0;
  // `expected` is null if there must be no such file.
  virtual int replace(const std::string& path, std::string_view bytes, const std::string_view* expected, bool executable) = 0;
  virtual int remove(const std::string& path, std::string_view expected) = 0;
  virtual int make_folder(const std::string& path) = 0;
  virtual int remove_folder(const std::string& path) = 0;
};

// Records of the program's own. See kedge_records in kedge.h.
class Records {
 public:
  virtual ~Records() = default;
  virtual int size(const std::string& name, std::uint64_t& size) = 0;
  virtual int read(const std::string& name, std::uint64_t offset, char* into, std::size_t size, std::size_t& got) = 0;
  virtual int write(const std::string& name, std::uint64_t offset, std::string_view bytes) = 0;
  virtual int truncate(const std::string& name, std::uint64_t size) = 0;
  virtual int sync(const std::string& name) = 0;
  virtual int remove(const std::string& name) = 0;
};

namespace detail {

template <class Work>
int guarded(Work work) noexcept {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  } catch (...) {
    return EIO;
  }
}

inline kedge_files functions_of(Files& files) {
  kedge_files all = {};
  all.context = &files;
  all.look = [](void* own, const char* path, kedge_file_info* info) {
    return guarded([&] { return static_cast<Files*>(own)->look(path, *info); });
  };
  all.list = [](void* own, const char* path, kedge_take_name take, void* taker) {
    return guarded([&] {
      return static_cast<Files*>(own)->list(
          path, [&](const std::string& name, std::uint32_t kind) { return take(taker, name.c_str(), kind); });
    });
  };
  all.read = [](void* own, const char* path, kedge_take_bytes take, void* taker) {
    return guarded([&] {
      std::string bytes;
      const int problem = static_cast<Files*>(own)->read(path, bytes);
      return problem != 0 ? problem : take(taker, bytes.data(), bytes.size());
    });
  };
  all.replace = [](void* own, const char* path, const char* bytes, std::size_t size, const char* expected,
                   std::size_t expected_size, std::uint32_t executable) {
    return guarded([&] {
      const std::string_view before(expected != nullptr ? expected : "", expected_size);
      return static_cast<Files*>(own)->replace(path, {bytes, size}, expected != nullptr ? &before : nullptr, executable != 0);
    });
  };
  all.remove = [](void* own, const char* path, const char* expected, std::size_t size) {
    return guarded([&] { return static_cast<Files*>(own)->remove(path, {expected, size}); });
  };
  all.make_folder = [](void* own, const char* path) {
    return guarded([&] { return static_cast<Files*>(own)->make_folder(path); });
  };
  all.remove_folder = [](void* own, const char* path) {
    return guarded([&] { return static_cast<Files*>(own)->remove_folder(path); });
  };
  return all;
}

inline kedge_records functions_of(Records& records) {
  kedge_records all = {};
  all.context = &records;
  all.size = [](void* own, const char* name, std::uint64_t* size) {
    return guarded([&] { return static_cast<Records*>(own)->size(name, *size); });
  };
  all.read = [](void* own, const char* name, std::uint64_t offset, char* into, std::size_t size, std::size_t* got) {
    return guarded([&] { return static_cast<Records*>(own)->read(name, offset, into, size, *got); });
  };
  all.write = [](void* own, const char* name, std::uint64_t offset, const char* bytes, std::size_t size) {
    return guarded([&] { return static_cast<Records*>(own)->write(name, offset, {bytes, size}); });
  };
  all.truncate = [](void* own, const char* name, std::uint64_t size) {
    return guarded([&] { return static_cast<Records*>(own)->truncate(name, size); });
  };
  all.sync = [](void* own, const char* name) { return guarded([&] { return static_cast<Records*>(own)->sync(name); }); };
  all.remove = [](void* own, const char* name) { return guarded([&] { return static_cast<Records*>(own)->remove(name); }); };
  return all;
}

}  // namespace detail

// An edit that is still arriving. Only patches are shown while they arrive.
class Preview {
 public:
  explicit Preview(kedge_preview* preview) : preview_(preview, &kedge_preview_end) {}
  // What these bytes, which may end anywhere, add to what is shown.
  std::string add(std::string_view bytes) {
    const detail::OwnedText shown(kedge_preview_add(preview_.get(), bytes.data(), bytes.size()));
    if (!shown) throw Refused(R"({"error":"not_open","message":"The preview has ended."})");
    return std::string(shown.get());
  }

 private:
  std::unique_ptr<kedge_preview, void (*)(kedge_preview*)> preview_;
};

// Hears what happens in a root until it is destroyed.
class Watch {
 public:
  using Heard = std::function<void(const std::string& event)>;

  // `request` may say {"answers": true}.
  Watch(kedge_workspace* workspace, Heard heard, const Object& request) : heard_(new Heard(std::move(heard))) {
    char* problem = nullptr;
    kedge_watch* const begun = kedge_watch_begin(
        workspace, request.json().c_str(),
        [](void* context, const char* event) {
          detail::guarded([&] {
            (*static_cast<Heard*>(context))(event);
            return 0;
          });
        },
        heard_.get(), &problem);
    watch_.reset(detail::opened(begun, problem));
  }
  Watch(Watch&& other) noexcept = default;
  Watch& operator=(Watch&& other) noexcept {
    watch_ = std::move(other.watch_);  // ends the old one, which may still call what is replaced next
    heard_ = std::move(other.heard_);
    return *this;
  }
  // False: nobody waits for the answer any more.
  bool answer(const Object& answer) { return kedge_watch_answer(watch_.get(), answer.json().c_str()) != 0; }

 private:
  struct End {
    void operator()(kedge_watch* watch) const { kedge_watch_end(watch); }
  };
  std::unique_ptr<Heard> heard_;
  std::unique_ptr<kedge_watch, End> watch_;  // last: it calls what is above
};

// May be used by several threads.
class Workspace {
 public:
  // `files` and `records` may be null, and have to outlive this.
  explicit Workspace(const Object& options, Files* files = nullptr, Records* records = nullptr) : own_(new Own) {
    if (kedge_abi() != KEDGE_ABI) {
      throw Refused(R"({"error":"schema_invalid","message":"This is a library of another version of the interface."})");
    }
    if (files != nullptr) own_->files = detail::functions_of(*files);
    if (records != nullptr) own_->records = detail::functions_of(*records);
    const kedge_own own{files != nullptr ? &own_->files : nullptr, records != nullptr ? &own_->records : nullptr};
    char* problem = nullptr;
    kedge_workspace* const found = kedge_open(KEDGE_ABI, options.json().c_str(), &own, &problem);
    workspace_.reset(detail::opened(found, problem));
  }
  Workspace(Workspace&& other) noexcept = default;
  Workspace& operator=(Workspace&& other) noexcept {
    workspace_ = std::move(other.workspace_);  // closes the old one, which still uses what is replaced next
    own_ = std::move(other.own_);
    return *this;
  }

  // Names, descriptions and schemas of the tools as JSON, as a server lists them or as an API takes them: "anthropic",
  // "openai", "gemini".
  std::string tools(const char* shape = nullptr) const {
    return detail::checked(detail::taken(kedge_tools(workspace_.get(), shape)));
  }
  // What a model should read before its first call.
  std::string instructions() const { return detail::taken(kedge_instructions(workspace_.get())); }

  Answer call(std::string_view tool, const Object& arguments, const Caller& caller = {}) {
    return send(Object().set("tool", tool), arguments, caller);
  }
  // By what they do, whatever the dialect calls them.
  Answer read(std::string_view path, int start = 0, int end = 0, const Caller& caller = {}) {
    Object arguments;
    arguments.set("path", path);
    if (start > 0) arguments.set("start", start);
    if (end > 0) arguments.set("end", end);
    return send(Object().set("verb", "read"), arguments, caller);
  }
  Answer search(std::string_view pattern, const Caller& caller = {}) {
    return send(Object().set("verb", "search"), Object().set("pattern", pattern), caller);
  }
  Answer write(std::string_view path, std::string_view content, const Caller& caller = {}) {
    return send(Object().set("verb", "write"), Object().set("path", path).set("content", content), caller);
  }
  Answer edit(const Object& arguments, const Caller& caller = {}) {
    return send(Object().set("verb", "edit"), arguments, caller);
  }
  // For dialects whose edit is a text, such as patch.
  Answer edit(std::string_view input, const Caller& caller = {}) { return edit(Object().set("input", input), caller); }
  Answer undo(const Object& arguments = {}, const Caller& caller = {}) {
    return send(Object().set("verb", "undo"), arguments, caller);
  }
  void cancel(const std::string& call) { kedge_cancel(workspace_.get(), call.c_str()); }

  // The arguments of an edit of `to` that does what this one of `from` does.
  std::string convert(std::string_view from, std::string_view to, const Object& arguments, std::string_view session = {}) {
    Object request;
    request.set("from", from).set("to", to).set("arguments", arguments);
    if (!session.empty()) request.set("session", session);
    return detail::checked(detail::taken(kedge_convert(workspace_.get(), request.json().c_str())));
  }

  Preview preview(std::string_view session = {}) {
    Object request;
    if (!session.empty()) request.set("session", session);
    char* problem = nullptr;
    kedge_preview* const begun = kedge_preview_begin(workspace_.get(), request.json().c_str(), &problem);
    return Preview(detail::opened(begun, problem));
  }
  // `heard` is called by another thread, with messages as kedge watch --json prints them.
  Watch watch(Watch::Heard heard, bool answers = false) {
    return Watch(workspace_.get(), std::move(heard), Object().set("answers", answers));
  }

  kedge_workspace* handle() const { return workspace_.get(); }

 private:
  Answer send(Object request, const Object& arguments, const Caller& caller) {
    request.set("arguments", arguments);
    if (!caller.session.empty()) request.set("session", caller.session);
    if (!caller.call.empty()) request.set("call", caller.call);
    Answer answer;
    answer.json = detail::taken(kedge_call(workspace_.get(), request.json().c_str()));
    answer.refused = detail::member(answer.json, "isError") == "true";
    for (const std::string_view item : detail::items(detail::member(answer.json, "content"))) {
      answer.text += (answer.text.empty() ? "" : "\n") + detail::unquoted(detail::member(item, "text"));
    }
    answer.structured = std::string(detail::member(answer.json, "structuredContent"));
    return answer;
  }

  struct Own {
    kedge_files files = {};
    kedge_records records = {};
  };
  struct Close {
    void operator()(kedge_workspace* workspace) const { kedge_close(workspace); }
  };
  std::unique_ptr<Own> own_;
  std::unique_ptr<kedge_workspace, Close> workspace_;  // last: it uses what is above
};

}  // namespace api_1
}  // namespace kedge

#endif
