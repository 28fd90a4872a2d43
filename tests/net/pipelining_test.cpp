// Many requests on many connections, in pieces, and to peers that do not read.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <latch>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "net/io/event_loop.hpp"
#include "net/running.hpp"

namespace agent_access::test {
namespace {

std::string numbered(std::size_t number) {
  return "GET /echo?" + std::to_string(number) + " HTTP/1.1\r\nHost: a\r\n\r\n";
}

TEST(Pipelining, RespondsToMoreConnectionsThanOneTurnOfTheLoopTakes) {
  Running running;
  constexpr std::size_t kClients = 100;
  static_assert(kClients > 3 * net::kMostEvents);
  std::vector<std::unique_ptr<Client>> clients;
  for (std::size_t number = 0; number < kClients; ++number) clients.push_back(running.connect());
  running.synchronise();
  std::latch all_sent(1);  // the worker waits, and then finds every socket ready
  running.server().post(0, [&](http::Handler&) { all_sent.wait(); });
  for (std::size_t number = 0; number < kClients; ++number) {
    clients[number]->send(numbered(2 * number) + numbered(2 * number + 1));
  }
  all_sent.count_down();
  for (std::size_t number = 0; number < kClients; ++number) {
    EXPECT_EQ(clients[number]->answer().body, "GET " + std::to_string(2 * number) + " ");
    EXPECT_EQ(clients[number]->answer().body, "GET " + std::to_string(2 * number + 1) + " ");
  }
  const auto are_reported = [](const Events& events) {
    const auto records = events.records();
    return std::ranges::count(records, "/echo", &Record::path) == 2 * kClients;
  };
  ASSERT_TRUE(running.events().wait_until(are_reported));
}

TEST(Pipelining, OneRequestDoesNotWaitForAllThatOthersHavePipelined) {
  Running running;
  constexpr std::size_t kClients = 100;
  constexpr std::size_t kEach = 40;
  std::vector<std::unique_ptr<Client>> clients;
  for (std::size_t number = 0; number < kClients; ++number) clients.push_back(running.connect());
  const auto late = running.connect();
  running.synchronise();
  std::latch all_sent(1);  // the worker waits, and then finds every socket ready
  running.server().post(0, [&](http::Handler&) { all_sent.wait(); });
  std::string many;
  for (std::size_t number = 0; number < kEach; ++number) many += numbered(number);
  for (const auto& client : clients) client->send(many);
  late->send(kGet);
  all_sent.count_down();
  EXPECT_EQ(late->answer().status, 200);
  for (const auto& client : clients) {
    for (std::size_t number = 0; number < kEach; ++number) {
      ASSERT_EQ(client->answer().body, "GET " + std::to_string(number) + " ");
    }
  }
  constexpr std::size_t kAll = kClients * kEach + 1;
  const auto are_reported = [](const Events& events) { return events.records().size() > kAll; };
  ASSERT_TRUE(running.events().wait_until(are_reported));
  const auto records = running.events().records();
  const auto place = std::ranges::find(records.rbegin(), records.rend(), "/", &Record::path) - records.rbegin();
  EXPECT_GT(static_cast<std::size_t>(place), kAll / 2) << "responses that were sent after that of the one request";
}

TEST(Pipelining, RespondsInOrderWhereverTwoRequestsAreSplit) {
  expect_bodies_at_every_split("POST /echo?1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab" + numbered(2),
                               {"POST 1 ab", "GET 2 "});
}

TEST(Pipelining, StopsReadingFromAPeerThatDoesNotReadAndLosesNoResponse) {
  net::Limits limits;
  limits.requests_per_connection = 10'000'000;
  Running running(with_limits(limits));
  const auto client = running.connect();
  // Responses of 200 bytes and more to requests of 40: the buffers for responses fill first.
  std::size_t sent_requests = 0;
  std::string rest;
  for (int idle_rounds = 0; idle_rounds < 20;) {
    if (rest.empty()) rest = numbered(sent_requests++);
    const std::size_t sent = client->send_some(rest);
    rest.erase(0, sent);
    idle_rounds = sent == 0 ? idle_rounds + 1 : 0;
    if (sent == 0) running.synchronise();
    ASSERT_LT(sent_requests, 2'000'000U) << "the server reads requests without end";
  }
  std::thread sender([&] { client->send(rest); });
  for (std::size_t number = 0; number < sent_requests; ++number) {
    const auto answer = client->receive();
    if (!answer || answer->body != "GET " + std::to_string(number) + " ") {
      ADD_FAILURE() << "wrong answer " << number << ": " << (answer ? answer->head + answer->body : "none");
      break;
    }
  }
  sender.join();
}

TEST(Pipelining, RespondsToRequestsBeforeAMalformedOneAndToNoneAfter) {
  Running running;
  const auto client = running.connect();
  client->send(numbered(1) + numbered(2) + "BAD\r\n\r\n" + numbered(3));
  EXPECT_EQ(client->answer().body, "GET 1 ");
  EXPECT_EQ(client->answer().body, "GET 2 ");
  EXPECT_EQ(client->answer().status, 400);
  EXPECT_TRUE(client->is_at_end());
  EXPECT_EQ(running.events().records().size(), 3U);
}

TEST(Pipelining, ReportsEachResponseWithItsOwnPath) {
  Running running;
  const auto client = running.connect();
  const std::string one = "GET /one HTTP/1.1\r\nHost: a\r\n\r\n";
  const std::string other = "GET /other HTTP/1.1\r\nHost: a\r\n\r\n";
  client->send(one + other + one + other + other);
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(client->receive());
  ASSERT_TRUE(running.events().wait_until([](const Events& events) { return events.records().size() == 5; }));
  const std::array<std::string_view, 5> paths{"/one", "/other", "/one", "/other", "/other"};
  const auto records = running.events().records();
  for (std::size_t i = 0; i < paths.size(); ++i) EXPECT_EQ(records[i].path, paths[i]) << i;
}

TEST(Pipelining, ContinuesInOrderAfterALargeResponseIsRead) {
  Running running;
  const auto client = running.connect();
  client->send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n" + numbered(2) +
               "POST /echo?3 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
  running.synchronise();
  const auto large = client->receive();
  ASSERT_TRUE(large);
  EXPECT_EQ(large->body.size(), kLargeBody);
  EXPECT_EQ(client->answer().body, "GET 2 ");
  EXPECT_EQ(client->answer().status, 100);
  client->send("body");
  EXPECT_EQ(client->answer().body, "POST 3 body");
}

}  // namespace
}  // namespace agent_access::test
