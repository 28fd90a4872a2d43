#include "net/connection_counts.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <string_view>

namespace agent_access::net {
namespace {

base::IpAddress peer(std::string_view text) { return base::IpAddress::parse(text).value(); }

TEST(ConnectionCounts, CapsEachAddress) {
  ConnectionCounts counts(100, 2, {});
  EXPECT_TRUE(counts.try_add(peer("192.0.2.1")));
  EXPECT_TRUE(counts.try_add(peer("192.0.2.1")));
  EXPECT_FALSE(counts.try_add(peer("192.0.2.1")));
  EXPECT_FALSE(counts.try_add(peer("::ffff:192.0.2.1")));
  EXPECT_TRUE(counts.try_add(peer("192.0.2.2")));
}

TEST(ConnectionCounts, MovesAConnectionToTheClientBehindAProxy) {
  ConnectionCounts counts(2, 1, {base::Network::parse("127.0.0.0/8").value()});
  EXPECT_TRUE(counts.try_add(peer("127.0.0.1")));
  EXPECT_TRUE(counts.try_move(peer("127.0.0.1"), peer("192.0.2.1")));
  EXPECT_FALSE(counts.try_add(peer("192.0.2.1")));
  EXPECT_TRUE(counts.try_add(peer("127.0.0.1")));
  EXPECT_FALSE(counts.try_move(peer("127.0.0.1"), peer("192.0.2.1")));
  EXPECT_FALSE(counts.try_add(peer("127.0.0.1")));  // both are still counted in the total
  counts.remove(peer("192.0.2.1"));
  EXPECT_TRUE(counts.try_move(peer("127.0.0.1"), peer("192.0.2.1")));
}

TEST(ConnectionCounts, FollowsTheExemptNetworksWithoutLosingCount) {
  ConnectionCounts counts(100, 2, {base::Network::parse("10.0.0.0/8").value()});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(counts.try_add(peer("10.0.0.1")));
  counts.set_exempt({base::Network::parse("192.0.2.0/24").value()});
  EXPECT_FALSE(counts.try_add(peer("10.0.0.1")));  // the three that are open are counted
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(counts.try_add(peer("192.0.2.1")));
  for (int i = 0; i < 2; ++i) counts.remove(peer("10.0.0.1"));
  EXPECT_TRUE(counts.try_add(peer("10.0.0.1")));
  EXPECT_FALSE(counts.try_add(peer("10.0.0.1")));
  counts.set_exempt({});
  for (int i = 0; i < 2; ++i) counts.remove(peer("192.0.2.1"));
  EXPECT_TRUE(counts.try_add(peer("192.0.2.1")));
  EXPECT_FALSE(counts.try_add(peer("192.0.2.1")));
}

TEST(ConnectionCounts, AdmitsNobodyWithACapOfNone) {
  ConnectionCounts counts(100, 0, {base::Network::parse("127.0.0.0/8").value()});
  EXPECT_FALSE(counts.try_add(peer("192.0.2.1")));
  EXPECT_TRUE(counts.try_add(peer("127.0.0.1")));
}

TEST(ConnectionCounts, GivesBackOneOfMany) {
  ConnectionCounts counts(100, 2, {});
  EXPECT_TRUE(counts.try_add(peer("192.0.2.1")));
  EXPECT_TRUE(counts.try_add(peer("192.0.2.1")));
  counts.remove(peer("192.0.2.1"));
  EXPECT_TRUE(counts.try_add(peer("192.0.2.1")));
  EXPECT_FALSE(counts.try_add(peer("192.0.2.1")));
}

TEST(ConnectionCounts, MovesFromAnAddressThatHasNone) {
  ConnectionCounts counts(100, 1, {});
  EXPECT_TRUE(counts.try_move(peer("192.0.2.1"), peer("192.0.2.2")));
  EXPECT_FALSE(counts.try_add(peer("192.0.2.2")));
  EXPECT_TRUE(counts.try_add(peer("192.0.2.1")));
}

TEST(ConnectionCounts, GivesBackWhatIsClosed) {
  ConnectionCounts counts(1, 1, {});
  EXPECT_TRUE(counts.try_add(peer("192.0.2.1")));
  counts.remove(peer("192.0.2.1"));
  EXPECT_TRUE(counts.try_add(peer("192.0.2.1")));
}

TEST(ConnectionCounts, CapsTheTotalAlsoForExemptPeers) {
  ConnectionCounts counts(2, 1, {base::Network::parse("127.0.0.0/8").value()});
  EXPECT_TRUE(counts.try_add(peer("127.0.0.1")));
  EXPECT_TRUE(counts.try_add(peer("127.0.0.1")));
  EXPECT_FALSE(counts.try_add(peer("127.0.0.1")));
  EXPECT_FALSE(counts.try_add(peer("192.0.2.1")));
  counts.remove(peer("127.0.0.1"));
  EXPECT_TRUE(counts.try_add(peer("192.0.2.1")));
}

TEST(ConnectionCounts, ARefusalLeavesNoTrace) {
  ConnectionCounts counts(1, 5, {});
  EXPECT_TRUE(counts.try_add(peer("192.0.2.1")));
  for (int attempt = 0; attempt < 10; ++attempt) EXPECT_FALSE(counts.try_add(peer("192.0.2.2")));
  counts.remove(peer("192.0.2.1"));
  EXPECT_TRUE(counts.try_add(peer("192.0.2.2")));
}

TEST(DefaultConnectionCap, IsBelowHalfOfTheDescriptorLimit) {
  rlimit descriptors{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &descriptors), 0);
  if (descriptors.rlim_cur == RLIM_INFINITY) GTEST_SKIP() << "no descriptor limit here";
  EXPECT_LT(default_connection_cap() * 2, descriptors.rlim_cur);
  EXPECT_GE(default_connection_cap() * 2 + 3, descriptors.rlim_cur);
}

}  // namespace
}  // namespace agent_access::net
