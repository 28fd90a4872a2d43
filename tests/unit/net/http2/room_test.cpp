// The counted memory of an HTTP/2 connection, how it is shed, and the deadline of its preface.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "unit/net/http2/peer.hpp"

namespace agent_access::net {
namespace {

using namespace h2test;
using namespace std::chrono_literals;

constexpr std::size_t kSmall = 64 * kKibibyte;

TEST(H2HeldMemory, CountsIncompleteRequests) {
  H2Peer peer;
  const std::size_t before = peer.connection.held_bytes();
  EXPECT_LT(before, kSmall);
  for (std::uint32_t stream = 1; stream <= 19; stream += 2) {
    peer.send(headers(stream, request("POST", "/", {{"x-large", std::string(7'000, 'x')}}), kEndHeaders));
  }
  const std::size_t held = peer.connection.held_bytes();
  EXPECT_GE(held, before + 10 * 7'000);
  EXPECT_LE(held, before + 10 * 16'000);
  for (std::uint32_t stream = 1; stream <= 19; stream += 2) peer.send(data(stream, "x"));
  EXPECT_LE(peer.connection.held_bytes(), before + 16 * kKibibyte) << "completed requests are not kept";
}

TEST(H2HeldMemory, CountsAnIncompleteHead) {
  H2Peer peer;
  const std::size_t before = peer.connection.held_bytes();
  peer.send(frame(kHeaders, kNone, 1, block(request("GET", "/", {{"x-large", std::string(7'000, 'x')}}))));
  EXPECT_GE(peer.connection.held_bytes(), before + 7'000);
}

TEST(H2HeldMemory, CountsTheHeaderTableOfTheLibrary) {
  H2Peer peer;
  const std::size_t before = peer.connection.held_bytes();
  // "Literal Header Field with Incremental Indexing -- New Name" (RFC 7541 section 6.2.1).
  const std::string entry = "\x40" + integer(0, 7, 1) + "x" + integer(0, 7, 3'000) + std::string(3'000, 'v');
  peer.send(frame(kHeaders, kEndStream | kEndHeaders, 1, block(request()) + entry));
  EXPECT_EQ(peer.answers[1].status(), "200");
  EXPECT_GE(peer.connection.held_bytes(), before + 3'000);
}

TEST(H2HeldMemory, DoesNotCountSharedBodies) {
  H2Peer peer;
  const std::size_t before = peer.connection.held_bytes();
  peer.send(settings({{4, 0}}) + headers(1, request("GET", "/big")));
  EXPECT_LT(peer.connection.held_bytes(), before + kSmall);
}

TEST(H2Room, RefusesUnprocessedRequestsAndSendsResponsesThatAreReady) {
  H2Peer peer;
  peer.send(settings({{4, 0}}) + headers(1, request()) + headers(3, request("POST"), kEndHeaders) +
            headers(5, request("POST"), kEndHeaders) + data(5, "some", kNone));
  peer.connection.shed(peer.now);
  peer.collect();
  EXPECT_EQ(peer.answers[3].reset, std::optional<std::uint32_t>(kRefusedStream));
  EXPECT_EQ(peer.answers[5].reset, std::optional<std::uint32_t>(kRefusedStream));
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kNoError));
  EXPECT_FALSE(peer.connection.is_finished());
  peer.send(window_update(1, 100'000));
  EXPECT_EQ(peer.answers[1].body, "hello world");
  EXPECT_TRUE(peer.connection.is_finished());
  EXPECT_EQ(peer.handler.seen.size(), 1U);
}

TEST(H2Room, DoesNotChargeThePeerForRefusedStreams) {
  H2Peer peer;
  for (std::uint32_t stream = 1; stream < 200; stream += 2) {
    peer.send(headers(stream, request("POST"), kEndHeaders));
  }
  peer.connection.shed(peer.now);
  peer.collect();
  EXPECT_EQ(peer.count(kReset), 100U);
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kNoError));
  EXPECT_TRUE(peer.connection.is_finished());
}

TEST(H2Room, ClosesAnIdleConnectionWithGoaway) {
  H2Peer peer;
  peer.send(headers(1, request()));
  peer.connection.shed(peer.now);
  peer.collect();
  ASSERT_NE(peer.last(kGoaway), nullptr);
  EXPECT_EQ(peer.last(kGoaway)->number(0), 1U);
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kNoError));
  EXPECT_TRUE(peer.connection.is_finished());
}

TEST(H2Deadline, OfThePrefaceStartsAtAccept) {
  H2Peer peer(H2Peer::Start::silent);
  peer.connection.await_preface_since(peer.now - 4s);
  peer.pass(5'999ms);
  EXPECT_FALSE(peer.connection.is_finished());
  peer.pass(1ms);
  EXPECT_TRUE(peer.connection.is_finished());
}

TEST(H2Deadline, AfterThePrefaceIsThatOfAnIdleConnection) {
  H2Peer peer(H2Peer::Start::silent);
  peer.connection.await_preface_since(peer.now);
  peer.send(preface() + settings());
  peer.pass(59'999ms);
  EXPECT_EQ(peer.goaway(), std::nullopt);
  peer.pass(1ms);
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kNoError));
}

}  // namespace
}  // namespace agent_access::net
