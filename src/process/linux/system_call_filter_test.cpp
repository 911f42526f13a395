// The program of a filter decides about each number as its list does: held against a reader of such programs.
#include "process/linux/system_call_filter.hpp"

#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/seccomp.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

namespace kedge {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t here = AUDIT_ARCH_X86_64;
constexpr std::uint32_t elsewhere = AUDIT_ARCH_I386;
#else
constexpr std::uint32_t here = AUDIT_ARCH_AARCH64;
constexpr std::uint32_t elsewhere = AUDIT_ARCH_ARM;
#endif

constexpr std::uint32_t allow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t unheard_of = SECCOMP_RET_ERRNO | ENOSYS;
constexpr std::uint32_t kills = SECCOMP_RET_KILL_PROCESS;

std::uint32_t verdict(const std::vector<sock_filter>& program, const seccomp_data& call) {
  std::uint32_t word = 0;
  for (std::size_t at = 0; at < program.size(); ++at) {
    const sock_filter& step = program[at];
    switch (step.code) {
      case BPF_LD | BPF_W | BPF_ABS: std::memcpy(&word, reinterpret_cast<const char*>(&call) + step.k, sizeof word); break;
      case BPF_ALU | BPF_AND | BPF_K: word &= step.k; break;
      case BPF_JMP | BPF_JEQ | BPF_K: at += word == step.k ? step.jt : step.jf; break;
      case BPF_JMP | BPF_JGE | BPF_K: at += word >= step.k ? step.jt : step.jf; break;
      case BPF_JMP | BPF_JA: at += step.k; break;
      case BPF_RET | BPF_K: return step.k;
      default: ADD_FAILURE() << "no such step: " << step.code; return 0;
    }
  }
  ADD_FAILURE() << "it runs over its end";
  return 0;
}

seccomp_data call(std::uint32_t number, std::uint64_t first = 0, std::uint64_t second = 0) {
  seccomp_data data{};
  data.nr = static_cast<int>(number);
  data.arch = here;
  data.args[0] = first;
  data.args[1] = second;
  return data;
}

TEST(SystemCallFilter, AllowsWhatIsListedAndRefusesTheRest) {
  const std::vector<std::uint32_t> listed{0, 1, 2, 7, 9, 10, 63, 200, 424};
  SystemCallFilter filter{.allowed = {}, .unheard_of = {8, 435}};
  for (const std::uint32_t number : listed) filter.allowed.push_back({number});
  const std::vector<sock_filter> program = program_of(filter);
  for (std::uint32_t number = 0; number < 460; ++number) {
    const bool is_listed = std::find(listed.begin(), listed.end(), number) != listed.end();
    const bool is_unheard_of = number == 8 || number == 435;
    EXPECT_EQ(verdict(program, call(number)), is_listed ? allow : is_unheard_of ? unheard_of : refuse) << number;
  }
}

TEST(SystemCallFilter, ArgumentsMayDecide) {
  const std::vector<sock_filter> program = program_of(
      {.allowed = {
           {5, {{{0, ~0U, 1}}, {{0, ~0U, 2}}}}, {6, {{{1, 0x14, 0x10}}}}, {8, {{{0, ~0U, 1}, {1, 0x0F, 5}}, {{0, ~0U, 2}}}}}});
  EXPECT_EQ(verdict(program, call(5, 1)), allow);
  EXPECT_EQ(verdict(program, call(5, 2)), allow);
  EXPECT_EQ(verdict(program, call(5, 3)), refuse);
  EXPECT_EQ(verdict(program, call(5, (std::uint64_t{1} << 32U) + 1)), allow) << "the upper half is nothing to the kernel";
  EXPECT_EQ(verdict(program, call(6, 0, 0x13)), allow);
  EXPECT_EQ(verdict(program, call(6, 0, 0x14)), refuse);
  EXPECT_EQ(verdict(program, call(6, 0x10, 0)), refuse);
  EXPECT_EQ(verdict(program, call(8, 1, 0x15)), allow);
  EXPECT_EQ(verdict(program, call(8, 1, 0x14)), refuse) << "all tests of a condition have to hold";
  EXPECT_EQ(verdict(program, call(8, 3, 0x15)), refuse);
  EXPECT_EQ(verdict(program, call(8, 2, 0)), allow) << "and one condition is enough";
  EXPECT_EQ(verdict(program, call(4, 1)), refuse);
  EXPECT_EQ(verdict(program, call(7, 1)), refuse);
}

TEST(SystemCallFilter, CallsOfLaterKernelsAreNotThereAndThoseOfTheOtherNumberingRefused) {
  const std::vector<sock_filter> program = program_of({.allowed = {{0}}});
  EXPECT_EQ(verdict(program, call(500)), unheard_of);
  EXPECT_EQ(verdict(program, call(0x40000000)), refuse);
  EXPECT_EQ(verdict(program, call(0x40000001)), refuse);
  EXPECT_EQ(verdict(program, call(0xFFFFFFFF)), refuse);
}

TEST(SystemCallFilter, AnotherArchitectureIsTheEnd) {
  const std::vector<sock_filter> program = program_of({.allowed = {{0}}});
  seccomp_data foreign = call(0);
  foreign.arch = elsewhere;
  EXPECT_EQ(verdict(program, foreign), kills);
}

TEST(SystemCallFilter, TheRestMayBeTheEnd) {
  const std::vector<sock_filter> program =
      program_of({.allowed = {{3}}, .otherwise = SystemCallFilter::Otherwise::end_process});
  EXPECT_EQ(verdict(program, call(3)), allow);
  for (const std::uint32_t number : {0U, 2U, 4U, 1000U, 0x40000003U}) EXPECT_EQ(verdict(program, call(number)), kills) << number;
}

}  // namespace
}  // namespace kedge
