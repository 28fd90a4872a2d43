#include "ops/process_facts.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <ctime>
#include <string>

namespace agent_access::ops {
namespace {

TEST(ParseStatm, ReadsTheFirstTwoNumbers) {
  const auto pages = parse_statm("4321 765 500 100 0 200 0\n");
  ASSERT_TRUE(pages);
  EXPECT_EQ(pages->total, 4321U);
  EXPECT_EQ(pages->resident, 765U);
  for (const std::string_view text : {"", "12", "x 1", "12 x"}) EXPECT_FALSE(parse_statm(text)) << text;
}

// The form of proc(5): pid, name, state, and the numbers from field 4 on, which are their own field numbers here.
TEST(ParseStartTicks, ReadsFieldTwentyTwoWhateverTheNameIs) {
  const std::string after = " S 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 987654 23 24\n";
  EXPECT_EQ(parse_start_ticks("123 (agent-access)" + after), 987654U);
  EXPECT_EQ(parse_start_ticks("123 (a) S (b)" + after), 987654U);
  for (const std::string_view text : {"", "123 (agent-access", "123 (agent-access) S 4 5"}) {
    EXPECT_FALSE(parse_start_ticks(text)) << text;
  }
}

TEST(ReadProcessFacts, IsThisProcess) {
  const auto before = read_process_facts();
  const int opened = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const auto after = read_process_facts();
  ::close(opened);
  EXPECT_EQ(after.open_descriptors.value(), before.open_descriptors.value() + 1);
  EXPECT_GE(after.cpu_seconds.value(), before.cpu_seconds.value());
  EXPECT_GT(after.most_descriptors.value(), after.open_descriptors.value());
  EXPECT_GT(after.resident_bytes.value(), 1'000'000U);
  EXPECT_GT(after.virtual_bytes.value(), after.resident_bytes.value());
  const auto now = static_cast<double>(std::time(nullptr));
  EXPECT_LE(after.start_time.value(), now + 2);
  EXPECT_GT(after.start_time.value(), now - 24.0 * 3600);
}

}  // namespace
}  // namespace agent_access::ops
