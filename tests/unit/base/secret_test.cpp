#include "base/secret.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

#include "base/result.hpp"

namespace agent_access::base {
namespace {

static_assert(!std::is_copy_constructible_v<SecretBytes>);
static_assert(!std::is_copy_assignable_v<SecretBytes>);
static_assert(!std::equality_comparable<SecretBytes>, "secrets are compared by crypto::constant_time_equal only");

/// Whether the kernel has this flag for the mapping of the secret: "dd" (not in core files) or "lo" (locked).
bool has_flag(const SecretBytes& secret, const std::string& flag) {
  const auto address = reinterpret_cast<std::uintptr_t>(secret.reveal().data());
  std::ifstream mappings("/proc/self/smaps");
  bool is_inside = false;
  for (std::string line; std::getline(mappings, line);) {
    std::istringstream words(line);
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = 0;
    if (words >> std::hex >> begin >> dash >> end && dash == '-') is_inside = begin <= address && address < end;
    if (is_inside && line.starts_with("VmFlags:")) return (line + " ").find(" " + flag + " ") != std::string::npos;
  }
  ADD_FAILURE() << "no mapping";
  return false;
}

TEST(Wipe, OverwritesEveryByte) {
  std::array<std::byte, 4> bytes{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  wipe(bytes);
  EXPECT_EQ(bytes, (std::array<std::byte, 4>{}));
  wipe({});
}

/// A pattern where calls below the caller have their variables. Not instrumented, so that it is on the stack itself.
[[gnu::noinline, gnu::no_sanitize_address]] void leave_on_stack(char pattern) {
  std::array<char, kWipedStack / 2> bytes;
  bytes.fill(pattern);
  asm volatile("" : : "r"(bytes.data()) : "memory");
}

/// How often the byte is found in the kWipedStack bytes below a place on the stack.
std::ptrdiff_t count_below(const void* place, char pattern) {
  static std::string below(kWipedStack, '\0');
  const auto begin = reinterpret_cast<std::uintptr_t>(place) - below.size();
  std::ifstream memory("/proc/self/mem", std::ios::binary);
  memory.seekg(static_cast<std::streamoff>(begin));
  memory.read(below.data(), static_cast<std::streamsize>(below.size()));
  EXPECT_TRUE(memory);
  return std::ranges::count(below, pattern);
}

TEST(WipeRegistersAndStack, LeavesNothingOfEarlierCallsOnTheStack) {
  constexpr char kPattern = '\x5a';
  const void* const here = __builtin_frame_address(0);  // with a sanitizer, variables are elsewhere
  wipe_registers_and_stack();                           // now there is memory as far as count_below() reads
  leave_on_stack(kPattern);
  EXPECT_GT(count_below(here, kPattern), static_cast<std::ptrdiff_t>(kWipedStack) / 4);
  wipe_registers_and_stack();
  EXPECT_LT(count_below(here, kPattern), 100);
}

#if defined(__x86_64__)
TEST(WipeRegistersAndStack, LeavesNothingInVectorRegisters) {
  std::array<std::uint64_t, 8> bytes{1, 2, 3, 4, 5, 6, 7, 8};
  if (!__builtin_cpu_supports("avx512f")) GTEST_SKIP() << "the processor has no AVX-512";
  asm volatile("vmovdqu64 %0, %%zmm31\n vmovdqu64 %0, %%zmm16\n vmovdqu64 %0, %%zmm15" : : "m"(bytes) : "xmm15");
  wipe_registers_and_stack();
  std::array<std::uint64_t, 8> first{9};
  std::array<std::uint64_t, 8> last{9};
  std::array<std::uint64_t, 8> lower{9};
  asm volatile("vmovdqu64 %%zmm31, %0\n vmovdqu64 %%zmm16, %1\n vmovdqu64 %%zmm15, %2"
               : "=m"(last), "=m"(first), "=m"(lower));
  EXPECT_EQ(last, (std::array<std::uint64_t, 8>{}));
  EXPECT_EQ(first, (std::array<std::uint64_t, 8>{}));
  EXPECT_EQ(lower, (std::array<std::uint64_t, 8>{}));
}
#endif

TEST(SecretBytes, GivesItsBytesOnlyThroughReveal) {
  const SecretBytes secret(bytes_of("example secret"));
  EXPECT_EQ(text_of(secret.reveal()), "example secret");
  EXPECT_EQ(secret.size(), 14U);
}

TEST(SecretBytes, IsEmptyAfterAMove) {
  SecretBytes first(bytes_of("first"));
  SecretBytes second(std::move(first));
  EXPECT_EQ(first.size(), 0U);  // NOLINT(bugprone-use-after-move): the state after a move is what is tested
  EXPECT_EQ(text_of(second.reveal()), "first");

  SecretBytes third(bytes_of("third"));
  third = std::move(second);
  EXPECT_EQ(second.size(), 0U);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(text_of(third.reveal()), "first");
}

TEST(SecretBytes, DuplicatesIntoSeparateMemory) {
  SecretBytes secret(bytes_of("abc"));
  const SecretBytes copy = secret.duplicate();
  wipe(secret.reveal_for_writing());
  EXPECT_EQ(text_of(copy.reveal()), "abc");
  EXPECT_EQ(secret.reveal()[0], std::byte{0});
}

TEST(SecretBytes, IsZeroWhenMadeFromASize) {
  const SecretBytes secret(3);
  for (const auto byte : secret.reveal()) EXPECT_EQ(byte, std::byte{0});
  EXPECT_EQ(secret.size(), 3U);
}

TEST(SecretBytes, HasMemoryPagesOfItsOwn) {
  const SecretBytes first(bytes_of("first"));
  const SecretBytes second(bytes_of("second"));
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto page_of = [page](const SecretBytes& secret) {
    return reinterpret_cast<std::uintptr_t>(secret.reveal().data()) / page;
  };
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first.reveal().data()) % page, 0U);
  EXPECT_NE(page_of(first), page_of(second));
}

TEST(SecretBytes, LocksSmallSecretsButNotLargeContent) {
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_MEMLOCK, &limit), 0);
  if (limit.rlim_cur < 1024UL * 1024UL) GTEST_SKIP() << "less than 1 MiB may be locked here";
  EXPECT_TRUE(SecretBytes(32).is_locked());
  EXPECT_TRUE(SecretBytes(SecretBytes::kLargestLocked).is_locked());
  EXPECT_FALSE(SecretBytes(SecretBytes::kLargestLocked + 1).is_locked());
  EXPECT_FALSE(SecretBytes().is_locked());
}

