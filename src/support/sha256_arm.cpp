// SHA-256 with the Cryptographic Extension of ARMv8 (sha256h and its kin).
//
// The rounds of one message are one chain: each waits for the one before, and the unit that computes them is idle most of the
// time. One long message cannot do better than that chain. Many short ones can: two of them take turns, and the waiting of
// one is the work of the other.
#include "support/sha256_kernel.hpp"

#if defined(__AARCH64EL__) && defined(__linux__)

#include <arm_neon.h>
#include <asm/hwcap.h>
#include <linux/auxvec.h>

#include <algorithm>

// From the C library: what the system wrote into this process about the processor when it started. Reading it is no system
// call; it is declared here because its header, <sys/auxv.h>, has a name that only src/fs may include.
extern "C" unsigned long getauxval(unsigned long type) noexcept;

namespace kedge::sha256_kernel {
namespace {

// Only these functions may use the instructions; they are called only if the processor has them.
#define KEDGE_SHA2 gnu::target("+crypto")

// One message under way: its state, what it was before the block at hand, and sixteen words of the schedule of that block.
struct Lane {
  uint32x4_t abcd, efgh;
  uint32x4_t abcd_before, efgh_before;
  uint32x4_t w0, w1, w2, w3;
};

[[KEDGE_SHA2, gnu::always_inline]] inline void load_state(Lane& lane, const State& state) {
  lane.abcd = vld1q_u32(state.words.data());
  lane.efgh = vld1q_u32(state.words.data() + 4);
}

[[KEDGE_SHA2, gnu::always_inline]] inline uint32x4_t load_words(const std::uint8_t* at) {
  return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(at)));
}

[[KEDGE_SHA2, gnu::always_inline]] inline void begin_block(Lane& lane, const std::uint8_t* block) {
  lane.abcd_before = lane.abcd;
  lane.efgh_before = lane.efgh;
  lane.w0 = load_words(block);
  lane.w1 = load_words(block + 16);
  lane.w2 = load_words(block + 32);
  lane.w3 = load_words(block + 48);
}

// Both instructions read both halves as they were, and each overwrites one, so a copy has to be made, and it takes as long as
// the rounds do. It must go to the instruction that only reads it. Compilers, left alone with intrinsics, have the other one
// continue on the copy, which puts it into every link of the chain and takes a quarter of the speed: hence assembly.
[[KEDGE_SHA2, gnu::always_inline]] inline void four_rounds(Lane& lane, uint32x4_t w, uint32x4_t constants) {
  const uint32x4_t wk = vaddq_u32(w, constants);
  uint32x4_t abcd_before;
  asm("mov %2.16b, %0.16b\n\t"
      "sha256h %q0, %q1, %3.4s\n\t"
      "sha256h2 %q1, %q2, %3.4s"
      : "+w"(lane.abcd), "+w"(lane.efgh), "=&w"(abcd_before)
      : "w"(wk));
}

// w[t..t+3] out of the sixteen words before them.
[[KEDGE_SHA2, gnu::always_inline]] inline uint32x4_t schedule(uint32x4_t w16, uint32x4_t w12, uint32x4_t w8, uint32x4_t w4) {
  return vsha256su1q_u32(vsha256su0q_u32(w16, w12), w8, w4);
}

[[KEDGE_SHA2, gnu::always_inline]] inline void end_block(Lane& lane) {
  lane.abcd = vaddq_u32(lane.abcd, lane.abcd_before);
  lane.efgh = vaddq_u32(lane.efgh, lane.efgh_before);
}

// From the beginning of a block to its end in each of the lanes, four rounds of one and then four of the next.
template <typename... Lanes>
[[KEDGE_SHA2, gnu::always_inline]] inline void mix(Lanes&... lanes) {
  const std::uint32_t* constants = round_constants.data();
  const std::uint32_t* const last_sixteen = constants + 48;
  for (; constants != last_sixteen; constants += 16) {
    const uint32x4x4_t k = vld1q_u32_x4(constants);
    (four_rounds(lanes, lanes.w0, k.val[0]), ...);
    ((lanes.w0 = schedule(lanes.w0, lanes.w1, lanes.w2, lanes.w3)), ...);
    (four_rounds(lanes, lanes.w1, k.val[1]), ...);
    ((lanes.w1 = schedule(lanes.w1, lanes.w2, lanes.w3, lanes.w0)), ...);
    (four_rounds(lanes, lanes.w2, k.val[2]), ...);
    ((lanes.w2 = schedule(lanes.w2, lanes.w3, lanes.w0, lanes.w1)), ...);
    (four_rounds(lanes, lanes.w3, k.val[3]), ...);
    ((lanes.w3 = schedule(lanes.w3, lanes.w0, lanes.w1, lanes.w2)), ...);
  }
  const uint32x4x4_t k = vld1q_u32_x4(constants);
  (four_rounds(lanes, lanes.w0, k.val[0]), ...);
  (four_rounds(lanes, lanes.w1, k.val[1]), ...);
  (four_rounds(lanes, lanes.w2, k.val[2]), ...);
  (four_rounds(lanes, lanes.w3, k.val[3]), ...);
  (end_block(lanes), ...);
}

