// SHA-256 with the SHA extensions of x86-64 (sha256rnds2 and its kin). One message at a time: what short messages gain here
// is the instructions.
#include "support/sha256_kernel.hpp"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

namespace kedge::sha256_kernel {
namespace {

// Only these functions may use the instructions; they are called only if the processor has them.
#define KEDGE_SHA_NI gnu::target("sha,sse4.1,ssse3")

// The eight words as the instructions want them, from the highest lane to the lowest: a b e f, and c d g h.
struct Halves {
  __m128i abef;
  __m128i cdgh;
};

[[KEDGE_SHA_NI, gnu::always_inline]] inline Halves load(const State& state) {
  const auto* words = reinterpret_cast<const __m128i*>(state.words.data());
  const __m128i cdab = _mm_shuffle_epi32(_mm_load_si128(words), 0xB1);
  const __m128i efgh = _mm_shuffle_epi32(_mm_load_si128(words + 1), 0x1B);
  return {_mm_alignr_epi8(cdab, efgh, 8), _mm_blend_epi16(efgh, cdab, 0xF0)};
}

[[KEDGE_SHA_NI, gnu::always_inline]] inline void store(const Halves& halves, State& state) {
  auto* words = reinterpret_cast<__m128i*>(state.words.data());
  const __m128i feba = _mm_shuffle_epi32(halves.abef, 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(halves.cdgh, 0xB1);
  _mm_store_si128(words, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_store_si128(words + 1, _mm_alignr_epi8(dchg, feba, 8));
}

// Two rounds each. After two rounds, a b e f have become c d g h, so the halves alternate.
[[KEDGE_SHA_NI, gnu::always_inline]] inline void four_rounds(Halves& halves, __m128i w, const std::uint32_t* constants) {
  const __m128i wk = _mm_add_epi32(w, _mm_load_si128(reinterpret_cast<const __m128i*>(constants)));
  halves.cdgh = _mm_sha256rnds2_epu32(halves.cdgh, halves.abef, wk);
  halves.abef = _mm_sha256rnds2_epu32(halves.abef, halves.cdgh, _mm_shuffle_epi32(wk, 0x0E));
}

// w[t..t+3] out of the sixteen words before them.
[[KEDGE_SHA_NI, gnu::always_inline]] inline __m128i schedule(__m128i w16, __m128i w12, __m128i w8, __m128i w4) {
  const __m128i seven_back = _mm_alignr_epi8(w4, w8, 4);
  return _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w16, w12), seven_back), w4);
}

[[KEDGE_SHA_NI, gnu::always_inline]] inline __m128i load_words(const std::uint8_t* at) {
  const __m128i big_endian = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  return _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at)), big_endian);
}

[[KEDGE_SHA_NI]] void compress(State& state, const std::uint8_t* blocks, std::size_t count) {
  Halves now = load(state);
  for (; count > 0; --count, blocks += block_size) {
    const Halves before = now;
    __m128i w0 = load_words(blocks);
    __m128i w1 = load_words(blocks + 16);
    __m128i w2 = load_words(blocks + 32);
    __m128i w3 = load_words(blocks + 48);
    const std::uint32_t* constants = round_constants.data();
    const std::uint32_t* const last_sixteen = constants + 48;
    for (; constants != last_sixteen; constants += 16) {
      four_rounds(now, w0, constants);
      w0 = schedule(w0, w1, w2, w3);
      four_rounds(now, w1, constants + 4);
      w1 = schedule(w1, w2, w3, w0);
      four_rounds(now, w2, constants + 8);
      w2 = schedule(w2, w3, w0, w1);
      four_rounds(now, w3, constants + 12);
      w3 = schedule(w3, w0, w1, w2);
    }
    four_rounds(now, w0, constants);
    four_rounds(now, w1, constants + 4);
    four_rounds(now, w2, constants + 8);
    four_rounds(now, w3, constants + 12);
    now.abef = _mm_add_epi32(now.abef, before.abef);
    now.cdgh = _mm_add_epi32(now.cdgh, before.cdgh);
  }
  store(now, state);
}

#undef KEDGE_SHA_NI

// Asked of the processor itself, because compilers differ in which names __builtin_cpu_supports knows. SHA works on the
// registers of SSE, which every system for x86-64 saves.
bool processor_has_it() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0) return false;
  const bool shuffles = (c & bit_SSSE3) != 0 && (c & bit_SSE4_1) != 0;
  return shuffles && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
}

}  // namespace

std::optional<Sha256Kernel> x86() {
  if (!processor_has_it()) return std::nullopt;
  return Sha256Kernel{"x86 sha", &compress, &hash<compress>, &hash_each<compress>};
}

}  // namespace kedge::sha256_kernel

#else

namespace kedge::sha256_kernel {

std::optional<Sha256Kernel> x86() { return std::nullopt; }

}  // namespace kedge::sha256_kernel

#endif
