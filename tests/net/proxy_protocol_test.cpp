// The PROXY protocol on real connections: the client of requests, which connections are closed, and that no byte behind
// the header is lost.
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "net/running.hpp"

namespace agent_access::test {
namespace {

using namespace std::string_literals;

const std::string kSignature = "\r\n\r\n\0\r\nQUIT\n"s;
// 192.0.2.7:50000 to 198.51.100.1:443, and the same from 192.0.2.8
const std::string kFirstClient = kSignature + "\x21\x11\0\x0c\xc0\0\x02\x07\xc6\x33\x64\x01\xc3\x50\x01\xbb"s;
const std::string kSecondClient = kSignature + "\x21\x11\0\x0c\xc0\0\x02\x08\xc6\x33\x64\x01\xc3\x50\x01\xbb"s;
const std::string kLocal = kSignature + "\x20\0\0\0"s;

net::ServerOptions behind_proxy(const net::Limits& limits = {}) {
  net::ServerOptions options = with_limits(limits);
  options.proxy_protocol = true;
  options.trusted = trusting({"127.0.0.1/32"});
  return options;
}

std::string peer_of_last(Running& running, std::size_t requests) {
  const bool came =
      running.events().wait_until([&](const Events& events) { return events.records().size() == requests; });
  return came ? running.events().records().back().peer : "(no request)";
}

TEST(ProxyProtocol, NamesTheClientOfEveryRequestOfTheConnection) {
  Running running(behind_proxy());
  const auto client = running.connect();
  client->send(kFirstClient + kGet);
  ASSERT_EQ(client->answer().status, 200);
  EXPECT_EQ(peer_of_last(running, 1), "192.0.2.7");
  client->send(kGet);
  ASSERT_EQ(client->answer().status, 200);
  EXPECT_EQ(peer_of_last(running, 2), "192.0.2.7");
}

TEST(ProxyProtocol, AcceptsTheHeaderInPieces) {
  Running running(behind_proxy());
  const auto probe = running.connect("127.0.0.2");  // its response comes after the worker has read the first piece
  for (std::size_t cut = 1; cut < kFirstClient.size(); ++cut) {
    const auto client = running.connect();
    client->send(kFirstClient.substr(0, cut));
    probe->send(kGet);
    ASSERT_TRUE(probe->receive());
    client->send(kFirstClient.substr(cut) + kGet);
    EXPECT_EQ(client->answer().status, 200) << cut;
  }
}

TEST(ProxyProtocol, KeepsThePeerForLocalConnections) {
  Running running(behind_proxy());
  const auto client = running.connect();
  client->send(kLocal + kGet);
  ASSERT_EQ(client->answer().status, 200);
  EXPECT_EQ(peer_of_last(running, 1), "127.0.0.1");
}

TEST(ProxyProtocol, ClosesATrustedConnectionWithoutAHeader) {
  Running running(behind_proxy());
  const auto plain = running.connect();
  plain->send(kGet);
  EXPECT_EQ(plain->receive_all(), "");
  const auto text = running.connect();
  text->send("PROXY TCP4 192.0.2.7 198.51.100.1 50000 443\r\n" + kGet);
  EXPECT_EQ(text->receive_all(), "");
}

TEST(ProxyProtocol, ReadsASecondHeaderAsAMalformedRequest) {
  Running running(behind_proxy());
  const auto client = running.connect();
  client->send(kFirstClient + kSecondClient + kGet);
  EXPECT_EQ(client->answer().status, 400);
  EXPECT_EQ(peer_of_last(running, 1), "192.0.2.7");
}

TEST(ProxyProtocol, IgnoresTheHeaderOfUntrustedPeers) {
  Running running(behind_proxy());
  const auto direct = running.connect("127.0.0.2");
  direct->send(kGet);
  ASSERT_EQ(direct->answer().status, 200);
  EXPECT_EQ(peer_of_last(running, 1), "127.0.0.2");
  const auto liar = running.connect("127.0.0.2");
  liar->send(kFirstClient + kGet);
  EXPECT_EQ(liar->answer().status, 400);
  EXPECT_EQ(peer_of_last(running, 2), "127.0.0.2");
}

TEST(ProxyProtocol, IsRefusedWhenDisabled) {
  net::ServerOptions options = behind_proxy();
  options.proxy_protocol = false;
  Running running(std::move(options));
  const auto client = running.connect();
  client->send(kFirstClient + kGet);
  EXPECT_EQ(client->answer().status, 400);
}

TEST(ProxyProtocol, ClosesAtTheHeaderDeadline) {
  net::Limits limits;
  limits.header_deadline = std::chrono::milliseconds(100);
  Running running(behind_proxy(limits));
  const auto silent = running.connect();
  const auto half = running.connect();
  half->send(kFirstClient.substr(0, 20));
  EXPECT_EQ(silent->receive_all(), "");
  EXPECT_EQ(half->receive_all(), "");
}

TEST(ProxyProtocol, AndTheFirstHeadShareTheHeaderDeadline) {
  net::Limits limits;
  limits.header_deadline = std::chrono::milliseconds(100);
  Running running(behind_proxy(limits));
  const auto silent = running.connect();
  silent->send(kFirstClient);
  const auto half = running.connect();
  half->send(kFirstClient + "GET / HT");
  EXPECT_EQ(silent->receive_all(), "");
  EXPECT_EQ(half->answer().status, 408);
}

TEST(ProxyProtocol, CountsMemoryByTheClientBehind) {
  net::Limits limits;
  limits.memory = net::kMebibyte;
  limits.network_share = 5;
  Running running(behind_proxy(limits));
  std::vector<std::unique_ptr<Client>> clients;
  const std::string unfinished =
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 16384\r\n\r\n" + std::string(16'000, 'x');
  for (int count = 0; count < 8; ++count) {
    clients.push_back(running.connect());
    clients.back()->send(kFirstClient + unfinished);
  }
  EXPECT_TRUE(running.events().wait_until([](const Events& events) { return !events.sheds().empty(); }));
  EXPECT_EQ(running.events().sheds().front(), http::Shed::share);
}

TEST(ProxyProtocol, CountsConnectionsByTheClientBehind) {
  net::Limits limits;
  limits.connections_per_address = 1;
  Running running(behind_proxy(limits));
  auto first = running.connect();
  first->send(kFirstClient + kGet);
  ASSERT_EQ(first->answer().status, 200);
  const auto again = running.connect();
  again->send(kFirstClient + kGet);
  EXPECT_EQ(again->answer().status, 503);
  EXPECT_EQ(running.events().refusals(), std::vector{http::Refused::address});
  const auto other = running.connect();
  other->send(kSecondClient + kGet);
  EXPECT_EQ(other->answer().status, 200);
  first.reset();
  ASSERT_TRUE(running.events().wait_until([](const Events& events) { return events.closed() >= 1; }));
}

}  // namespace
}  // namespace agent_access::test
