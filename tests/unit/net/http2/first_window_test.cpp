// The first window of a connection whose peer, as HAProxy does, gives back no bytes of cancelled responses.
#include "net/http2/first_window.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>

#include "unit/net/http2/peer.hpp"

namespace agent_access::net {
namespace {

using namespace h2test;
using namespace std::chrono_literals;
using h2::FirstWindow;

const std::string kAcknowledgement = ping("00000000", kAck);

/// A proxy in which each client cancels once its response has begun. It gives bytes back for others only.
struct H2FirstWindow : testing::Test {
  H2FirstWindow() { proxy.acknowledges_pings = false; }

  /// Each request is of another client.
  [[nodiscard]] static std::string ask(std::uint32_t stream, const std::string& path = "/big") {
    const std::string client = "203.0." + std::to_string(stream / 256) + "." + std::to_string(stream % 256);
    return headers(stream, request("GET", path, {{"x-forwarded-for", client}}));
  }
  [[nodiscard]] std::string& body_of(std::uint32_t stream) { return proxy.answers[stream].body; }
  /// The client of stream 1 cancels after half of the window and a probe.
  void take_half() {
    proxy.send(ask(1));
    cancel(1);
  }
  /// The client of the stream cancels while the probe is on its way to the proxy.
  void cancel(std::uint32_t stream) { proxy.send(reset(stream) + kAcknowledgement); }

  H2Peer proxy{H2Peer::Start::greeted, {}, {*base::Network::parse("192.0.2.0/24")}};
};

TEST_F(H2FirstWindow, IsHalfFreeForBodies) {
  proxy.send(ask(1, "/") + ask(3, "/"));
  EXPECT_EQ(body_of(1) + body_of(3), "hello worldhello world");
  EXPECT_EQ(proxy.count(kPing), 0U);
}

TEST_F(H2FirstWindow, HasOneProbeAndAPingAfterHalfOfIt) {
  proxy.send(ask(1) + ask(3) + ask(5));
  EXPECT_EQ(body_of(1).size() + body_of(3).size() + body_of(5).size(), 32'767U + 64U);
  EXPECT_EQ(proxy.count(kPing), 1U);
  EXPECT_EQ(proxy.answers[5].status(), "200") << "heads do not wait";
}

TEST_F(H2FirstWindow, OpensWithTheAcknowledgementForAClientThatIsThere) {
  proxy.send(ask(1));
  proxy.send(kAcknowledgement);
  EXPECT_EQ(body_of(1).size(), 65'535U);
  proxy.send(window_update(0, 1 << 24) + window_update(1, 1 << 24));
  EXPECT_EQ(body_of(1), std::string(1 << 20, 'b'));
  EXPECT_EQ(proxy.count(kPing), 1U) << "once for each connection";
}

TEST_F(H2FirstWindow, OpensWithAWindowUpdateOfTheConnectionAlone) {
  proxy.send(window_update(0, 1 << 24));
  proxy.send(ask(1));
  EXPECT_EQ(body_of(1).size(), 65'535U) << "the window of the stream";
  EXPECT_EQ(proxy.count(kPing), 0U);
}

TEST_F(H2FirstWindow, StaysClosedForAWindowUpdateOfAStream) {
  proxy.send(ask(1));
  proxy.send(window_update(1, 1 << 24));
  EXPECT_EQ(body_of(1).size(), 32'767U + 64U);
}

TEST_F(H2FirstWindow, HasRoomForAClientAfterCancelledResponsesOfMoreThanAWindow) {
  take_half();
  std::uint32_t stream = 3;
  for (; stream < 203; stream += 2) {
    proxy.send(ask(stream));
    cancel(stream);
  }
  proxy.send(ask(stream, "/"));
  proxy.send(kAcknowledgement);
  EXPECT_EQ(body_of(stream), "hello world");
  EXPECT_EQ(proxy.goaway(), std::nullopt);
}

TEST_F(H2FirstWindow, GivesTheNextProbeToABodyThatWaited) {
  take_half();
  proxy.send(ask(3) + ask(5, "/"));
  EXPECT_EQ(body_of(5), "");
  cancel(3);
  EXPECT_EQ(body_of(5), "hello world");
  EXPECT_TRUE(proxy.answers[5].ended);
}

TEST_F(H2FirstWindow, DrainsTheConnectionWhenThreeQuartersAreLost) {
  constexpr std::uint32_t kProbesOfAQuarter = 255;  // beside the one that follows the free half
  take_half();
  std::uint32_t stream = 3;
  for (std::uint32_t count = 0; count < kProbesOfAQuarter - 1; ++count, stream += 2) {
    proxy.send(ask(stream));
    cancel(stream);
  }
  EXPECT_EQ(proxy.goaway(), std::nullopt);
  proxy.send(ask(stream));
  cancel(stream);
  EXPECT_EQ(proxy.goaway(), std::optional<std::uint32_t>(kNoError));
  proxy.send(ask(stream + 2, "/"));
  proxy.send(kAcknowledgement);
  EXPECT_EQ(body_of(stream + 2), "hello world") << "the connection still completes what arrives";
}

TEST_F(H2FirstWindow, OpensAfterTheWriteDeadlineForAPeerThatDoesNotAcknowledge) {
  proxy.send(ask(1));
  proxy.pass(29'900ms);
  EXPECT_EQ(body_of(1).size(), 32'767U + 64U);
  proxy.pass(200ms);
  EXPECT_EQ(body_of(1).size(), 65'535U);
}

TEST_F(H2FirstWindow, ChargesPingsThatAcknowledgeNothing) {
  proxy.send(ask(1));
  proxy.send(kAcknowledgement);
  std::string many;
  for (int count = 0; count < 200; ++count) many += kAcknowledgement;
  proxy.send(many);
  EXPECT_EQ(proxy.goaway(), std::optional<std::uint32_t>(kEnhanceYourCalm));
}

TEST_F(H2FirstWindow, IsForAPeerThatNamesNoClientAsForAnyOther) {
  proxy.send(headers(1, request("GET", "/big")));
  EXPECT_EQ(body_of(1).size(), 65'535U);
  EXPECT_EQ(proxy.count(kPing), 0U);
}

TEST(FirstWindow, IsOpenForAConnectionOfOneClient) {
  H2Peer client;
  client.send(get_on(1));
  EXPECT_TRUE(client.answers[1].ended);
  EXPECT_EQ(client.count(kPing), 0U);
}

TEST(FirstWindow, AllowsOneProbeUntilItIsAcknowledged) {
  FirstWindow window(true);
  EXPECT_EQ(window.allowance(), 32'767U);
  EXPECT_FALSE(window.sent(5, 32'767, SteadyTime{1h}));
  EXPECT_EQ(window.allowance(), 64U);
  EXPECT_TRUE(window.sent(7, 64, SteadyTime{1h}));
  EXPECT_EQ(window.allowance(), 0U);
  EXPECT_FALSE(window.note({.length = 4, .type = h2::kReset, .stream = 9})) << "another stream";
  EXPECT_TRUE(window.note({.length = 8, .type = h2::kPing, .flags = h2::kAcknowledgement}));
  EXPECT_TRUE(window.is_open());
}

}  // namespace
}  // namespace agent_access::net
