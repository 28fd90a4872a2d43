// Requirements of RFC 9113 that need several steps (the others are in spec_test.cpp).
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "unit/net/http2/peer.hpp"

namespace agent_access::net {
namespace {

using namespace h2test;

TEST(H2SpecPreface, ThatIsWrongClosesTheConnection) {
  H2Peer peer(H2Peer::Start::silent);
  peer.send("INVALID CONNECTION PREFACE\r\n\r\n");
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kProtocolError));
  EXPECT_TRUE(peer.connection.is_finished());
}

TEST(H2SpecPreface, WithoutSettingsClosesTheConnection) {
  H2Peer peer(H2Peer::Start::silent);
  peer.send(preface() + get_on(1));
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kProtocolError));
}

TEST(H2SpecHalfClosed, ForbiddenFramesAreStreamClosed) {
  for (const std::string& late : {data(1, "x"), get_on(1)}) {
    H2Peer peer;
    peer.send(settings({{4, 0}}) + get_on(1));  // half closed: its response waits for the window
    peer.send(late);
    EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kStreamClosed));
  }
}

TEST(H2SpecHalfClosed, AllowedFramesAreAccepted) {
  for (const std::string& late : {window_update(1, 100), priority(1, 0), reset(1)}) {
    H2Peer peer;
    peer.send(settings({{4, 0}}) + get_on(1));
    peer.send(late + settings({{4, 100}}) + get_on(3));
    EXPECT_EQ(peer.goaway(), std::nullopt);
    EXPECT_EQ(peer.answers[3].status(), "200");
  }
}

TEST(H2SpecClosed, FramesAfterThePeerEndedTheStreamAreStreamClosed) {
  for (const std::string& late : {data(1, "x"), data(1, "", kNone), get_on(1)}) {
    H2Peer peer;
    peer.send(get_on(1));
    ASSERT_EQ(peer.answers[1].status(), "200");
    peer.send(late);
    EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kStreamClosed));
  }
}

TEST(H2SpecClosed, FramesInFlightToAStreamThatTheServerEndedAreIgnored) {
  Limits limits;
  limits.body = 10;
  H2Peer peer(H2Peer::Start::greeted, limits);
  peer.send(post_on(1) + data(1, std::string(11, 'x'), kNone));
  ASSERT_EQ(peer.answers[1].status(), "413");
  ASSERT_EQ(peer.answers[1].reset, std::optional<std::uint32_t>(kNoError));
  peer.send(data(1, "on its way", kNone) + headers(1, {{"x-trailer", "1"}}));
  peer.send(get_on(3));
  EXPECT_EQ(peer.goaway(), std::nullopt);
  EXPECT_EQ(peer.answers[3].status(), "200");
}

TEST(H2SpecClosed, FramesOnStreamsOpenedAfterTheLastGoawayAreIgnored) {
  H2Peer peer;
  peer.send(settings({{4, 0}}) + get_on(1));  // keeps the connection open
  peer.connection.drain(peer.now);
  peer.pass(H2Connection::kDrainGrace);
  peer.collect();
  ASSERT_EQ(peer.goaway(), std::optional<std::uint32_t>(kNoError));
  peer.send(post_on(3) + data(3, "x"));
  peer.send(settings({{4, 100}}));
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kNoError));
  EXPECT_EQ(peer.answers[1].status(), "200");
  EXPECT_EQ(peer.answers[3].status(), "");
}

TEST(H2SpecPing, IsAcknowledgedWithItsPayload) {
  H2Peer peer;
  peer.send(ping("abcdefgh") + ping("ignored!", kAck));
  ASSERT_EQ(peer.count(kPing), 1U);
  EXPECT_TRUE(peer.last(kPing)->has(kAck));
  EXPECT_EQ(peer.last(kPing)->payload, "abcdefgh");
}

TEST(H2SpecSettings, AreAcknowledgedAndAppliedInOrder) {
  H2Peer peer;
  peer.send(settings({{4, 100}, {4, 1}}) + get_on(1));
  ASSERT_EQ(peer.count(kSettings), 1U);
  EXPECT_TRUE(peer.last(kSettings)->has(kAck));
  EXPECT_EQ(peer.answers[1].body, "h");
}

TEST(H2SpecWindow, MayBecomeNegative) {
  H2Peer peer;
  peer.send(settings({{4, 3}}) + get_on(1));
  peer.send(settings({{4, 2}}));
  EXPECT_EQ(peer.answers[1].body, "hel");
  peer.send(window_update(1, 1));
  EXPECT_EQ(peer.answers[1].body, "hel") << "the window is 0";
  peer.send(window_update(1, 1));
  EXPECT_EQ(peer.answers[1].body, "hell");
}

TEST(H2SpecGoaway, OfThePeerLetsOpenStreamsComplete) {
  H2Peer peer;
  peer.send(post_on(1) + frame(kGoaway, kNone, 0, bytes_of(0, 4) + bytes_of(0xff, 4)) + data(1, "x"));
  EXPECT_EQ(peer.answers[1].status(), "200");
  EXPECT_TRUE(peer.connection.is_finished());
}

}  // namespace
}  // namespace agent_access::net
