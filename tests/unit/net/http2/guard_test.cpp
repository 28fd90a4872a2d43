#include "net/http2/guard.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>

#include "unit/net/http2/peer.hpp"

namespace agent_access::net {
namespace {

using namespace h2test;
using namespace std::chrono_literals;

// How many of the pieces are accepted before ENHANCE_YOUR_CALM; they are sent at intervals of `apart`.
std::size_t taken(H2Peer& peer, std::size_t most, const std::function<std::string(std::uint32_t)>& piece,
                  std::chrono::milliseconds apart = 0ms) {
  for (std::size_t index = 0; index < most; ++index) {
    peer.now += apart;
    peer.send(piece(static_cast<std::uint32_t>(index)));
    if (peer.goaway() == std::optional<std::uint32_t>(kEnhanceYourCalm)) {
      EXPECT_TRUE(peer.connection.is_finished());
      EXPECT_FALSE(peer.connection.wants_bytes());
      return index;
    }
    EXPECT_EQ(peer.goaway(), std::nullopt);
  }
  return most;
}

// SETTINGS and its acknowledgement at the start cost two.
constexpr std::size_t kLeft = 198;

TEST(H2Guard, ClosesAPingFlood) {
  H2Peer peer;
  EXPECT_EQ(taken(peer, 100'000, [](std::uint32_t) { return ping(); }), kLeft);
  EXPECT_EQ(peer.count(kPing), kLeft);
}

TEST(H2Guard, ClosesAFloodOfOneFrame) {
  const std::string upload = headers(1, request("POST"), kEndHeaders);
  const std::string padded = std::string(1, '\xff') + "x" + std::string(255, '\0');
  struct Flood {
    std::string begin;
    std::string piece;
    std::size_t taken;
  };
  for (const Flood& flood : {
           Flood{"", settings({{1, 0}}), kLeft},
           Flood{"", frame(0xb0, 0, 0, "x"), kLeft},  // of an unknown type
           Flood{"", window_update(0, 1), kLeft},
           Flood{"", priority(1, 0), 100},
           Flood{upload, data(1, "", kNone), 1},
           Flood{upload, data(1, "x", kNone), kLeft},
           Flood{upload, data(1, padded, kPadded), kLeft},
           Flood{frame(kHeaders, kEndStream, 1, block(request())), frame(kContinuation, kNone, 1), 1},
       }) {
    H2Peer peer;
    if (!flood.begin.empty()) peer.send(flood.begin);
    EXPECT_EQ(taken(peer, 100'000, [&flood](std::uint32_t) { return flood.piece; }), flood.taken);
  }
}

TEST(H2Guard, ToleratesPingsAtAModestRate) {
  H2Peer peer;
  EXPECT_EQ(taken(peer, 590, [](std::uint32_t) { return ping(); }, 100ms), 590U);
}

TEST(H2Guard, ClosesARapidReset) {
  H2Peer peer;
  const auto piece = [](std::uint32_t index) {
    return headers(2 * index + 1, request("POST"), kEndHeaders) + reset(2 * index + 1);
  };
  EXPECT_EQ(taken(peer, 100'000, piece), kLeft / 2);
}

TEST(H2Guard, ClosesARapidResetOfCompleteRequests) {
  H2Peer peer;
  peer.reading = false;
  std::string bytes;
  for (std::uint32_t stream = 1; stream < 1'001; stream += 2) bytes += headers(stream, request()) + reset(stream);
  peer.send(bytes);
  EXPECT_LT(peer.handler.seen.size(), 102U);
  peer.collect();
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kEnhanceYourCalm));
}

TEST(H2Guard, ToleratesAResetForEachAnsweredRequest) {
  H2Peer peer;
  const auto piece = [](std::uint32_t index) {
    return headers(4 * index + 1, request()) + headers(4 * index + 3, request("POST"), kEndHeaders) +
           reset(4 * index + 3);
  };
  EXPECT_EQ(taken(peer, 1'000, piece), 1'000U);
}

TEST(H2Guard, ClosesAContinuationFlood) {
  H2Peer peer;
  peer.send(frame(kHeaders, kEndStream, 1, block(request())));
  const auto piece = [](std::uint32_t index) {
    return frame(kContinuation, kNone, 1, literal("x-" + std::to_string(index), "v"));
  };
  EXPECT_EQ(taken(peer, 100'000, piece), 8U);
  EXPECT_TRUE(peer.handler.seen.empty());
}

TEST(H2Guard, ToleratesTheWindowUpdatesOfASlowReader) {
  H2Peer peer;
  peer.send(settings({{4, 0}}) + headers(1, request("GET", "/big")));
  EXPECT_EQ(taken(peer, 1'000, [](std::uint32_t) { return window_update(1, 20); }), 1'000U);
}

TEST(H2Guard, ToleratesAWindowUpdateForEach64BytesSent) {
  H2Peer peer;
  peer.send(settings({{4, 2'000'000}}) + window_update(0, 2'000'000) + headers(1, request("GET", "/big")));
  ASSERT_EQ(peer.answers[1].body.size(), std::size_t{1} << 20U);
  const auto piece = [](std::uint32_t) { return window_update(0, 64) + window_update(1, 64); };
  EXPECT_EQ(taken(peer, (1 << 20) / 64, piece), 16'384U);
  EXPECT_LE(taken(peer, 100'000, piece), 1'000U) << "the DATA frames and the budget allow some more";
}

TEST(H2Guard, ToleratesAPingWithEachReset) {
  H2Peer peer;
  const auto piece = [](std::uint32_t index) {
    return headers(4 * index + 1, request()) + headers(4 * index + 3, request("POST"), kEndHeaders) +
           reset(4 * index + 3) + ping();
  };
  EXPECT_EQ(taken(peer, 1'000, piece), 1'000U);
  EXPECT_LE(taken(peer, 1'000, [](std::uint32_t) { return ping(); }), 200U) << "unused allowances are not saved";
}

TEST(H2Guard, ClosesAFloodOfMalformedStreams) {
  H2Peer peer;
  const auto piece = [](std::uint32_t index) { return headers(2 * index + 1, {{":method", "GET"}}); };
  EXPECT_LE(taken(peer, 100'000, piece), kLeft / 2);
}

TEST(H2Guard, ClosesAFloodOfHeadersOnStreamsThatTheServerEnded) {
  Limits limits;
  limits.body = 1;
  H2Peer peer(H2Peer::Start::greeted, limits);
  peer.send(headers(1, request("POST"), kEndHeaders) + data(1, std::string(100, 'x'), kNone));
  ASSERT_EQ(peer.answers[1].status(), "413");
  EXPECT_LE(taken(peer, 100'000, [](std::uint32_t) { return headers(1, request()); }), 200U);
  EXPECT_TRUE(peer.handler.seen.empty());
}

TEST(H2Guard, RefusesStreamsAboveAHundredAndClosesTheirFlood) {
  H2Peer peer;
  for (std::uint32_t stream = 1; stream < 200; stream += 2) peer.send(headers(stream, request("POST"), kEndHeaders));
  peer.send(headers(201, request()));
  EXPECT_EQ(peer.answers[201].reset, std::optional<std::uint32_t>(kRefusedStream));
  EXPECT_TRUE(peer.handler.seen.empty());
  peer.send(data(1, "x"));
  peer.send(headers(203, request()));
  EXPECT_EQ(peer.answers[203].status(), "200") << "streams are free again";
  const auto piece = [](std::uint32_t index) { return headers(2 * index + 205, request("POST"), kEndHeaders); };
  EXPECT_LE(taken(peer, 100'000, piece), 101U);
}

TEST(H2Guard, ClosesAHeaderBlockThatDecodesToMegabytes) {
  H2Peer peer;
  // One entry of almost the whole table, then one byte for each repetition.
  const std::string entry = "\x40" + integer(0, 7, 3) + "x-a" + integer(0, 7, 4'000) + std::string(4'000, 'a');
  peer.send(frame(kHeaders, kEndStream | kEndHeaders, 1, block(request()) + entry + std::string(10'000, '\xbe')));
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kEnhanceYourCalm));
}

TEST(H2Guard, AcceptsTableSizeSettingsAndRefusesAnUpdateAboveTheLimit) {
  H2Peer peer;
  peer.send(settings({{1, 0}, {1, 0xffff'ffff}}) + headers(1, request()));
  EXPECT_EQ(peer.answers[1].status(), "200");
  peer.send(frame(kHeaders, kEndStream | kEndHeaders, 3, integer(0x20, 5, 4'097) + block(request())));
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kCompressionError));
}

}  // namespace
}  // namespace agent_access::net
