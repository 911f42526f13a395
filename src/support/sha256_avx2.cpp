// SHA-256 for x86-64 without the SHA extensions: the words of two blocks at a time with AVX2, the rounds one after the other.
// The words are computed between the rounds of the first block: each waits for the one before it and leaves room for them.
#include "support/sha256_kernel.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

namespace kedge::sha256_kernel {
namespace {

// Only these functions may use the instructions; they are called only if the processor has them.
#define KEDGE_AVX2 gnu::target("avx2,bmi2")

// The same four words of two blocks: one in each half.
[[KEDGE_AVX2, gnu::always_inline]] inline __m256i load_words(const std::uint8_t* one, const std::uint8_t* other) {
  const __m128i big_endian = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  const __m256i first = _mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(one)));
  const __m256i both = _mm256_inserti128_si256(first, _mm_loadu_si128(reinterpret_cast<const __m128i*>(other)), 1);
  return _mm256_shuffle_epi8(both, _mm256_broadcastsi128_si256(big_endian));
}

template <int count>
[[KEDGE_AVX2, gnu::always_inline]] inline __m256i rotated(__m256i words) {
  return _mm256_or_si256(_mm256_srli_epi32(words, count), _mm256_slli_epi32(words, 32 - count));
}

// Of words that stand twice next to each other, a shift of both is a rotation. What it gives stands in every second place.
[[KEDGE_AVX2, gnu::always_inline]] inline __m256i mixed_by_two_back(__m256i doubled) {
  const __m256i rotations = _mm256_xor_si256(_mm256_srli_epi64(doubled, 17), _mm256_srli_epi64(doubled, 19));
  return _mm256_shuffle_epi32(_mm256_xor_si256(rotations, _mm256_srli_epi32(doubled, 10)), 0x88);
}

// w[t..t+3] out of the sixteen words before them. The last two need the first two.
[[KEDGE_AVX2, gnu::always_inline]] inline __m256i schedule(__m256i w16, __m256i w12, __m256i w8, __m256i w4) {
  const __m256i fifteen_back = _mm256_alignr_epi8(w12, w16, 4);
  const __m256i seven_back = _mm256_alignr_epi8(w4, w8, 4);
  const __m256i s0 = _mm256_xor_si256(_mm256_xor_si256(rotated<7>(fifteen_back), rotated<18>(fifteen_back)),
                                      _mm256_srli_epi32(fifteen_back, 3));
  __m256i sum = _mm256_add_epi32(_mm256_add_epi32(w16, s0), seven_back);
  const __m256i first_two = _mm256_set_epi32(0, 0, -1, -1, 0, 0, -1, -1);
  sum = _mm256_add_epi32(sum, _mm256_and_si256(mixed_by_two_back(_mm256_shuffle_epi32(w4, 0xFA)), first_two));
  return _mm256_add_epi32(sum, _mm256_andnot_si256(first_two, mixed_by_two_back(_mm256_shuffle_epi32(sum, 0x50))));
}

// The words of two blocks with the round constants added.
struct Schedule {
  alignas(16) std::array<std::array<std::uint32_t, 64>, 2> blocks;
};

[[KEDGE_AVX2, gnu::always_inline]] inline void put(Schedule& all, std::size_t at, __m256i words) {
  const __m128i constants = _mm_load_si128(reinterpret_cast<const __m128i*>(round_constants.data() + at));
  const __m256i sum = _mm256_add_epi32(words, _mm256_broadcastsi128_si256(constants));
  _mm_store_si128(reinterpret_cast<__m128i*>(all.blocks[0].data() + at), _mm256_castsi256_si128(sum));
  _mm_store_si128(reinterpret_cast<__m128i*>(all.blocks[1].data() + at), _mm256_extracti128_si256(sum, 1));
}

using Word = std::uint32_t;

// Instead of passing all eight on, the next round is called with other names for them. `b_or_c` is b ^ c, which the round
// before has computed as its a ^ b.
[[KEDGE_AVX2, gnu::always_inline]] inline void round(Word a, Word b, Word& d, Word e, Word f, Word g, Word& h, Word& b_or_c,
                                                     Word word) {
  h += word + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + (((f ^ g) & e) ^ g);
  d += h;
  const Word a_or_b = a ^ b;
  h += (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a_or_b & b_or_c) ^ b);
  b_or_c = a_or_b;
}

