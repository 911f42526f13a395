#include "support/sha256.hpp"

#include <gtest/gtest.h>

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

TEST(Sha256, KnownMessagesHaveTheirKnownDigests) {
  for (const Vector& vector : vectors()) EXPECT_EQ(to_hex(sha256(vector.message)), vector.hex) << vector.message.size();
}

TEST(Sha256, EveryKernelAgrees) {
  ASSERT_FALSE(sha256_kernels().empty());
  std::vector<Vector> known = vectors();
  // Several messages of each length, in an order that mixes short and long ones.
  for (std::size_t length = 0; length < 300; ++length) {
    const std::string message(length * 7 % 300, static_cast<char>('a' + length % 26));
    known.push_back({message, {}});
  }
  std::vector<std::string_view> messages;
  for (const Vector& vector : known) messages.push_back(vector.message);
  for (const Sha256Kernel& kernel : sha256_kernels()) {
    std::vector<Digest> digests(messages.size());
    kernel.hash_each(messages, digests);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      EXPECT_EQ(digests[i], sha256(messages[i])) << kernel.name << ", " << messages[i].size() << " bytes";
    }
  }
}

TEST(Sha256, ThePortableKernelIsAlwaysThere) {
  bool found = false;
  for (const Sha256Kernel& kernel : sha256_kernels()) found = found || kernel.name == "portable";
  EXPECT_TRUE(found);
}

TEST(Sha256, NoMessagesNeedNoDigests) { sha256_each({}, {}); }

}  // namespace
}  // namespace kedge
