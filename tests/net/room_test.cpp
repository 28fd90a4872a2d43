// Memory and connections: shares of networks, and which connections are closed so that new ones are admitted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
using http::Refused;
using http::Shed;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

using Clients = std::vector<std::unique_ptr<Client>>;

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

/// Connects again until it is admitted.
std::unique_ptr<Client> insist(Running& running, std::string_view source) {
  std::unique_ptr<Client> client;
  const bool is_in = eventually(running, [&] {
    client = running.connect(source);
    return is_served(*client);
  });
  EXPECT_TRUE(is_in) << source;
  return client;
}

/// Longer than the time after which a connection is idle.
bool is_refused_for_long(Running& running, std::string_view source) {
  for (int round = 0; round < 20; ++round) {
    if (is_served(*running.connect(source))) return false;
    static_cast<void>(running.events().wait_until([](const Events&) { return false; }, 50ms));
  }
  return true;
}

net::Limits room_for(std::size_t connections) {
  net::Limits limits;
  limits.connections = connections;
  limits.network_share = 100;
  return limits;
}

TEST(Room, IsMadeByClosingTheLongestIdleOfTheNetworkWithMostConnections) {
  Running running(with_limits(room_for(4)));
  const auto first = running.connect("127.0.1.1");
  EXPECT_TRUE(is_served(*first));
  const auto second = running.connect("127.0.1.2");
  EXPECT_TRUE(is_served(*second));
  const auto third = running.connect("127.0.1.3");
  EXPECT_TRUE(is_served(*third));
  // Last, so that on a slow machine, too, the first one to be idle is of the network with most.
  const auto other = running.connect("127.0.2.1");
  EXPECT_TRUE(is_served(*other));
  const auto newcomer = insist(running, "127.0.3.1");
  EXPECT_TRUE(first->is_at_end()) << "closed without a response";
  EXPECT_THAT(running.events().sheds(), ElementsAre(Shed::connections));
  for (const auto& kept : {other.get(), second.get(), third.get(), newcomer.get()}) EXPECT_TRUE(is_served(*kept));
}

TEST(Room, IsNotMadeForANetworkThatHasAsManyConnections) {
  Running running(with_limits(room_for(2)));
  const auto first = running.connect("127.0.1.1");
  const auto second = running.connect("127.0.1.2");
  EXPECT_TRUE(is_served(*first));
  EXPECT_TRUE(is_served(*second));
  EXPECT_TRUE(is_refused_for_long(running, "127.0.1.3"));
  EXPECT_THAT(running.events().refusals(), AllOf(Not(IsEmpty()), Each(Refused::total)));
  EXPECT_TRUE(running.events().sheds().empty());
  EXPECT_TRUE(is_served(*first));
}

TEST(Room, IsMadeByClosingIdleConnectionsFirst) {
  Running running(with_limits(room_for(2)));
  const auto busy = running.connect("127.0.1.1");
  busy->send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\no");
  const auto idle = running.connect("127.0.1.2");
  EXPECT_TRUE(is_served(*idle));
  const auto newcomer = insist(running, "127.0.3.1");
  EXPECT_TRUE(idle->is_at_end());
  busy->send("k");
  EXPECT_EQ(busy->answer().body, "POST  ok");
}

TEST(Room, IsNeverMadeByClosingATrustedProxy) {
  net::ServerOptions options = with_limits(room_for(1));
  options.trusted = trusting({"127.0.1.1/32"});
  Running running(options);
  const auto proxy = running.connect("127.0.1.1");
  EXPECT_TRUE(is_served(*proxy));
  EXPECT_TRUE(is_refused_for_long(running, "127.0.3.1"));
  EXPECT_TRUE(is_served(*proxy));
}

TEST(Share, OfConnectionsLimitsOneNetworkAndAdmitsOthers) {
  net::Limits limits;
  limits.connections = 8;
  limits.network_share = 25;
  Running running(with_limits(limits));
  const auto first = running.connect("127.0.1.1");
  const auto second = running.connect("127.0.1.2");
  EXPECT_TRUE(is_served(*first));
  EXPECT_TRUE(is_served(*second));
  EXPECT_EQ(running.connect("127.0.1.3")->answer().status, 503);
  EXPECT_THAT(running.events().refusals(), ElementsAre(Refused::network));
  EXPECT_TRUE(is_served(*running.connect("127.0.2.1")));
}