// The state while a block is mixed into it. After eight rounds, each word has its own name again.
struct Mix {
  Word a, b, c, d, e, f, g, h;
  Word b_or_c;

  explicit Mix(const State& state)
      : a(state.words[0]),
        b(state.words[1]),
        c(state.words[2]),
        d(state.words[3]),
        e(state.words[4]),
        f(state.words[5]),
        g(state.words[6]),
        h(state.words[7]),
        b_or_c(b ^ c) {}

  [[KEDGE_AVX2, gnu::always_inline]] void four(const Word* words) {
    round(a, b, d, e, f, g, h, b_or_c, words[0]);
    round(h, a, c, d, e, f, g, b_or_c, words[1]);
    round(g, h, b, c, d, e, f, b_or_c, words[2]);
    round(f, g, a, b, c, d, e, b_or_c, words[3]);
  }
  [[KEDGE_AVX2, gnu::always_inline]] void next_four(const Word* words) {
    round(e, f, h, a, b, c, d, b_or_c, words[0]);
    round(d, e, g, h, a, b, c, b_or_c, words[1]);
    round(c, d, f, g, h, a, b, b_or_c, words[2]);
    round(b, c, e, f, g, h, a, b_or_c, words[3]);
  }
  [[KEDGE_AVX2, gnu::always_inline]] void add_to(State& state) const {
    const std::array<Word, 8> mixed{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < mixed.size(); ++i) state.words[i] += mixed[i];
  }
};

[[KEDGE_AVX2, gnu::always_inline]] inline void add_block(State& state, const std::array<Word, 64>& words) {
  Mix mix(state);
  for (std::size_t i = 0; i < words.size(); i += 8) {
    mix.four(words.data() + i);
    mix.next_four(words.data() + i + 4);
  }
  mix.add_to(state);
}

// The first of two blocks, while the words of both are computed.
[[KEDGE_AVX2, gnu::always_inline]] inline void add_first_block(State& state, Schedule& all, const std::uint8_t* one,
                                                               const std::uint8_t* other) {
  __m256i w0 = load_words(one, other);
  __m256i w1 = load_words(one + 16, other + 16);
  __m256i w2 = load_words(one + 32, other + 32);
  __m256i w3 = load_words(one + 48, other + 48);
  put(all, 0, w0);
  put(all, 4, w1);
  put(all, 8, w2);
  put(all, 12, w3);
  Mix mix(state);
  const Word* const words = all.blocks[0].data();
  for (std::size_t at = 0; at < 48; at += 16) {
    w0 = schedule(w0, w1, w2, w3);
    mix.four(words + at);
    put(all, at + 16, w0);
    w1 = schedule(w1, w2, w3, w0);
    mix.next_four(words + at + 4);
    put(all, at + 20, w1);
    w2 = schedule(w2, w3, w0, w1);
    mix.four(words + at + 8);
    put(all, at + 24, w2);
    w3 = schedule(w3, w0, w1, w2);
    mix.next_four(words + at + 12);
    put(all, at + 28, w3);
  }
  mix.four(words + 48);
  mix.next_four(words + 52);
  mix.four(words + 56);
  mix.next_four(words + 60);
  mix.add_to(state);
}

[[KEDGE_AVX2]] void compress(State& state, const std::uint8_t* blocks, std::size_t count) {
  Schedule all;
  for (; count > 1; count -= 2, blocks += 2 * block_size) {
    add_first_block(state, all, blocks, blocks + block_size);
    add_block(state, all.blocks[1]);
  }
  if (count > 0) add_first_block(state, all, blocks, blocks);
}

#undef KEDGE_AVX2

}  // namespace

std::optional<Sha256Kernel> avx2() {
  // Also asks whether the system saves the registers.
  if (__builtin_cpu_supports("avx2") == 0 || __builtin_cpu_supports("bmi2") == 0) return std::nullopt;
  return Sha256Kernel{"avx2", &compress, &hash<compress>, &hash_each<compress>};
}

}  // namespace kedge::sha256_kernel

#else

namespace kedge::sha256_kernel {

std::optional<Sha256Kernel> avx2() { return std::nullopt; }

}  // namespace kedge::sha256_kernel

#endif
