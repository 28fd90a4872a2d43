#include "net/http2/connection.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/net/http2/peer.hpp"

namespace agent_access::net {
namespace {

using namespace h2test;  // the functions that compose frames

TEST(H2Connection, SendsItsSettingsFirst) {
  const H2Peer peer;
  EXPECT_EQ(peer.server_settings.type, kSettings);
  EXPECT_EQ(peer.server_settings.payload, bytes_of(3, 2) + bytes_of(100, 4) + bytes_of(4, 2) + bytes_of(65'535, 4) +
                                              bytes_of(6, 2) + bytes_of(16'384, 4) + bytes_of(9, 2) + bytes_of(1, 4));
}

TEST(H2Connection, RespondsWithEveryField) {
  H2Peer peer;
  peer.send(headers(1, request("GET", "/a/b?c=d", {{"accept", "*/*"}})));
  ASSERT_EQ(peer.handler.seen.size(), 1U);
  const auto& seen = peer.handler.seen.front();
  EXPECT_EQ(seen.method, http::Method::get);
  EXPECT_EQ(seen.path, "/a/b");
  EXPECT_EQ(seen.query, "c=d");
  EXPECT_EQ(seen.host, "example.com");
  EXPECT_EQ(seen.peer, "192.0.2.7");
  EXPECT_EQ(seen.fields, 1U);
  const H2Answer& answer = peer.answers[1];
  EXPECT_EQ(answer.status(), "200");
  EXPECT_EQ(answer.body, "hello world");
  EXPECT_TRUE(answer.ended);
  EXPECT_EQ(answer.fields.at("content-length"), "11");
  EXPECT_EQ(answer.fields.at("content-type"), "text/plain");
  EXPECT_EQ(answer.fields.at("x-own"), "1");
  EXPECT_EQ(answer.fields.at("strict-transport-security"), "max-age=1");
  EXPECT_EQ(answer.fields.at("x-request-id").size(), 16U);
  EXPECT_EQ(answer.fields.at("date").size(), 29U);
  EXPECT_FALSE(answer.fields.contains("connection"));
  EXPECT_EQ(peer.observer.paths, std::vector<std::string>{"/a/b"});
  EXPECT_FALSE(peer.connection.is_finished());
}

TEST(H2Connection, GivesTheHandlerTheWholeBody) {
  H2Peer peer;
  peer.send(headers(1, request("POST", "/", {{"content-length", "10"}}), kEndHeaders) + data(1, "01234", kNone));
  EXPECT_TRUE(peer.handler.seen.empty());
  peer.send(data(1, "56789"));
  EXPECT_EQ(peer.answers[1].body, "hello 0123456789");
}

TEST(H2Connection, AcceptsABodyWithoutALengthAndIgnoresTrailers) {
  H2Peer peer;
  peer.send(headers(1, request("POST"), kEndHeaders) + data(1, "body", kNone) + headers(1, {{"x-checksum", "1"}}));
  EXPECT_EQ(peer.answers[1].body, "hello body");
  EXPECT_EQ(peer.handler.seen.at(0).fields, 0U);
}

TEST(H2Connection, SendsNoBodyForHead204And304) {
  H2Peer peer;
  peer.send(headers(1, request("HEAD")) + headers(3, request("GET", "/none")) +
            headers(5, request("GET", "/unchanged")));
  EXPECT_EQ(peer.answers[1].fields.at("content-length"), "11");
  EXPECT_EQ(peer.answers[3].status(), "204");
  EXPECT_EQ(peer.answers[5].status(), "304");
  EXPECT_FALSE(peer.answers[3].fields.contains("content-length"));
  EXPECT_FALSE(peer.answers[5].fields.contains("content-length"));
  for (const std::uint32_t stream : {1U, 3U, 5U}) {
    EXPECT_EQ(peer.answers[stream].body, "");
    EXPECT_TRUE(peer.answers[stream].ended);
  }
  EXPECT_EQ(peer.count(kData), 0U);
}

TEST(H2Connection, Sends100ContinueToAWaitingClient) {
  H2Peer peer;
  peer.send(headers(1, request("POST", "/", {{"expect", "100-continue"}}), kEndHeaders));
  EXPECT_EQ(peer.answers[1].status(), "100");
  EXPECT_FALSE(peer.answers[1].ended);
  peer.send(data(1, "body"));
  EXPECT_EQ(peer.answers[1].interim, std::vector<std::string>{"100"});
  EXPECT_EQ(peer.answers[1].status(), "200");
}

TEST(H2Connection, Returns500ForAnExceptionAndKeepsServing) {
  H2Peer peer;
  peer.send(headers(1, request("GET", "/throw")) + headers(3, request()));
  EXPECT_EQ(peer.answers[1].status(), "500");
  EXPECT_EQ(peer.answers[3].status(), "200");
}

TEST(H2Connection, RespondsToAHundredStreamsAtOnce) {
  H2Peer peer;
  std::string bytes;
  for (std::uint32_t stream = 1; stream < 200; stream += 2) bytes += headers(stream, request("POST"), kEndHeaders);
  peer.send(bytes);
  for (std::uint32_t stream = 1; stream < 200; stream += 2) peer.send(data(stream, "n" + std::to_string(stream)));
  for (std::uint32_t stream = 1; stream < 200; stream += 2) {
    EXPECT_EQ(peer.answers[stream].body, "hello n" + std::to_string(stream));
  }
  EXPECT_TRUE(peer.connection.is_idle());
}

TEST(H2Connection, RespondsToAThousandRequestsInTurn) {
  H2Peer peer;
  for (std::uint32_t stream = 1; stream < 2'000; stream += 2) peer.send(headers(stream, request()));
  EXPECT_EQ(peer.handler.seen.size(), 1'000U);
  EXPECT_EQ(peer.answers[1'999].body, "hello world");
  EXPECT_EQ(peer.observer.statuses, std::vector<int>(1'000, 200));
}

TEST(H2Connection, DoesNotDependOnHowTheBytesAreSplit) {
  const std::string bytes = preface() + settings({{4, 70'000}}) + settings_ack() +
                            headers(1, request("POST", "/x", {{"content-length", "4"}}), kEndHeaders) +
                            data(1, "ab", kNone) + ping() + data(1, "cd") +
                            frame(kHeaders, kEndStream, 3, block(request()).substr(0, 7)) +
                            frame(kContinuation, kEndHeaders, 3, block(request()).substr(7)) + reset(5 - 2);
  for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
    H2Peer peer(H2Peer::Start::silent);
    peer.send(std::string_view(bytes).substr(0, cut));
    peer.send(std::string_view(bytes).substr(cut));
    ASSERT_EQ(peer.answers[1].body, "hello abcd") << "cut at " << cut;
    ASSERT_EQ(peer.handler.seen.size(), 2U) << "cut at " << cut;
    ASSERT_EQ(peer.count(kGoaway), 0U) << "cut at " << cut;
  }
  H2Peer peer(H2Peer::Start::silent);
  peer.send_split(bytes, 1);
  EXPECT_EQ(peer.answers[1].body, "hello abcd");
  EXPECT_EQ(peer.goaway(), std::nullopt);
  EXPECT_EQ(peer.answers[3].status(), "200");
  EXPECT_EQ(peer.answers[3].body, "hello world");
}

TEST(H2Connection, KeepsAResponseUntilItsLastByteIsSent) {
  H2Peer peer;
  peer.reading = false;
  peer.send(window_update(0, 2'000'000) + settings({{4, 2'000'000}}) + headers(1, request("GET", "/big")));
  EXPECT_FALSE(peer.handler.alive.expired());
  peer.send(reset(1));
  EXPECT_FALSE(peer.handler.alive.expired()) << "its first bytes are in the output";
  EXPECT_TRUE(peer.observer.statuses.empty());
  peer.collect(1'000);
  EXPECT_TRUE(peer.handler.alive.expired());
  EXPECT_EQ(peer.observer.statuses, std::vector<int>{200});
}

TEST(H2Connection, ReportsAbandonedResponses) {
  Limits limits;
  H2Handler handler;
  H2Observer observer;
  WorkerResources resources(limits, handler, observer);
  const SteadyTime now{std::chrono::hours(1)};
  {
    H2Connection connection(resources, *base::IpAddress::parse("192.0.2.7"), {}, now);
    connection.receive(preface() + settings() + headers(1, request("GET", "/big")), now);
    EXPECT_TRUE(observer.paths.empty());
  }
  EXPECT_EQ(observer.paths, std::vector<std::string>{"/big"});
}

TEST(H2Connection, ReadsNothingWhileItsOutputIsNotSent) {
  H2Peer peer;
  peer.reading = false;
  peer.send(window_update(0, 2'000'000) + settings({{4, 2'000'000}}) + headers(1, request("GET", "/big")));
  std::size_t waiting = 0;
  for (const std::string_view part : peer.connection.pending()) waiting += part.size();
  EXPECT_GE(waiting, std::size_t{32} * 1024);
  EXPECT_LE(waiting, std::size_t{64} * 1024);
  EXPECT_FALSE(peer.connection.wants_bytes());
  peer.collect();
  EXPECT_TRUE(peer.connection.wants_bytes());
  EXPECT_EQ(peer.answers[1].body.size(), std::size_t{1} << 20);
}

}  // namespace
}  // namespace agent_access::net
