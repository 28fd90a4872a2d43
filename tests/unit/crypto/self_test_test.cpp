#include "crypto/self_test.hpp"

#include <gtest/gtest.h>

namespace agent_access::crypto {
namespace {

TEST(KnownAnswerSelfTest, PassesWithTheInstalledOpenSsl) {
  const auto result = known_answer_self_test();
  EXPECT_TRUE(result) << result.error();
}

}  // namespace
}  // namespace agent_access::crypto
