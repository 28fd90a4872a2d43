#include <gtest/gtest.h>

#include <string>

#include "unit/net/http2/peer.hpp"

namespace agent_access::net {
namespace {

using namespace h2test;

TEST(H2FlowControl, LimitsABodyByTheStreamWindow) {
  H2Peer peer;
  peer.send(settings({{4, 3}}) + headers(1, request()));
  EXPECT_EQ(peer.answers[1].body, "hel");
  peer.send(window_update(1, 1));
  EXPECT_EQ(peer.answers[1].body, "hell");
  peer.send(window_update(1, 6));
  EXPECT_EQ(peer.answers[1].body, "hello worl");
  EXPECT_FALSE(peer.answers[1].ended);
  peer.send(window_update(1, 100));
  EXPECT_EQ(peer.answers[1].body, "hello world");
  EXPECT_TRUE(peer.answers[1].ended);
}

TEST(H2FlowControl, LimitsAllStreamsByTheConnectionWindow) {
  H2Peer peer;
  peer.send(settings({{4, 1'000'000}}) + headers(1, request("GET", "/big")) + headers(3, request("GET", "/big")));
  EXPECT_EQ(peer.answers[1].body.size() + peer.answers[3].body.size(), 65'535U);
  peer.send(window_update(0, 10));
  EXPECT_EQ(peer.answers[1].body.size() + peer.answers[3].body.size(), 65'545U);
}

TEST(H2FlowControl, DeliversALargeBodyByteForByte) {
  H2Peer peer;
  peer.send(headers(1, request("GET", "/big")));
  for (int round = 0; round < 40 && !peer.answers[1].ended; ++round) {
    peer.send(window_update(0, 30'000) + window_update(1, 30'000));
  }
  EXPECT_TRUE(peer.answers[1].ended);
  EXPECT_EQ(peer.answers[1].body, std::string(1 << 20, 'b'));
}

TEST(H2FlowControl, AppliesANewInitialWindowToOpenStreams) {
  H2Peer peer;
  peer.send(settings({{4, 0}}) + headers(1, request()));
  EXPECT_EQ(peer.answers[1].body, "");
  peer.send(settings({{4, 5}}));
  EXPECT_EQ(peer.answers[1].body, "hello");
}

TEST(H2FlowControl, OpensTheConnectionWindowForDataThatWasRead) {
  H2Peer peer;
  const std::string body(16'000, 'x');
  for (std::uint32_t stream = 1; stream < 21; stream += 2) {
    peer.send(headers(stream, request("POST"), kEndHeaders) + data(stream, body));
  }
  EXPECT_EQ(peer.handler.seen.size(), 10U);
  EXPECT_GT(peer.count(kWindowUpdate), 2U);
  EXPECT_EQ(peer.goaway(), std::nullopt);
}

TEST(H2FlowControl, NeverOpensAStreamWindow) {
  H2Peer peer;
  const std::string body(16'000, 'x');
  peer.send(settings({{4, 0}}) + headers(1, request("POST"), kEndHeaders));
  for (int round = 0; round < 4; ++round) peer.send(data(1, body, kNone));
  EXPECT_EQ(peer.answers[1].status(), "413");
  EXPECT_EQ(peer.answers[1].reset, std::nullopt) << "its response cannot be sent yet";
  peer.send(data(1, body, kNone));
  EXPECT_EQ(peer.answers[1].reset, std::optional<std::uint32_t>(kFlowControlError));
}

TEST(H2FlowControl, RefusesStreamsThatWouldBufferTooMuch) {
  Limits limits;
  limits.body = 60'000;
  H2Peer peer(H2Peer::Start::greeted, limits);
  const std::string piece(15'000, 'x');
  peer.send(window_update(0, 1'000'000));
  for (std::uint32_t stream = 1; stream <= 9; stream += 2) {
    peer.send(headers(stream, request("POST"), kEndHeaders));
    for (int round = 0; round < 4; ++round) peer.send(data(stream, piece, kNone));
  }
  EXPECT_EQ(peer.answers[9].reset, std::optional<std::uint32_t>(kRefusedStream));
  for (std::uint32_t stream = 1; stream <= 7; stream += 2) peer.send(data(stream, ""));
  EXPECT_EQ(peer.handler.seen.size(), 4U);
  peer.send(headers(11, request("POST"), kEndHeaders) + data(11, piece));
  EXPECT_EQ(peer.answers[11].body.size(), 15'006U) << "bodies of completed requests are not buffered";
}

TEST(H2FlowControl, CountsHeadsThatWaitForTheirBodies) {
  H2Peer peer;
  const Pairs large{{"x-large", std::string(7'000, 'x')}};
  for (std::uint32_t stream = 1; stream < 120; stream += 2) {
    peer.send(headers(stream, request("POST", "/", large), kEndHeaders));
  }
  // 256 KiB hold 37 heads of a little more than 7,000 bytes.
  EXPECT_EQ(peer.answers[73].reset, std::nullopt);
  EXPECT_EQ(peer.answers[75].reset, std::optional<std::uint32_t>(kRefusedStream));
  EXPECT_EQ(peer.goaway(), std::nullopt);
  peer.send(data(1, "x") + data(3, "x"));
  EXPECT_EQ(peer.answers[3].status(), "200");
  peer.send(headers(121, request("POST", "/", large), kEndHeaders) + data(121, "x"));
  EXPECT_EQ(peer.answers[121].status(), "200") << "heads of completed requests are not kept";
}

}  // namespace
}  // namespace agent_access::net
