#include "support/sha256.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "support/strings.hpp"

namespace kedge {
namespace {

struct Vector {
  std::string message;
  std::string_view hex;
};

// FIPS 180-4 examples, and the lengths around which padding changes its shape.
std::vector<Vector> vectors() {
  return {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {std::string(55, 'a'), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
      {std::string(56, 'a'), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
      {std::string(63, 'a'), "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
      {std::string(64, 'a'), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
      {std::string(65, 'a'), "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
      {std::string(119, 'a'), "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"},
      {std::string(120, 'a'), "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"},
      {std::string(1'000'000, 'a'), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
  };
}

const Sha256Kernel& portable_kernel() { return *std::ranges::find(sha256_kernels(), "portable", &Sha256Kernel::name); }

std::string noise(std::size_t size) {
  std::mt19937 random(static_cast<std::uint32_t>(size));
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

// Both doors of every kernel.
void expect_all_to_agree(std::span<const std::string_view> messages) {
  for (const Sha256Kernel& kernel : sha256_kernels()) {
    std::vector<Digest> digests(messages.size());
    kernel.hash_each(messages, digests);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const Digest expected = portable_kernel().hash(messages[i]);
      EXPECT_EQ(digests[i], expected) << kernel.name << ", message " << i << " of " << messages[i].size() << " bytes";
      EXPECT_EQ(kernel.hash(messages[i]), expected) << kernel.name << ", alone, " << messages[i].size() << " bytes";
    }
  }
}

TEST(Sha256, PiecesAddUpToTheWhole) {
  for (const std::size_t size : {0UL, 1UL, 55UL, 63UL, 64UL, 65UL, 119UL, 128UL, 1000UL, 5000UL}) {
    const std::string message = noise(size);
    for (const std::size_t step : {1UL, 7UL, 63UL, 64UL, 65UL, 1000UL, 10'000UL}) {
      Sha256 hash;
      for (std::size_t at = 0; at < size; at += step) hash.add(std::string_view(message).substr(at, step));
      EXPECT_EQ(hash.finish(), sha256(message)) << size << " bytes in pieces of " << step;
    }
  }
}

TEST(Sha256, ThePortableKernelIsAlwaysThereAndLast) {
  ASSERT_FALSE(sha256_kernels().empty());
  EXPECT_EQ(sha256_kernels().back().name, "portable");
}

TEST(Sha256, KnownMessagesHaveTheirKnownDigestsInEveryKernel) {
  for (const Vector& vector : vectors()) {
    EXPECT_EQ(to_hex(sha256(vector.message)), vector.hex) << vector.message.size();
    for (const Sha256Kernel& kernel : sha256_kernels()) {
      EXPECT_EQ(to_hex(kernel.hash(vector.message)), vector.hex) << kernel.name << ", " << vector.message.size();
    }
  }
}

TEST(Sha256, EveryKernelAgreesAtEveryLengthAndAlignment) {
  const std::string bytes = noise(400);
  for (std::size_t offset = 0; offset < 17; ++offset) {
    std::vector<std::string_view> messages;
    for (std::size_t size = 0; size <= 300; ++size) messages.push_back(std::string_view(bytes).substr(offset, size));
    expect_all_to_agree(messages);
  }
}

// In memory of their own, so that a sanitizer sees a kernel that reads past an end.
TEST(Sha256, EveryKernelStaysInsideItsMessages) {
  std::vector<std::vector<char>> owned;
  for (std::size_t size = 0; size <= 300; ++size) owned.emplace_back(size, static_cast<char>(size));
  std::vector<std::string_view> messages;
  messages.reserve(owned.size());
  for (const std::vector<char>& bytes : owned) messages.emplace_back(bytes.data(), bytes.size());
  expect_all_to_agree(messages);
}

TEST(Sha256, EveryKernelAgreesOnBatchesOfEverySizeThatMixLengths) {
  const std::string bytes = noise(300);
  for (std::size_t count = 0; count <= 40; ++count) {
    std::vector<std::string_view> messages;
    // Neighbours of one, two and several blocks, in every order.
    messages.reserve(count);
    while (messages.size() < count) {
      const std::size_t i = messages.size();
      messages.push_back(std::string_view(bytes).substr(i % 7, (i * 89 + count * 31) % 290));
    }
    expect_all_to_agree(messages);
  }
}

TEST(Sha256, EveryKernelAgreesOnLongMessages) {
  const std::string bytes = noise(100'000);
  std::mt19937 random(1);
  std::vector<std::string_view> messages{bytes};
  while (messages.size() < 24) messages.push_back(std::string_view(bytes).substr(random() % 1000, random() % bytes.size()));
  messages.insert(messages.begin() + 3, {"", "short"});  // beside long ones
  expect_all_to_agree(messages);
}

TEST(Sha256, NoMessagesNeedNoDigests) { sha256_each({}, {}); }

TEST(Sha256, ADigestComesBackFromItsHexDigitsAndFromNothingElse) {
  const Digest digest = sha256("abc");
  const std::string hex = to_hex(digest);
  EXPECT_EQ(digest_from_hex(hex), digest);
  EXPECT_EQ(digest_from_hex("BA" + hex.substr(2)), digest);
  EXPECT_EQ(digest_from_hex(hex.substr(1)), std::nullopt);
  EXPECT_EQ(digest_from_hex(hex + "0"), std::nullopt);
  for (const char* const odd : {"-1", " 1", "1 ", "0x", "g0", "0g"}) {
    EXPECT_EQ(digest_from_hex(odd + hex.substr(2)), std::nullopt) << odd;
    EXPECT_EQ(digest_from_hex(hex.substr(2) + odd), std::nullopt) << odd;
  }
}

}  // namespace
}  // namespace kedge
