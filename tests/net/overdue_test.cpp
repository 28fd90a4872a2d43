// How long a worker has not run its event loop.
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

#include "net/running.hpp"

namespace agent_access::test {
namespace {

using namespace std::chrono_literals;

/// Says when it has begun to handle a request, and does not return before it is released.
class BlockedHandler final : public http::Handler {
 public:
  BlockedHandler(std::latch& begun, std::latch& released) : begun_(begun), released_(released) {}
  void handle(const http::Request&, http::Response& response) override {
    begun_.count_down();
    released_.wait();
    response.status = 204;
  }
  void reject(http::RequestError, http::Response& response) noexcept override { response.status = 400; }

 private:
  std::latch& begun_;
  std::latch& released_;
};

/// Polls until `condition` holds for the overdue time; false if it does not within ten seconds.
template <class Condition>
bool becomes_overdue(net::Server& server, Condition condition) {
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (std::chrono::steady_clock::now() < end) {
    if (condition(server.overdue())) return true;
    std::this_thread::yield();
  }
  return false;
}

TEST(Overdue, GrowsWhileAWorkerIsStuckAndEndsWhenItsLoopRuns) {
  std::latch begun{1};
  std::latch released{1};
  net::ServerOptions options;
  options.listen = {"127.0.0.1", 0};
  options.threads = 1;
  auto server = net::Server::create(options, [&](std::size_t) {
                  return net::WorkerParts{std::make_unique<BlockedHandler>(begun, released), nullptr};
                }).value();
  server->start();
  Client client(server->port(), "127.0.0.1");
  client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  begun.wait();
  EXPECT_TRUE(becomes_overdue(*server, [](auto time) { return time > 100ms; }));
  released.count_down();
  EXPECT_TRUE(becomes_overdue(*server, [](auto time) { return time == 0ns; }));
  EXPECT_EQ(client.answer().status, 204);
}

TEST(Overdue, StaysShortOnAnIdleServer) {
  Running running;
  running.synchronise();
  // The first call asks the worker to run its loop once; it does so although there is no connection.
  static_cast<void>(running.server().overdue());
  EXPECT_TRUE(becomes_overdue(running.server(), [](auto time) { return time == 0ns; }));
}

TEST(Overdue, LosesNoWakeUpToCallersAtTheSameTime) {
  net::ServerOptions options;
  options.listen = {"127.0.0.1", 0};
  options.threads = 8;
  const auto server =
      net::Server::create(options, [](std::size_t) { return net::WorkerParts{make_test_handler(), nullptr}; }).value();
  server->start();
  std::vector<std::jthread> callers;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&server] {
      for (int call = 0; call < 20'000; ++call) static_cast<void>(server->overdue());
    });
  }
  callers.clear();  // joins them
  EXPECT_TRUE(becomes_overdue(*server, [](auto time) { return time == 0ns; }));
}

TEST(Overdue, IsZeroBeforeTheStartAndAfterTheEnd) {
  net::ServerOptions options;
  options.listen = {"127.0.0.1", 0};
  const auto server =
      net::Server::create(options, [](std::size_t) { return net::WorkerParts{make_test_handler(), nullptr}; }).value();
  EXPECT_EQ(server->overdue(), 0ns);
  EXPECT_EQ(server->overdue(), 0ns);
  server->start();
  server->stop();
  server->wait();
  EXPECT_EQ(server->overdue(), 0ns);
  EXPECT_EQ(server->overdue(), 0ns);
}

}  // namespace
}  // namespace agent_access::test
