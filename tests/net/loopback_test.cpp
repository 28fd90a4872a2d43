// The client of these tests.
#include "net/loopback.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "net/running.hpp"

namespace agent_access::test {
namespace {

TEST(Loopback, AMissingResponseFailsOneTestAndEndsNone) {
  Running running;
  const auto client = running.connect();
  client->shutdown_send();
  Answer answer{.status = 200, .head = kGet, .body = "hello"};
  EXPECT_NONFATAL_FAILURE(answer = client->answer(), "no response");
  EXPECT_EQ(answer.status, 0);
  EXPECT_EQ(answer.body, "");
  EXPECT_FALSE(answer.field("Connection"));
}

}  // namespace
}  // namespace agent_access::test
