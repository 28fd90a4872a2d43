#include "base/zero_pages.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace agent_access::base {
namespace {

TEST(ZeroPages, BeginAsZerosAndKeepWhatIsWritten) {
  ZeroPages<std::uint64_t> pages(100'000);
  EXPECT_EQ(pages.size(), 100'000U);
  EXPECT_EQ(pages[0], 0U);
  EXPECT_EQ(pages[99'999], 0U);
  pages[99'999] = 7;
  EXPECT_EQ(pages[99'999], 7U);
  EXPECT_EQ(pages[99'998], 0U);
}

TEST(ZeroPages, FailForMoreMemoryThanThereIs) {
  EXPECT_THROW(ZeroPages<std::uint64_t>{std::numeric_limits<std::size_t>::max()}, std::bad_alloc);
  EXPECT_THROW(ZeroPages<std::uint64_t>(std::numeric_limits<std::size_t>::max() / 16), std::bad_alloc);
}

}  // namespace
}  // namespace agent_access::base
