// Chunked bodies in pieces and beside other requests. What is read and refused is in tests/conformance/framing.test.mjs
// and pipelining.test.mjs.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

#include "net/running.hpp"

namespace agent_access::test {
namespace {

using namespace std::chrono_literals;

const std::string kHead = "POST /echo?q HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
const std::string kEnd = "0\r\n\r\n";

std::string chunk(std::string_view data) {
  std::array<char, 20> size{};
  const int digits = std::snprintf(size.data(), size.size(), "%zx", data.size());
  return std::string(size.data(), static_cast<std::size_t>(digits)) + "\r\n" + std::string(data) + "\r\n";
}

TEST(Chunked, ResponseDoesNotDependOnWhereTheRequestIsSplit) {
  expect_bodies_at_every_split(kHead + chunk("0\r\n\r\n") + chunk("GET / HTTP/1.1") + kEnd,
                               {"POST q 0\r\n\r\nGET / HTTP/1.1"});
}

TEST(Chunked, RequestsArriveByteByByteOnOneConnection) {
  Running running;
  const auto client = running.connect();
  const std::string request = kHead + chunk("ab") + chunk("c") + kEnd;
  for (const char byte : request + request + "GET / HTTP/1.1\r\nHost: a\r\n\r\n" + request) {
    client->send({&byte, 1});
    running.synchronise();
  }
  EXPECT_EQ(client->answer().body, "POST q abc");
  EXPECT_EQ(client->answer().body, "POST q abc");
  EXPECT_EQ(client->answer().body, "hello");
  EXPECT_EQ(client->answer().body, "POST q abc");
}

TEST(Chunked, RequestsArePipelinedWhereverTheyAreSplit) {
  expect_bodies_at_every_split(kHead + chunk("a") + kEnd + kHead + chunk("bc") + kEnd, {"POST q a", "POST q bc"});
}

TEST(Chunked, RefusalOfAHeadRequestInPiecesHasNoBody) {
  Running running;
  const auto client = running.connect();
  client->send("HEAD /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n");
  running.synchronise();
  client->send("xy");
  const auto answer = client->receive(Client::Asked::head_only);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 400);
  EXPECT_TRUE(client->is_at_end());
}

TEST(Chunked, ContinueIsSentOnceForAnExpectedBody) {
  Running running;
  const auto client = running.connect();
  const std::string head =
      "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n";
  for (int round = 0; round < 2; ++round) {
    client->send(head);
    EXPECT_EQ(client->answer().head, "HTTP/1.1 100 Continue\r\n\r\n");
    client->send(chunk("bo"));
    running.synchronise();
    client->send(chunk("dy"));
    running.synchronise();
    client->send(kEnd);
    EXPECT_EQ(client->answer().body, "POST  body");
  }
  client->send(head + chunk("body") + kEnd + "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(client->answer().body, "POST  body");
  EXPECT_EQ(client->answer().body, "hello");
}

TEST(Chunked, DeadlineIsNotExtendedByMoreChunks) {
  net::Limits limits;
  limits.body_deadline = 150ms;
  Running running(with_limits(limits));
  const auto client = running.connect();
  client->send(kHead);
  const auto is_answered = [](const Events& events) { return !events.records().empty(); };
  int chunks = 0;
  while (chunks < 500 && !running.events().wait_until(is_answered, 10ms)) {
    client->send(chunk("x"));
    ++chunks;
  }
  EXPECT_LT(chunks, 500);
  EXPECT_EQ(client->answer().status, 408);
}

TEST(Chunked, RequestWaitsUntilALargeResponseIsRead) {
  Running running;
  const auto client = running.connect();
  client->send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n" + kHead + "4\r\nbo");
  running.synchronise();
  client->send("dy\r\n" + kEnd);
  EXPECT_EQ(client->answer().body.size(), kLargeBody);
  EXPECT_EQ(client->answer().body, "POST q body");
}

}  // namespace
}  // namespace agent_access::test
