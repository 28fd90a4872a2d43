#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "unit/net/http2/peer.hpp"

namespace agent_access::net {
namespace {

using namespace h2test;
using namespace std::chrono_literals;

TEST(H2Deadline, OfAFrameClosesTheConnection) {
  H2Peer peer;
  peer.send(headers(1, request()).substr(0, 20));
  peer.pass(9'999ms);
  EXPECT_EQ(peer.goaway(), std::nullopt);
  peer.pass(1ms);
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kEnhanceYourCalm));
  EXPECT_TRUE(peer.connection.is_finished());
}

TEST(H2Deadline, OfAHeaderBlockIsNotExtendedByItsFrames) {
  H2Peer peer;
  const std::string bytes = block(request());
  peer.send(frame(kHeaders, kEndStream, 1, bytes.substr(0, 5)));
  peer.pass(6s);
  peer.send(frame(kContinuation, kNone, 1, bytes.substr(5, 5)));
  peer.pass(4s);
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kEnhanceYourCalm));
}

TEST(H2Deadline, OfThePrefaceIsThatOfAFrame) {
  H2Peer peer(H2Peer::Start::silent);
  peer.send(preface().substr(0, 10));
  peer.pass(10s);
  EXPECT_TRUE(peer.connection.is_finished());
}

TEST(H2Deadline, OfABodyGives408OnItsStream) {
  H2Peer peer;
  peer.send(headers(1, request("POST"), kEndHeaders));
  peer.pass(5s);
  peer.send(data(1, "some", kNone));
  peer.pass(4'999ms);
  EXPECT_EQ(peer.answers[1].status(), "");
  peer.pass(1ms);
  EXPECT_EQ(peer.answers[1].status(), "408");
  EXPECT_EQ(peer.answers[1].reset, std::optional<std::uint32_t>(kNoError));
  EXPECT_EQ(peer.goaway(), std::nullopt);
}

TEST(H2Deadline, OfAResponseWithoutWindowResetsTheStream) {
  H2Peer peer;
  peer.send(settings({{4, 0}}) + headers(1, request()));
  peer.pass(29'999ms);
  EXPECT_EQ(peer.answers[1].reset, std::nullopt);
  peer.pass(1ms);
  EXPECT_EQ(peer.answers[1].reset, std::optional<std::uint32_t>(kCancel));
  EXPECT_EQ(peer.observer.statuses, std::vector<int>{200});
}

TEST(H2Deadline, OfAResponseIsNotExtendedByTinyWindowUpdates) {
  H2Peer peer;
  peer.send(settings({{4, 0}}) + headers(1, request("GET", "/big")));
  for (int second = 0; second < 30; ++second) {
    peer.send(window_update(1, 100));
    peer.pass(1s);
  }
  EXPECT_EQ(peer.answers[1].reset, std::optional<std::uint32_t>(kCancel));
}

TEST(H2Deadline, OfAResponseIsExtendedByProgress) {
  H2Peer peer;
  peer.send(settings({{4, 0}}) + headers(1, request("GET", "/big")));
  for (int round = 0; round < 3; ++round) {
    peer.send(window_update(1, 16'384));
    peer.pass(29s);
  }
  EXPECT_EQ(peer.answers[1].reset, std::nullopt);
  EXPECT_EQ(peer.answers[1].body.size(), 49'152U);
}

TEST(H2Deadline, OfAnAnswerIsMovedByItsProgressWhileOthersAreSent) {
  H2Peer peer;
  peer.send(settings({{4, 0}}) + headers(1, request("GET", "/big")) + headers(3, request("GET", "/big")));
  for (int second = 0; second < 28; ++second) {
    peer.send(window_update(0, 20'000) + window_update(3, 20'000));
    peer.pass(1s);
  }
  peer.send(window_update(0, 16'384) + window_update(1, 16'384));
  for (int second = 0; second < 5; ++second) {
    peer.send(window_update(0, 60'000) + window_update(3, 60'000));
    peer.pass(1s);
  }
  EXPECT_EQ(peer.answers[1].body.size(), 16'384U);
  EXPECT_EQ(peer.answers[1].reset, std::nullopt);
}

TEST(H2Deadline, OfAnAnswerIsLongerWhileThePeerHasSeveralWindowsToRead) {
  H2Peer peer;
  // The body fills four windows of the usual size, and more is announced nowhere.
  peer.send(settings({{4, 4 * 65'536}}) + window_update(0, 1 << 20) + headers(1, request("GET", "/big")));
  peer.pass(1s);
  EXPECT_EQ(peer.answers[1].body.size(), 4U * 65'536U);
  peer.pass(100s);
  EXPECT_EQ(peer.answers[1].reset, std::nullopt);
  peer.pass(30s);
  EXPECT_EQ(peer.answers[1].reset, std::optional<std::uint32_t>(kCancel));
}

TEST(H2Deadline, OfAnAnswerDoesNotCountWhileItWaitsForTheSocket) {
  H2Peer peer;
  peer.reading = false;
  std::string bytes = settings({{4, 1 << 20}}) + window_update(0, 1 << 20);
  for (std::uint32_t stream = 1; stream <= 11; stream += 2) bytes += headers(stream, request("GET", "/big"));
  peer.send(bytes);
  for (int round = 0; round < 8; ++round) {
    peer.pass(28s);
    peer.pass(1s);
    peer.collect_at_most(8'192);
  }
  EXPECT_FALSE(peer.connection.is_finished());
  EXPECT_EQ(peer.count(kReset), 0U);
  for (std::uint32_t stream = 1; stream <= 11; stream += 2) {
    EXPECT_EQ(peer.answers[stream].reset, std::nullopt) << stream;
  }
  peer.collect_at_most(1 << 20);
  EXPECT_EQ(peer.count(kReset), 0U);
}

TEST(H2Deadline, OfAPeerThatStallsSeveralStreamsClosesTheConnection) {
  H2Peer peer;
  std::string bytes = settings({{4, 0}});
  for (std::uint32_t stream = 1; stream < 200; stream += 2) bytes += headers(stream, request());
  peer.send(bytes);
  peer.pass(30s);
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kEnhanceYourCalm));
}

TEST(H2Deadline, OfAPeerThatReadsNothingClosesTheConnection) {
  H2Peer peer;
  peer.reading = false;
  peer.send(headers(1, request("GET", "/big")));
  peer.pass(29'999ms);
  EXPECT_FALSE(peer.connection.is_finished());
  peer.pass(1ms);
  EXPECT_TRUE(peer.connection.is_finished());
}

TEST(H2Deadline, OfAnIdleConnectionIsNotExtendedByPings) {
  H2Peer peer;
  peer.send(headers(1, request()));
  peer.pass(30s);
  peer.send(ping());
  peer.pass(29'999ms);
  EXPECT_EQ(peer.goaway(), std::nullopt);
  peer.pass(1ms);
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kNoError));
  peer.pass(500ms);
  EXPECT_EQ(peer.last(kGoaway)->number(), 1U);
  EXPECT_TRUE(peer.connection.is_finished());
}

TEST(H2Deadline, OfAnIdleConnectionStillServesARequestInFlight) {
  H2Peer peer;
  peer.pass(60s);
  ASSERT_EQ(peer.goaway(), std::optional<std::uint32_t>(kNoError));
  peer.send(headers(1, request()));
  EXPECT_EQ(peer.answers[1].body, "hello world");
  peer.pass(500ms);
  EXPECT_EQ(peer.last(kGoaway)->number(), 1U);
  EXPECT_TRUE(peer.connection.is_finished());
}

TEST(H2Drain, SendsGoawayAndServesRequestsInFlight) {
  H2Peer peer;
  peer.send(headers(1, request("POST"), kEndHeaders));
  peer.connection.drain(peer.now);
  peer.pass(0ms);
  ASSERT_EQ(peer.goaway(), std::optional<std::uint32_t>(kNoError));
  EXPECT_EQ(peer.last(kGoaway)->number(), 0x7fff'ffffU);
  peer.send(headers(3, request()));
  EXPECT_EQ(peer.answers[3].status(), "200");
  peer.pass(500ms);
  EXPECT_EQ(peer.last(kGoaway)->number(), 3U);
  EXPECT_FALSE(peer.connection.is_finished()) << "stream 1 is open";
  peer.send(headers(5, request()));
  EXPECT_EQ(peer.answers[5].status(), "") << "after the last GOAWAY";
  peer.send(data(1, "late"));
  EXPECT_EQ(peer.answers[1].body, "hello late");
  EXPECT_TRUE(peer.connection.is_finished());
}

TEST(H2Drain, ClosesAnIdleConnectionAfterTheGrace) {
  H2Peer peer;
  peer.connection.drain(peer.now);
  peer.pass(499ms);
  EXPECT_FALSE(peer.connection.is_finished());
  peer.pass(1ms);
  EXPECT_TRUE(peer.connection.is_finished());
}

TEST(H2Drain, BeginsAfterTheLastRequestOfAConnection) {
  Limits limits;
  limits.requests_per_connection = 2;
  H2Peer peer(H2Peer::Start::greeted, limits);
  peer.send(headers(1, request()));
  EXPECT_EQ(peer.goaway(), std::nullopt);
  peer.send(headers(3, request()));
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kNoError));
  peer.pass(500ms);
  EXPECT_TRUE(peer.connection.is_finished());
}

}  // namespace
}  // namespace agent_access::net