TEST(Share, OfMemoryIsUsedUpByOneNetworkWithoutAffectingOthers) {
  net::Limits limits;
  limits.memory = 16 * net::kMebibyte;
  limits.network_share = 5;
  Running running(with_limits(limits));
  const auto other = running.connect("127.0.2.1");
  EXPECT_TRUE(is_served(*other));
  Clients greedy;
  for (int count = 0; count < 60; ++count) {
    greedy.push_back(running.connect("127.0.1." + std::to_string(1 + count)));
    greedy.back()->send(kUnfinished);
  }
  EXPECT_TRUE(eventually(running, [&] { return !running.events().sheds().empty(); }));
  EXPECT_TRUE(eventually(running, [&] { return running.server().held_memory() < net::kMebibyte; }));
  EXPECT_THAT(running.events().sheds(), AllOf(Not(IsEmpty()), Each(Shed::share)));
  EXPECT_TRUE(is_served(*other));
}

TEST(Budget, IsKeptUnderLoadAndNewConnectionsAreAdmitted) {
  net::Limits limits;
  limits.memory = 2 * net::kMebibyte;  // 200 connections without a request hold 900 KiB
  limits.address_share = limits.network_share = limits.wide_network_share = 100;
  Running running(with_limits(limits));
  Clients clients;
  for (int count = 0; count < 200; ++count) {
    clients.push_back(running.connect("127.0." + std::to_string(1 + count) + ".1"));
    clients.back()->send(kUnfinished);
    EXPECT_LT(running.server().held_memory(), 2 * net::kMebibyte + net::kMebibyte / 4) << count;
  }
  EXPECT_TRUE(eventually(running, [&] { return running.events().sheds().size() > 50; }));
  EXPECT_THAT(running.events().sheds(), AllOf(Not(IsEmpty()), Each(Shed::memory)));
  EXPECT_TRUE(is_served(*running.connect("127.1.0.1")));
}

TEST(Budget, IsKeptWhenAllSendAtOnce) {
  net::Limits limits;
  limits.memory = 2 * net::kMebibyte;
  limits.address_share = limits.network_share = limits.wide_network_share = 100;
  std::atomic<std::size_t> most = 0;
  Running running(with_limits(limits));
  running.events().when_shed([&] { most = std::max(most.load(), running.server().held_memory()); });
  Clients clients;
  for (int count = 0; count < 200; ++count) {
    clients.push_back(running.connect("127.0." + std::to_string(1 + count) + ".1"));
  }
  ASSERT_TRUE(running.events().wait_until([](const Events& events) { return events.opened() == 200; }));
  std::promise<void> all_have_sent;
  running.server().post(0, [&](http::Handler&) { all_have_sent.get_future().wait(); });
  for (const auto& client : clients) client->send(kUnfinished);
  all_have_sent.set_value();
  EXPECT_TRUE(eventually(running, [&] { return running.events().sheds().size() > 50; }));
  EXPECT_GT(most.load(), net::kMebibyte);
  EXPECT_LT(most.load(), 2 * net::kMebibyte + net::kMebibyte / 4);
}

TEST(Budget, Returns503ForARequestThatExceedsAShare) {
  net::Limits limits;
  limits.memory = net::kMebibyte;
  limits.address_share = 3;
  Running running(with_limits(limits));
  const auto client = running.connect();
  client->send(kUnfinished);
  const auto answer = client->receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 503);
  EXPECT_EQ(answer->field("Connection"), "close");
}

TEST(Budget, CountsNoBufferOfAnIdleConnection) {
  Running running(with_limits(room_for(400)));
  Clients clients;
  for (int count = 0; count < 200; ++count) {
    clients.push_back(running.connect());
    EXPECT_TRUE(is_served(*clients.back()));
    EXPECT_TRUE(is_served(*clients.back()));
  }
  // A read buffer of 2 KiB each; the reported total is exact to 64 KiB.
  EXPECT_TRUE(eventually(running, [&] { return running.server().held_memory() < 200U * 3 * 1024; }));
  for (const auto& client : clients) EXPECT_TRUE(is_served(*client));
  clients.clear();
  EXPECT_TRUE(eventually(running, [&] { return running.server().held_memory() < 65'536; }));
}

}  // namespace
}  // namespace agent_access::test
