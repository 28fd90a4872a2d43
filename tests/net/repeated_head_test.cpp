// A connection that repeats its heads: what is remembered of one must never show in another.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "net/running.hpp"

namespace agent_access::test {
namespace {

std::string post(std::string_view target, std::string_view body) {
  return "POST " + std::string(target) + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + std::string(body);
}

TEST(RepeatedHead, BringsItsOwnBodyEachTime) {
  Running running;
  const auto client = running.connect();
  for (const std::string_view body : {"ab", "cd", "ef", "gh"}) {
    client->send(post("/echo?q", body));
    EXPECT_EQ(client->receive()->body, "POST q " + std::string(body));
  }
}

TEST(RepeatedHead, IsTakenInPiecesWhereverItIsCut) {
  Running running;
  const auto client = running.connect();
  const std::string request = post("/echo?q", "ab");
  for (std::size_t cut = 1; cut < request.size(); ++cut) {
    client->send(std::string_view(request).substr(0, cut));
    running.synchronise();
    client->send(std::string_view(request).substr(cut));
    const auto answer = client->receive();
    ASSERT_TRUE(answer) << cut;
    EXPECT_EQ(answer->body, "POST q ab") << cut;
  }
}

TEST(RepeatedHead, IsToldFromOneThatDiffersInOneByte) {
  Running running;
  const auto client = running.connect();
  for (const std::string_view query : {"1", "1", "1", "2", "1", "12", "1", "1"}) {
    client->send(post("/echo?" + std::string(query), "x"));
    EXPECT_EQ(client->receive()->body, "POST " + std::string(query) + " x");
  }
}

TEST(RepeatedHead, BeforeAFaultDoesNotHideTheFault) {
  Running running;
  const auto client = running.connect();
  const std::string good = "GET /echo?q HTTP/1.1\r\nHost: a\r\n\r\n";
  for (int i = 0; i < 3; ++i) {
    client->send(good);
    EXPECT_EQ(client->receive()->body, "GET q ");
  }
  client->send("GET /echo?q HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n");
  EXPECT_EQ(client->receive()->status, 400);
  EXPECT_TRUE(client->is_at_end());
}

TEST(RepeatedHead, LeavesEachAnswerItsOwnPathInTheRecord) {
  Running running;
  const auto client = running.connect();
  const std::string one = "GET /one HTTP/1.1\r\nHost: a\r\n\r\n";
  const std::string other = "GET /other HTTP/1.1\r\nHost: a\r\n\r\n";
  client->send(one);
  ASSERT_TRUE(client->receive());
  client->send(one);  // kept from here on
  ASSERT_TRUE(client->receive());
  client->send(one + other + one + other + other);
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(client->receive());
  ASSERT_TRUE(running.events().wait_until([](const Events& events) { return events.records().size() == 7; }));
  const std::array<std::string_view, 7> paths{"/one", "/one", "/one", "/other", "/one", "/other", "/other"};
  const auto records = running.events().records();
  for (std::size_t i = 0; i < paths.size(); ++i) EXPECT_EQ(records[i].path, paths[i]) << i;
}

TEST(RepeatedHead, OfHttp10StillEndsTheConnection) {
  Running running;
  const auto client = running.connect();
  const std::string lasting = "GET /echo?q HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n";
  for (int i = 0; i < 3; ++i) {
    client->send(lasting);
    EXPECT_EQ(client->receive()->body, "GET q ");
  }
  client->send("GET /echo?q HTTP/1.0\r\nHost: a\r\n\r\n");
  EXPECT_EQ(client->receive()->body, "GET q ");
  EXPECT_TRUE(client->is_at_end());
}

TEST(RepeatedHead, AsksForItsBodyEachTime) {
  Running running;
  const auto client = running.connect();
  for (int i = 0; i < 4; ++i) {
    client->send("POST /echo?q HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(client->receive()->status, 100);
    client->send("body");
    EXPECT_EQ(client->receive()->body, "POST q body");
  }
}

TEST(RepeatedHead, CountsTowardsTheRequestsOfAConnection) {
  net::Limits limits;
  limits.requests_per_connection = 5;
  Running running(with_limits(limits));
  const auto client = running.connect();
  for (int i = 0; i < 5; ++i) {
    client->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    ASSERT_TRUE(client->receive()) << i;
  }
  EXPECT_TRUE(client->is_at_end());
}

}  // namespace
}  // namespace agent_access::test
