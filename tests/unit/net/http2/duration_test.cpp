#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "unit/net/http2/peer.hpp"

namespace agent_access::net {
namespace {

using namespace h2test;
using namespace std::chrono_literals;
using Durations = std::vector<std::chrono::nanoseconds>;

TEST(H2Duration, EndsWithTheLastByteOfABody) {
  H2Peer peer;
  peer.reading = false;
  peer.send(headers(1, request()));
  peer.now += 3ms;
  peer.collect(1);
  EXPECT_EQ(peer.observer.durations, Durations{3ms});
}

TEST(H2Duration, EndsWithTheLastByteOfAResponseWithoutABody) {
  for (const auto& [method, path] :
       {std::pair{"HEAD", "/"}, std::pair{"GET", "/none"}, std::pair{"GET", "/unchanged"}}) {
    H2Peer peer;
    peer.reading = false;
    peer.send(headers(1, request(method, path)));
    EXPECT_TRUE(peer.observer.durations.empty()) << path;
    peer.now += 3ms;
    peer.collect_at_most(5);
    EXPECT_TRUE(peer.observer.durations.empty()) << path;
    peer.now += 4ms;
    peer.collect();
    EXPECT_EQ(peer.observer.durations, Durations{7ms}) << path;
  }
}

TEST(H2Duration, EndsForEachResponseSeparately) {
  H2Peer peer;
  peer.reading = false;
  peer.send(headers(1, request("HEAD")) + headers(3, request("GET", "/none")) + headers(5, request()));
  for (int step = 0; step < 400; ++step) {
    peer.now += 1ms;
    peer.collect_at_most(1);
  }
  ASSERT_EQ(peer.observer.durations.size(), 3U);
  EXPECT_LT(peer.observer.durations[0], peer.observer.durations[1]);
  EXPECT_LT(peer.observer.durations[1], peer.observer.durations[2]);
}

TEST(H2Duration, BeginsWithTheFirstByteOfTheHead) {
  H2Peer peer;
  const std::string bytes = headers(1, request());
  peer.send(bytes.substr(0, 4));
  peer.now += 2s;
  peer.send(bytes.substr(4, 20));
  peer.now += 1s;
  peer.send(bytes.substr(24));
  EXPECT_EQ(peer.observer.durations, Durations{3s});
}

TEST(H2Duration, BeginsWithTheNextFrameInTheSameBytes) {
  H2Peer peer;
  const std::string before = ping();
  peer.send(before.substr(0, 10));
  peer.now += 5s;
  peer.send(before.substr(10) + headers(1, request()));
  EXPECT_EQ(peer.observer.durations, Durations{0s});
}

TEST(H2Duration, EndsWhenThePeerCancels) {
  H2Peer peer;
  peer.send(settings({{4, 0}}) + headers(1, request()));
  peer.now += 2s;
  peer.send(reset(1));
  EXPECT_EQ(peer.observer.durations, Durations{2s});
}

}  // namespace
}  // namespace agent_access::net
