// A body that is sent in chunks, each with its length before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "http/sender.hpp"

namespace kedge {

class ChunkedBody {
 public:
  explicit ChunkedBody(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // Takes off these bytes what belongs to the body. True: that was all of it. After a refusal the connection has to end.
  // Chunk extensions and trailer fields are ignored.
  std::expected<bool, HttpRefusal> take(std::string& bytes);

  std::string text = {};

 private:
  enum class Next : std::uint8_t { size, data, end_of_data, trailer };

  // False: more bytes are needed.
  std::expected<bool, HttpRefusal> step(std::string_view& rest);
  static std::expected<bool, HttpRefusal> take_line(std::string_view& rest, std::string_view& line);

  std::size_t most_bytes_;
  std::size_t left_ = 0;  // of this chunk
  std::size_t trailer_bytes_ = 0;
  Next next_ = Next::size;
  bool ended_ = false;
};

std::string as_chunk(std::string_view text);
inline constexpr std::string_view last_chunk = "0\r\n\r\n";

}  // namespace kedge
