#include "net/http2/records.hpp"

#include <gtest/gtest.h>

namespace agent_access::net::h2 {
namespace {

using State = StreamIds::State;

TEST(H2StreamIds, AreIdleUntilOpenedAndUsedFromThen) {
  StreamIds ids;
  EXPECT_EQ(ids.state(1), State::idle);
  ids.opened(1);
  EXPECT_EQ(ids.state(1), State::used);
  EXPECT_EQ(ids.state(3), State::idle);
}

TEST(H2StreamIds, BelowAnOpenedOneAreSkippedUnlessOpened) {
  StreamIds ids;
  ids.opened(3);
  ids.opened(9);
  EXPECT_EQ(ids.state(1), State::skipped);
  EXPECT_EQ(ids.state(3), State::used);
  EXPECT_EQ(ids.state(5), State::skipped);
  EXPECT_EQ(ids.state(7), State::skipped);
  EXPECT_EQ(ids.state(9), State::used);
}

TEST(H2StreamIds, RememberAbandonedOnes) {
  StreamIds ids;
  ids.opened(1);
  ids.opened(3);
  ids.opened(5);
  ids.abandoned(3);
  EXPECT_EQ(ids.state(1), State::used);
  EXPECT_EQ(ids.state(3), State::abandoned);
  EXPECT_EQ(ids.state(5), State::used);
}

TEST(H2StreamIds, AbandonNothingThatWasNotOpened) {
  StreamIds ids;
  ids.abandoned(1);
  ids.opened(5);
  ids.abandoned(3);
  EXPECT_EQ(ids.state(3), State::skipped);
}

TEST(H2StreamIds, AreForgottenAfter256MoreWhetherUsedOrNot) {
  StreamIds ids;
  ids.opened(1);
  ids.opened(511);
  EXPECT_EQ(ids.state(1), State::used);
  EXPECT_EQ(ids.state(3), State::skipped);
  ids.opened(513);
  EXPECT_EQ(ids.state(1), State::forgotten);
  ids.opened(0x7fff'ffff);
  EXPECT_EQ(ids.state(513), State::forgotten);
  EXPECT_EQ(ids.state(0x7fff'fffd), State::skipped);
  EXPECT_EQ(ids.state(0x7fff'ffff), State::used);
}

}  // namespace
}  // namespace agent_access::net::h2