[[KEDGE_SHA2]] void compress(State& state, const std::uint8_t* blocks, std::size_t count) {
  Lane lane;
  load_state(lane, state);
  for (; count > 0; --count, blocks += block_size) {
    begin_block(lane, blocks);
    mix(lane);
  }
  vst1q_u32(state.words.data(), lane.abcd);
  vst1q_u32(state.words.data() + 4, lane.efgh);
}

// A message whose last blocks are written out.
struct Padded {
  const std::uint8_t* whole;
  std::size_t whole_count;
  Tail tail;

  std::size_t block_count() const { return whole_count + tail.block_count; }
  const std::uint8_t* block(std::size_t i) const {
    return i < whole_count ? whole + i * block_size : tail.bytes.data() + (i - whole_count) * block_size;
  }
};

[[KEDGE_SHA2, gnu::always_inline]] inline void store_digest(const Lane& lane, Digest& digest) {
  vst1q_u8(digest.data(), vrev32q_u8(vreinterpretq_u8_u32(lane.abcd)));
  vst1q_u8(digest.data() + 16, vrev32q_u8(vreinterpretq_u8_u32(lane.efgh)));
}

[[KEDGE_SHA2]] void hash_pair(const Padded& a, const Padded& b, Digest& digest_a, Digest& digest_b) {
  Lane lane_a;
  Lane lane_b;
  load_state(lane_a, initial_state);
  load_state(lane_b, initial_state);
  const std::size_t both = std::min(a.block_count(), b.block_count());
  for (std::size_t i = 0; i < both; ++i) {
    begin_block(lane_a, a.block(i));
    begin_block(lane_b, b.block(i));
    mix(lane_a, lane_b);
  }
  for (std::size_t i = both; i < a.block_count(); ++i) {
    begin_block(lane_a, a.block(i));
    mix(lane_a);
  }
  for (std::size_t i = both; i < b.block_count(); ++i) {
    begin_block(lane_b, b.block(i));
    mix(lane_b);
  }
  store_digest(lane_a, digest_a);
  store_digest(lane_b, digest_b);
}

#undef KEDGE_SHA2

// So many messages are padded before the first of them is hashed: bytes that were just written one by one cannot be loaded as
// a vector until they have reached the cache, and rounds would wait for them.
constexpr std::size_t padded_ahead = 4;

void hash_each_in_pairs(std::span<const std::string_view> messages, std::span<Digest> digests) {
  KEDGE_REQUIRE(messages.size() == digests.size());
  std::array<Padded, padded_ahead> padded;
  while (messages.size() > 1) {
    const std::size_t count = std::min(messages.size(), padded_ahead) / 2 * 2;
    for (std::size_t i = 0; i < count; ++i) {
      padded[i].whole = whole_blocks(messages[i]);
      padded[i].whole_count = whole_block_count(messages[i]);
      padded[i].tail.fill(messages[i]);
    }
    for (std::size_t i = 0; i < count; i += 2) hash_pair(padded[i], padded[i + 1], digests[i], digests[i + 1]);
    messages = messages.subspan(count);
    digests = digests.subspan(count);
  }
  if (!messages.empty()) digests[0] = hash<compress>(messages[0]);
}

}  // namespace

std::optional<Sha256Kernel> arm() {
  if ((getauxval(AT_HWCAP) & HWCAP_SHA2) == 0) return std::nullopt;
  return Sha256Kernel{"arm sha2", &compress, &hash<compress>, &hash_each_in_pairs};
}

}  // namespace kedge::sha256_kernel

#else

namespace kedge::sha256_kernel {

std::optional<Sha256Kernel> arm() { return std::nullopt; }

}  // namespace kedge::sha256_kernel

#endif
