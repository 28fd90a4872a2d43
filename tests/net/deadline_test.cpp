#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "net/running.hpp"

namespace agent_access::test {
namespace {

using namespace std::chrono_literals;

net::Limits short_limits() {
  net::Limits limits;
  limits.header_deadline = 150ms;
  limits.body_deadline = 150ms;
  limits.write_deadline = 150ms;
  limits.idle_deadline = 150ms;
  return limits;
}

TEST(Deadline, ClosesAnIdleConnectionWithoutAResponse) {
  Running running(with_limits(short_limits()));
  const auto fresh = running.connect();
  const auto used = running.connect();
  used->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(used->answer().body, "hello");
  EXPECT_TRUE(fresh->is_at_end());
  EXPECT_TRUE(used->is_at_end());
  EXPECT_EQ(running.events().records().size(), 1U);
}

TEST(Deadline, ClosesAConnectionThatSendsNothingAtTheHeaderDeadline) {
  net::Limits limits = short_limits();
  limits.idle_deadline = 60s;
  Running running(with_limits(limits));
  const auto silent = running.connect();
  EXPECT_TRUE(silent->is_at_end());
  EXPECT_EQ(running.events().records().size(), 0U);
}

TEST(Deadline, OfTheFirstHeadStartsAtAccept) {
  net::Limits limits;
  limits.header_deadline = 4s;
  Running running(with_limits(limits));
  const auto start = std::chrono::steady_clock::now();
  const auto client = running.connect();
  const auto never = [](const Events& events) { return !events.records().empty(); };
  ASSERT_FALSE(running.events().wait_until(never, 3s)) << "most of the deadline passes";
  client->send("GET / HTTP/1.1\r\n");
  EXPECT_EQ(client->answer().status, 408);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 6s) << "from the first byte it would be 7 s";
}

TEST(Deadline, OfTheNextHeadStartsAtItsFirstByte) {
  net::Limits limits;
  limits.header_deadline = 1s;
  Running running(with_limits(limits));
  const auto client = running.connect();
  client->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(client->answer().status, 200);
  const auto is_over = [](const Events& events) { return events.closed() > 0; };
  ASSERT_FALSE(running.events().wait_until(is_over, 1'300ms)) << "idle";
  client->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(client->answer().status, 200);
}

TEST(Deadline, GivesAnIncompleteHead408) {
  net::Limits limits = short_limits();
  limits.idle_deadline = 60s;
  Running running(with_limits(limits));
  const auto client = running.connect();
  client->send("GET / HTTP/1.1\r\nHo");
  const auto answer = client->receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 408);
  EXPECT_NE(answer->body.find("\"error\":\"request_timeout\""), std::string::npos);
  EXPECT_EQ(answer->field("Connection"), "close");
  EXPECT_TRUE(client->is_at_end());
}

TEST(Deadline, OfAHeadIsNotAboutTheHeadOfAnotherConnection) {
  net::Limits limits = short_limits();
  limits.idle_deadline = 60s;
  Running running(with_limits(limits));
  const auto client = running.connect();
  client->send("GET / HTTP/1.1\r\nHo");
  const auto other = running.connect();
  other->send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto answer = client->receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 408);
  EXPECT_FALSE(answer->body.empty()) << "the response to HEAD would have none";
}

TEST(Deadline, IsNotExtendedByAnotherByte) {
  net::Limits limits = short_limits();
  limits.idle_deadline = 60s;
  Running running(with_limits(limits));
  const auto client = running.connect();
  client->send("GET / HTTP/1.1\r\nX: ");
  int bytes = 0;
  while (bytes < 500 &&
         !running.events().wait_until([](const Events& events) { return !events.records().empty(); }, 10ms)) {
    bytes += static_cast<int>(client->send_some("x"));
  }
  EXPECT_LT(bytes, 500);
  EXPECT_EQ(client->answer().status, 408);
}

TEST(Deadline, GivesAnIncompleteBody408) {
  net::Limits limits = short_limits();
  limits.header_deadline = 60s;
  limits.idle_deadline = 60s;
  Running running(with_limits(limits));
  const auto client = running.connect();
  client->send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbo");
  EXPECT_EQ(client->answer().status, 408);
  EXPECT_TRUE(client->is_at_end());
}

TEST(Deadline, ClosesAPeerThatDoesNotRead) {
  Running running(with_limits(short_limits()));
  const auto client = running.connect();
  client->shrink_receive_buffer();
  client->send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(running.events().wait_until([](const Events& events) { return events.closed() == 1; }));
  ASSERT_EQ(running.events().records().size(), 1U);
  EXPECT_EQ(running.events().records().front().path, "/large");
}

TEST(Deadline, KeepsAPeerThatReadsSlowly) {
  net::Limits limits = short_limits();
  limits.write_deadline = 500ms;  // so much longer than a round that a busy machine does not stall the peer
  Running running(with_limits(limits));
  const auto client = running.connect();
  client->send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto is_closed = [](const Events& events) { return events.closed() > 0; };
  // For several times the deadline; the rest is then read at once.
  for (int round = 0; round < 100; ++round) {
    ASSERT_TRUE(client->read_some(64 * 1024));
    ASSERT_FALSE(running.events().wait_until(is_closed, 15ms));
  }
  EXPECT_EQ(client->answer().body.size(), kLargeBody);
}

TEST(Deadline, OfOneConnectionDoesNotAffectOthers) {
  net::Limits limits = short_limits();
  limits.idle_deadline = 60s;
  Running running(with_limits(limits));
  const auto slow = running.connect();
  const auto good = running.connect();
  good->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(good->answer().status, 200);
  slow->send("GET");
  EXPECT_EQ(slow->answer().status, 408);
  good->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(good->answer().status, 200);
}

TEST(Deadline, EndsTheWaitForAPeerThatDoesNotClose) {
  Running running;
  const auto client = running.connect();
  client->send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(client->answer().status, 200);
  // The client keeps its side open; the server does not wait without end.
  EXPECT_TRUE(running.events().wait_until([](const Events& events) { return events.closed() == 1; }));
}

}  // namespace
}  // namespace agent_access::test