TEST(SecretBytes, SaysWhetherItsPagesAreLocked) {
#if defined(AGENT_ACCESS_SANITIZES_ADDRESS) || defined(AGENT_ACCESS_SANITIZES_THREAD)
  GTEST_SKIP() << "sanitizers replace mlock by a function that does nothing";
#endif
  const SecretBytes small(32);
  EXPECT_EQ(has_flag(small, "lo"), small.is_locked());
  const SecretBytes large(SecretBytes::kLargestLocked + 1);
  EXPECT_FALSE(has_flag(large, "lo"));
}

TEST(SecretBytes, StaysLockedWhenMoved) {
  SecretBytes first(32);
  if (!first.is_locked()) GTEST_SKIP() << "no memory can be locked here";
  SecretBytes second(std::move(first));
  EXPECT_TRUE(second.is_locked());
  EXPECT_FALSE(first.is_locked());  // NOLINT(bugprone-use-after-move): the state after a move is what is tested
}

TEST(SecretBytes, IsNotInCoreFiles) {
  EXPECT_TRUE(has_flag(SecretBytes(32), "dd"));
  EXPECT_TRUE(has_flag(SecretBytes(SecretBytes::kLargestLocked + 1), "dd"));
}

TEST(SecretBytes, UnmapsItsPages) {
  void* pages = nullptr;
  {
    SecretBytes secret(32);
    pages = secret.reveal_for_writing().data();
  }
  unsigned char is_resident = 0;
  EXPECT_EQ(::mincore(pages, 1, &is_resident), -1);
  EXPECT_EQ(errno, ENOMEM);
}

TEST(SecretBytes, UnlocksItsPagesWhenDestroyed) {
  // More in total than may be locked at once: each must be unlocked when it is destroyed.
  for (int count = 0; count < 20'000; ++count) ASSERT_EQ(SecretBytes(1).size(), 1U);
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_MEMLOCK, &limit), 0);
  if (limit.rlim_cur < 1024UL * 1024UL) GTEST_SKIP() << "less than 1 MiB may be locked here";
  EXPECT_TRUE(SecretBytes(1).is_locked());
}

TEST(SecretBytes, ThrowsWithoutEnoughMemory) {
  EXPECT_THROW(SecretBytes{std::numeric_limits<std::size_t>::max()}, std::bad_alloc);
  EXPECT_THROW(SecretBytes(std::numeric_limits<std::size_t>::max() / 4), std::bad_alloc);
}

TEST(SecretBytes, KeepsItsBytesInAMoveToItself) {
  SecretBytes secret(bytes_of("secret"));
  SecretBytes& same = secret;
  secret = std::move(same);
  EXPECT_EQ(text_of(secret.reveal()), "secret");
}

TEST(Strong, TypesAreDistinct) {
  using Red = Strong<struct RedTag>;
  using Blue = Strong<struct BlueTag>;
  static_assert(!std::is_convertible_v<Red, Blue> && !std::is_constructible_v<Blue, Red>);
  EXPECT_EQ(Red("a"), Red("a"));
  EXPECT_LT(Red("a"), Red("b"));
  EXPECT_EQ(Red("a").text(), "a");
}

}  // namespace
}  // namespace agent_access::base
