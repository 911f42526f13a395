#include "benchmarks/perf/sha256_floor.hpp"

#include "support/sha256.hpp"

#if defined(__AARCH64EL__)

#include <arm_neon.h>

namespace kedge::bench {

bool has_sha256_instructions() { return sha256_kernels().size() > 1; }

// A block takes 16 times sha256h and sha256h2 and 12 times sha256su0 and sha256su1. Eight registers take turns, so that no
// instruction waits for the result of another.
[[gnu::target("+crypto")]] std::size_t run_sha256_instructions(std::size_t blocks) {
  uint32x4_t a = vdupq_n_u32(1), b = vdupq_n_u32(2), c = vdupq_n_u32(3), d = vdupq_n_u32(4);
  uint32x4_t e = vdupq_n_u32(5), f = vdupq_n_u32(6), g = vdupq_n_u32(7), h = vdupq_n_u32(8);
  const uint32x4_t w = vdupq_n_u32(9);
  for (std::size_t block = 0; block < blocks; ++block) {
#define ROUNDS                                                                                                     \
  "sha256h %q0, %q8, %8.4s\n\tsha256h2 %q1, %q8, %8.4s\n\tsha256h %q2, %q8, %8.4s\n\tsha256h2 %q3, %q8, %8.4s\n\t" \
  "sha256h %q4, %q8, %8.4s\n\tsha256h2 %q5, %q8, %8.4s\n\tsha256h %q6, %q8, %8.4s\n\tsha256h2 %q7, %q8, %8.4s\n\t"
#define SCHEDULE                                                                                                           \
  "sha256su0 %0.4s, %8.4s\n\tsha256su1 %1.4s, %8.4s, %8.4s\n\tsha256su0 %2.4s, %8.4s\n\tsha256su1 %3.4s, %8.4s, %8.4s\n\t" \
  "sha256su0 %4.4s, %8.4s\n\tsha256su1 %5.4s, %8.4s, %8.4s\n\tsha256su0 %6.4s, %8.4s\n\tsha256su1 %7.4s, %8.4s, %8.4s\n\t"
    asm volatile(ROUNDS SCHEDULE ROUNDS SCHEDULE ROUNDS SCHEDULE ROUNDS
                 : "+w"(a), "+w"(b), "+w"(c), "+w"(d), "+w"(e), "+w"(f), "+w"(g), "+w"(h)
                 : "w"(w));
#undef ROUNDS
#undef SCHEDULE
  }
  const uint32x4_t all = veorq_u32(veorq_u32(veorq_u32(a, b), veorq_u32(c, d)), veorq_u32(veorq_u32(e, f), veorq_u32(g, h)));
  return vgetq_lane_u32(all, 0);
}

}  // namespace kedge::bench

#else

namespace kedge::bench {

// Not written for other processors: their kernels are held against a scan of the bytes.
bool has_sha256_instructions() { return false; }
std::size_t run_sha256_instructions(std::size_t /*blocks*/) { return 0; }

}  // namespace kedge::bench

#endif
