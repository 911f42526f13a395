// SHA-256 against published vectors and `sha256sum`; line and context hashes against naive twins.
#include <gtest/gtest.h>

#include <cctype>

#include "laws/line_soup.hpp"
#include "laws/other_programs.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"
#include "laws/row_model.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"
#include "text/line_hash.hpp"

namespace kedge::laws {
namespace {

struct PublishedVector {
  std::string message;
  std::string_view digest;
};

// FIPS 180-4 examples, and those of the NIST validation suite around the edges of a block.
std::vector<PublishedVector> published_vectors() {
  return {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
       "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
      {std::string(1'000'000, 'a'), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
      {"\xBD", "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"},
      {"\xC9\x8C\x8E\x55", "7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504"},
      {std::string(55, '\0'), "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"},
      {std::string(56, '\0'), "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"},
      {std::string(57, '\0'), "65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785"},
      {std::string(64, '\0'), "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"},
  };
}

std::string random_message(Random& random) {
  const std::uint32_t most = random.one_in(200) ? 100'000 : random.one_in(10) ? 2000 : 150;
  std::string message(random.below(most), '\0');
  for (char& byte : message) byte = static_cast<char>(random.next());
  return message;
}

std::string naive_hex(const Digest& digest) {
  std::string hex;
  for (const std::uint8_t byte : digest) {
    hex += "0123456789abcdef"[byte >> 4U];
    hex += "0123456789abcdef"[byte & 15U];
  }
  return hex;
}

TEST(Sha256Laws, PublishedVectorsHoldInEveryKernel) {
  for (const PublishedVector& vector : published_vectors()) {
    EXPECT_EQ(naive_hex(sha256(vector.message)), vector.digest) << vector.message.size() << " bytes";
    for (const Sha256Kernel& kernel : sha256_kernels()) {
      const std::string_view message = vector.message;
      EXPECT_EQ(naive_hex(kernel.hash(message)), vector.digest) << kernel.name << ", " << message.size() << " bytes";
      Digest digest{};
      kernel.hash_each({&message, 1}, {&digest, 1});
      EXPECT_EQ(naive_hex(digest), vector.digest) << kernel.name << ", " << message.size() << " bytes";
    }
  }
}

TEST(Sha256Laws, EveryKernelAgreesWithThePortableOneWhereverMessagesStand) {
  const Sha256Kernel& portable = sha256_kernels().back();
  ASSERT_EQ(portable.name, "portable");
  for_random_cases(law_cases() / 20, [&](Random& random) {
    std::vector<std::string> messages(random.below(20));
    for (std::string& message : messages) message = random_message(random);
    std::vector<std::string_view> views;
    views.reserve(messages.size());
    for (const std::string& message : messages)
      views.push_back(std::string_view(message).substr(random.below(17) % (message.size() + 1)));
    for (const Sha256Kernel& kernel : sha256_kernels()) {
      std::vector<Digest> digests(views.size());
      kernel.hash_each(views, digests);
      for (std::size_t i = 0; i < views.size(); ++i) {
        const std::string expected = naive_hex(portable.hash(views[i]));
        ASSERT_EQ(naive_hex(digests[i]), expected) << kernel.name << ", message " << i;
        ASSERT_EQ(naive_hex(kernel.hash(views[i])), expected) << kernel.name << ", message " << i << " alone";
      }
    }
  });
}

TEST(Sha256Laws, Sha256sumFindsTheSameDigests) {
  const ScratchFolder folder;
  Random random(case_seed(0));
  std::vector<std::string> messages;
  for (std::size_t size = 0; size <= 260; ++size) messages.emplace_back(size, static_cast<char>(size));
  for (std::size_t i = 0; i < law_cases() / 100; ++i) messages.push_back(random_message(random));

  std::string names;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    folder.write(concat(i), messages[i]);
    append(names, concat(i, '\0'));
  }
  folder.write("names", names);
  const Ran ran = run({"xargs", "-0", "-a", "names", "sha256sum"}, {.folder = folder.path()});
  ASSERT_EQ(ran.exit_status, 0) << ran.output;
  std::size_t at = 0;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const std::string expected = concat(naive_hex(sha256(messages[i])), "  ", i, '\n');
    ASSERT_EQ(ran.output.substr(at, expected.size()), expected) << messages[i].size() << " bytes";
    at += expected.size();
  }
  ASSERT_EQ(at, ran.output.size());
}

TEST(LineHashLaws, PrefixesOfEitherCaseAreThoseOfOneDigestOfTheContent) {
  for_random_cases(law_cases(), [](Random& random) {
    const std::string content = random.one_in(2) ? byte_soup(random, 8) : random_message(random);
    const LineHash hash = hash_of(content);
    ASSERT_EQ(hash.digest, sha256(content));
    const std::string hex = naive_hex(hash.digest);
    const std::size_t digits = random.below(65);
    ASSERT_EQ(hash.hex(digits), hex.substr(0, digits));
    std::string prefix = hex.substr(0, digits);
    for (char& digit : prefix) digit = random.one_in(2) ? static_cast<char>(std::toupper(digit)) : digit;
    ASSERT_EQ(hash.has_prefix(prefix), !prefix.empty());
    if (prefix.empty()) return;
    char& wrong = prefix[random.below(prefix.size())];
    const char right = wrong;
    while (std::tolower(wrong) == std::tolower(right)) wrong = random.pick(std::string_view("0123456789abcdefgzGZ@`/: -"));
    ASSERT_FALSE(hash.has_prefix(prefix)) << prefix << " of " << hex;
    ASSERT_FALSE(hash.has_prefix(hex + "0"));
  });
}

TEST(LineHashLaws, LineHashesAreThoseOfTheContentsInOrder) {
  for_random_cases(law_cases() / 10, [](Random& random) {
    const LineSoup soup(random);
    const std::string bytes = soup.text(random, 12);
    const RowFile file = row_file(bytes);
    const std::vector<LineHash> hashes = line_hashes(Text(bytes));
    ASSERT_EQ(hashes.size(), file.rows.size());
    for (std::size_t i = 0; i < hashes.size(); ++i) ASSERT_EQ(hashes[i], hash_of(file.rows[i].content)) << shown(bytes);
  });
}

// Which control characters count as blank is left open, so the naive twin knows the space and the tab alone.
std::string nearest_not_blank(const std::vector<Row>& rows, std::size_t from, int step) {
  for (std::size_t i = from + static_cast<std::size_t>(step); i < rows.size(); i += static_cast<std::size_t>(step)) {
    if (rows[i].content.find_first_not_of(" \t") != std::string::npos) return rows[i].content;
  }
  return "";
}

TEST(LineHashLaws, ContextHashJoinsTheNearestNeighboursThatAreNotBlank) {
  for_random_cases(law_cases() / 4, [](Random& random) {
    constexpr std::array<std::string_view, 7> contents{"", " ", "\t ", "a", "b", " a", "a\xFF"};
    constexpr std::array<std::string_view, 2> endings{"\n", "\r\n"};
    std::string bytes;
    for (std::uint32_t left = 1 + random.below(7); left > 0; --left) {
      append(bytes, random.pick(contents));
      if (left > 1 || random.one_in(2)) append(bytes, random.pick(endings));
    }
    const Text text(bytes);
    const std::vector<Row> rows = row_file(bytes).rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::string joined = nearest_not_blank(rows, i, -1) + "\n" + rows[i].content + "\n" + nearest_not_blank(rows, i, 1);
      ASSERT_EQ(context_hash(text, LineNo{static_cast<std::uint32_t>(i + 1)}).hex(64), naive_hex(sha256(joined)))
          << "line " << i + 1 << " of " << shown(bytes);
    }
  });
}

}  // namespace
}  // namespace kedge::laws
