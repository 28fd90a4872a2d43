#include "base/nearest_name.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace agent_access::base {
namespace {

TEST(NearestName, FindsATypingErrorAndNothingMoreDifferent) {
  const std::vector<std::string> names{"address", "admin", "threads"};
  EXPECT_EQ(nearest_name("adress", names), "address");
  EXPECT_EQ(nearest_name("thread", names), "threads");
  EXPECT_EQ(nearest_name("colour", names), "");
}

}  // namespace
}  // namespace agent_access::base
