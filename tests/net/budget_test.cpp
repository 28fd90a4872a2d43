// The budget of memory: which connections are closed or refused when it is used up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "net/running.hpp"

namespace agent_access::test {
namespace {

using namespace std::chrono_literals;
using testing::IsEmpty;

using Clients = std::vector<std::unique_ptr<Client>>;

constexpr std::size_t kMemory = 2 * net::kMebibyte;
constexpr std::size_t kOneConnection = 40 * net::kKibibyte;

const std::string kUnfinished =
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 16384\r\n\r\n" + std::string(16'000, 'x');

bool is_served(Client& client) {
  client.send(kGet);
  const auto answer = client.receive();
  return answer && answer->status == 200;
}

/// Polls, because the server checks its connections only at each tick.
bool eventually(Running& running, const std::function<bool()>& condition) {
  for (int round = 0; round < 500; ++round) {
    if (condition()) return true;
    static_cast<void>(running.events().wait_until([](const Events&) { return false; }, 20ms));
  }
  return false;
}

net::ServerOptions with_memory(std::size_t bytes) {
  net::Limits limits;
  limits.memory = bytes;
  return with_limits(limits);
}

std::string source(int index) { return "127.0." + std::to_string(1 + index) + ".1"; }

/// Connects and sends an unfinished request, which the server holds in 33 KiB.
std::unique_ptr<Client> stalled(Running& running, int index, const std::string& request = kUnfinished) {
  auto client = running.connect(source(index));
  client->send(request);
  return client;
}

class Budget : public testing::Test {
 protected:
  /// Of hundreds of connections this process has both ends.
  void SetUp() override {
    rlimit descriptors{};
    getrlimit(RLIMIT_NOFILE, &descriptors);
    if (descriptors.rlim_cur < 1024) GTEST_SKIP() << "needs 1,024 descriptors (ulimit -n)";
  }
};

TEST_F(Budget, IsKeptUnderLoadAndNewConnectionsAreAdmitted) {
  Running running(with_memory(kMemory));
  Clients clients;
  for (int count = 0; count < 200; ++count) {
    clients.push_back(stalled(running, count));
    EXPECT_LE(running.server().held_memory(), kMemory + kOneConnection) << count;
  }
  EXPECT_TRUE(eventually(running, [&] { return running.events().sheds() > 50; }));
  EXPECT_TRUE(is_served(*running.connect("127.1.0.1")));
  EXPECT_THAT(running.events().refusals(), IsEmpty());
}

TEST_F(Budget, IsKeptWhenAllSendAtOnce) {
  std::atomic<std::size_t> most = 0;
  Running running(with_memory(kMemory));
  running.events().when_shed([&] { most = std::max(most.load(), running.server().held_memory()); });
  Clients clients;
  for (int count = 0; count < 200; ++count) clients.push_back(running.connect(source(count)));
  ASSERT_TRUE(running.events().wait_until([](const Events& events) { return events.opened() == 200; }));
  std::promise<void> all_have_sent;
  running.server().post(0, [&](http::Handler&) { all_have_sent.get_future().wait(); });
  for (const auto& client : clients) client->send(kUnfinished);
  all_have_sent.set_value();
  EXPECT_TRUE(eventually(running, [&] { return running.events().sheds() > 50; }));
  EXPECT_GT(most.load(), kMemory / 2);
  EXPECT_LE(most.load(), kMemory + kOneConnection);
}

TEST_F(Budget, ClosesTheLongestIdleFirst) {
  Running running(with_memory(kMemory));
  Clients idle;
  for (int count = 0; count < 400; ++count) {  // 1 KiB each; an eighth of the memory is 256 KiB
    idle.push_back(running.connect(source(count % 200)));
    EXPECT_TRUE(is_served(*idle.back()));
  }
  Clients others;  // of usual size, too
  while (running.events().sheds() == 0 && others.size() < 200) {
    others.push_back(stalled(running, static_cast<int>(others.size()), kUnfinished.substr(0, 8'000)));
    static_cast<void>(running.events().wait_until([](const Events& events) { return events.sheds() != 0; }, 20ms));
  }
  ASSERT_TRUE(idle.front()->is_at_end()) << "closed without a response";
  EXPECT_TRUE(is_served(*idle.back()));
}

TEST_F(Budget, ClosesLargeConnectionsBeforeThoseOfUsualSize) {
  Running running(with_memory(kMemory));
  const auto usual = running.connect(source(0));
  EXPECT_TRUE(is_served(*usual));
  Clients large;
  while (running.server().held_memory() < kMemory / 8 * 5 - 2 * kOneConnection) {
    // Each is read before the next comes: memory must not run short before all of them have waited.
    const auto before = running.server().held_memory();
    large.push_back(stalled(running, static_cast<int>(large.size())));
    ASSERT_TRUE(eventually(running, [&] { return running.server().held_memory() > before + kUnfinished.size(); }));
  }
  static_cast<void>(running.events().wait_until([](const Events&) { return false; }, 1'100ms));
  Clients others;  // of usual size, too
  while (running.events().sheds() == 0 && others.size() < 100) {
    others.push_back(stalled(running, static_cast<int>(others.size()), kUnfinished.substr(0, 8'000)));
    static_cast<void>(running.events().wait_until([](const Events& events) { return events.sheds() != 0; }, 20ms));
  }
  const auto answer = large.front()->receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 503);
  EXPECT_TRUE(is_served(*usual)) << "although it has waited longest";
}

TEST_F(Budget, ClosesRequestsThatWaitForTheirPeersWith503) {
  Running running(with_memory(kMemory));
  const auto first = stalled(running, 0);
  ASSERT_TRUE(running.events().wait_until([](const Events& events) { return events.opened() == 1; }));
  static_cast<void>(running.events().wait_until([](const Events&) { return false; }, 1'100ms));
  Clients others;
  for (int count = 1; count < 60; ++count) others.push_back(stalled(running, count));
  const auto answer = first->receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 503);
  EXPECT_EQ(answer->field("Connection"), "close");
}

TEST_F(Budget, RefusesARequestThatGrowsBeyondItWith503) {
  net::Limits limits;
  limits.memory = limits.body = net::kMebibyte;
  Running running(with_limits(limits));
  const auto client = running.connect();
  client->send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n" + std::string(600'000, 'x'));
  const auto answer = client->receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 503);
  EXPECT_EQ(answer->field("Connection"), "close");
  EXPECT_EQ(running.events().sheds(), 1U);
  EXPECT_TRUE(is_served(*running.connect()));
}

TEST_F(Budget, CountsNoBufferOfAnIdleConnection) {
  Running running;
  Clients clients;
  for (int count = 0; count < 200; ++count) {
    clients.push_back(running.connect());
    EXPECT_TRUE(is_served(*clients.back()));
    EXPECT_TRUE(is_served(*clients.back()));
  }
  // A read buffer has 2 KiB.
  EXPECT_TRUE(eventually(running, [&] { return running.server().held_memory() < 200U * 3 * 1024; }));
  for (const auto& client : clients) EXPECT_TRUE(is_served(*client));
  clients.clear();
  EXPECT_TRUE(eventually(running, [&] { return running.server().held_memory() == 0; }));
}

}  // namespace
}  // namespace agent_access::test
