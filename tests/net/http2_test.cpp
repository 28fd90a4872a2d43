// HTTP/2 over real sockets: when it begins, and how it uses the session. Frames are tested without sockets
// (tests/unit/net/http2), ALPN in tls_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "net/http2_client.hpp"

namespace agent_access::test {
namespace {

using namespace h2test;

/// The response on a stream.
struct Received {
  bool is_ok = false;  ///< its header block begins with the static entry ":status: 200" (RFC 7541 appendix A)
  std::string body;
  bool is_ended = false;
};

Received on_stream(const std::vector<Frame>& frames, std::uint32_t stream) {
  Received received;
  for (const Frame& each : frames) {
    if (each.stream != stream) continue;
    if (each.type == kHeaders) received.is_ok = each.payload.starts_with('\x88');
    if (each.type == kData) received.body += each.payload;
    received.is_ended = received.is_ended || each.has(kEndStream);
  }
  return received;
}

TEST(Http2, AnswersRequestsOfOneConnection) {
  Running running(with_http2());
  const auto client = connect_http2(running);
  ASSERT_TRUE(client->send(http2_greeting() + headers(1, request("GET", "/")) +
                           headers(3, request("POST", "/echo?a=b"), kEndHeaders) + data(3, "body") + http2_goaway()));
  const auto frames = split(client->receive_all());
  EXPECT_TRUE(on_stream(frames, 1).is_ok);
  EXPECT_EQ(on_stream(frames, 1).body, "hello");
  EXPECT_EQ(on_stream(frames, 3).body, "POST a=b body");
  EXPECT_TRUE(on_stream(frames, 3).is_ended);
  EXPECT_TRUE(running.events().wait_until([](const Events& events) { return events.closed() == 1; }));
  EXPECT_EQ(running.events().http2_connections(), 1U);
  EXPECT_EQ(running.events().records().size(), 2U);
}

TEST(Http2, ReadsBytesOneByOne) {
  Running running(with_http2());
  const auto client = connect_http2(running);
  for (const char byte : http2_greeting() + headers(1, request("GET", "/")) + http2_goaway()) {
    ASSERT_TRUE(client->send({&byte, 1}));
  }
  EXPECT_EQ(on_stream(split(client->receive_all()), 1).body, "hello");
}

TEST(Http2, IsRefusedWithoutTls) {
  Running running;
  const auto client = running.connect();
  client->send(http2_greeting() + headers(1, request("GET", "/")));
  const auto answer = client->receive();
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->head, testing::StartsWith("HTTP/1.1 505 "));
  EXPECT_EQ(running.events().http2_connections(), 0U);
}

TEST(Http2, SendsAsMuchAsTheWindowsAllowAndTheRestAfterUpdates) {
  Running running(with_http2());
  const auto client = connect_http2(running);
  ASSERT_TRUE(client->send(http2_greeting() + settings({{4, 0x7fff'ffff}}) + window_update(0, 0x7fff'0000U) +
                           headers(1, request("GET", "/large")) + http2_goaway()));
  const auto frames = split(client->receive_all());
  EXPECT_EQ(on_stream(frames, 1).body.size(), kLargeBody);
  EXPECT_TRUE(on_stream(frames, 1).is_ended);
}

TEST(Http2, ClosesAPeerThatDoesNotRead) {
  net::ServerOptions options = with_http2();
  options.limits.write_deadline = std::chrono::milliseconds(200);
  Running running(std::move(options));
  const auto client = connect_http2(running);
  client->shrink_receive_buffer();
  ASSERT_TRUE(client->send(http2_greeting() + settings({{4, 0x7fff'ffff}}) + window_update(0, 0x7fff'0000U) +
                           headers(1, request("GET", "/large"))));
  EXPECT_TRUE(running.events().wait_until([](const Events& events) { return events.closed() == 1; }));
  EXPECT_EQ(running.events().records().size(), 1U) << "the abandoned response is reported";
}

TEST(Http2, ClosesAnIdleConnectionWithGoaway) {
  net::ServerOptions options = with_http2();
  options.limits.idle_deadline = std::chrono::milliseconds(200);
  Running running(std::move(options));
  const auto client = connect_http2(running);
  ASSERT_TRUE(client->send(http2_greeting() + headers(1, request("GET", "/"))));
  const auto frames = split(client->receive_all());
  EXPECT_EQ(on_stream(frames, 1).body, "hello");
  EXPECT_EQ(frames.back().type, kGoaway);
  EXPECT_EQ(frames.back().number(4), kNoError);
}

TEST(Http2, SendsGoawayBeforeItDrains) {
  Running running(with_http2());
  const auto client = connect_http2(running);
  ASSERT_TRUE(client->send(http2_greeting() + headers(1, request("POST", "/echo"), kEndHeaders)));
  running.synchronise();
  running.server().stop();
  ASSERT_TRUE(client->send(data(1, "late") + headers(3, request("GET", "/"))));
  const auto frames = split(client->receive_all());
  EXPECT_EQ(on_stream(frames, 1).body, "POST  late");
  EXPECT_EQ(on_stream(frames, 3).body, "hello") << "it was in flight";
  std::vector<std::uint32_t> last_streams;
  for (const Frame& each : frames) {
    if (each.type == kGoaway) last_streams.push_back(each.number(0));
  }
  EXPECT_EQ(last_streams, (std::vector<std::uint32_t>{0x7fff'ffffU, 3}));
  running.server().wait();
}

TEST(Http2, ClosesAFloodWithEnhanceYourCalmAndReportsIt) {
  Running running(with_http2());
  const auto client = connect_http2(running);
  std::string flood = http2_greeting();
  for (int count = 0; count < 300; ++count) flood += ping();
  ASSERT_TRUE(client->send(flood));
  const auto frames = split(client->receive_all());
  ASSERT_EQ(frames.back().type, kGoaway);
  EXPECT_EQ(frames.back().number(4), kEnhanceYourCalm);
  EXPECT_TRUE(running.events().wait_until([](const Events& events) { return events.http2_abuses() == 1; }));
}

}  // namespace
}  // namespace agent_access::test
