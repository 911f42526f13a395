#include "fuzz/battery/mutator.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "support/strings.hpp"

namespace kedge::fuzz {
namespace {

constexpr std::array<std::string_view, 16> odd_pieces{std::string_view("\0", 1),
                                                      "\xFF",
                                                      "\r\n",
                                                      "\n",
                                                      "\r",
                                                      "\t",
                                                      " ",
                                                      "\xEF\xBB\xBF",
                                                      "\xC2\xA0",
                                                      "\xE2\x80\x8B",
                                                      "\xED\xA0\x80",
                                                      "0",
                                                      "-1",
                                                      "99999999999999999999",
                                                      "\"",
                                                      "\\"};

// Some stretch of it; may be empty.
struct Stretch {
  std::size_t begin, size;
};
Stretch stretch_of(const std::string& input, RepeatableRandom& random) {
  const std::size_t begin = random.below(input.size() + 1);
  const std::size_t most = std::min<std::size_t>(input.size() - begin, random.below(4) == 0 ? 512 : 16);
  return {begin, random.below(most + 1)};
}

// What takes part in everything that has lines: one of them, with its end.
Stretch line_of(const std::string& input, RepeatableRandom& random) {
  const std::size_t at = random.below(input.size() + 1);
  const std::size_t before = at == 0 ? std::string::npos : input.rfind('\n', at - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::size_t end = input.find('\n', at);
  return {begin, (end == std::string::npos ? input.size() : end + 1) - begin};
}

}  // namespace

void Mutator::alter(std::string& input, RepeatableRandom& random) const {
  const std::size_t at = random.below(input.size() + 1);
  switch (random.below(13)) {
    case 0:
      if (at < input.size()) input[at] = static_cast<char>(input[at] ^ (1 << random.below(8)));
      break;
    case 1:
      if (at < input.size()) input[at] = static_cast<char>(random.next());
      break;
    case 2: input.insert(at, 1, static_cast<char>(random.next())); break;
    case 3: input.insert(at, odd_pieces[random.below(odd_pieces.size())]); break;
    case 4:
    case 5:
      if (!words_.empty()) input.insert(at, words_[random.below(words_.size())]);
      break;
    case 6: {
      const Stretch gone = stretch_of(input, random);
      input.erase(gone.begin, gone.size);
      break;
    }
    case 7: {
      const Stretch copied = stretch_of(input, random);
      input.insert(at, input.substr(copied.begin, copied.size));
      break;
    }
    case 8: {  // a stretch of another
      const std::string& other = seeds_[random.below(seeds_.size())];
      const Stretch copied = stretch_of(other, random);
      input.insert(at, other.substr(copied.begin, copied.size));
      break;
    }
    case 9: {  // the rest of another
      const std::string& other = seeds_[random.below(seeds_.size())];
      input = input.substr(0, at) + other.substr(random.below(other.size() + 1));
      break;
    }
    case 10: input.resize(at); break;
    case 11: {
      const Stretch line = line_of(input, random);
      const std::string copied = input.substr(line.begin, line.size);
      if (random.below(2) == 0) input.erase(line.begin, line.size);
      const Stretch place = line_of(input, random);
      input.insert(place.begin, copied);
      break;
    }
    default: {  // a number becomes another
      const std::size_t digit = input.find_first_of("0123456789", at);
      if (digit != std::string::npos) input[digit] = static_cast<char>('0' + random.below(10));
    }
  }
}

std::string Mutator::input(std::uint64_t seed, std::uint64_t execution) const {
  // The kept ones as they are come first.
  if (execution < seeds_.size()) return seeds_[execution];
  RepeatableRandom random(seed * 0x9E3779B97F4A7C15U + execution);
  (void)random.next();
  std::string made = seeds_[random.below(seeds_.size())];
  for (std::size_t left = 1 + random.below(random.below(4) == 0 ? 12 : 4); left > 0; --left) alter(made, random);
  if (made.size() > longest_input) made.resize(longest_input);
  return made;
}

std::vector<std::string> dictionary_words(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view line : split(text, '\n')) {
    const std::size_t open = line.find('"');
    const std::size_t close = line.rfind('"');
    if (line.starts_with('#') || open == std::string_view::npos || close == open) continue;
    std::string word;
    for (std::size_t at = open + 1; at < close; ++at) {
      if (line[at] != '\\') {
        word.push_back(line[at]);
      } else if (line[at + 1] == 'x' && at + 3 < close) {
        word.push_back(static_cast<char>(*hex_digit(line[at + 2]) * 16 + *hex_digit(line[at + 3])));
        at += 3;
      } else {
        word.push_back(line[++at]);
      }
    }
    words.push_back(std::move(word));
  }
  return words;
}

}  // namespace kedge::fuzz
