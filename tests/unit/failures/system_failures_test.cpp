#include <gtest/gtest.h>

#include "base/secret.hpp"
#include "net/capacity/connection_counts.hpp"
#include "unit/failures/failing_openssl.hpp"

namespace agent_access {
namespace {

using test::arm;
using test::disarm;
using test::Trouble;

/// RLIMIT_MEMLOCK may be 0: the program runs and logs a warning.
TEST(FailingSystem, KeepsASecretThatCannotBeLocked) {
  arm(Trouble::lie, 1, "mlock");
  const base::SecretBytes secret(base::bytes_of("secret"));
  EXPECT_EQ(disarm(), "mlock");
  EXPECT_FALSE(secret.is_locked());
  EXPECT_EQ(base::text_of(secret.reveal()), "secret");
}

TEST(FailingSystem, CapsConnectionsWhenTheDescriptorLimitIsUnknown) {
  for (const Trouble trouble : {Trouble::lie, Trouble::other_lie}) {
    arm(trouble, 1, "getrlimit");
    EXPECT_EQ(net::default_connection_cap(), 500'000U);
    EXPECT_EQ(disarm(), "getrlimit");
  }
}

}  // namespace
}  // namespace agent_access
