// Bodies that are read while they are sent, over sockets with and without TLS.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "net/certificates.hpp"
#include "net/running.hpp"
#include "net/tls_client.hpp"
#include "support/counted_source.hpp"

namespace agent_access::test {
namespace {

using namespace std::chrono_literals;

const std::string kGetSource = "GET /source HTTP/1.1\r\nHost: a\r\n\r\n";
const std::string kGetBroken = "GET /broken HTTP/1.1\r\nHost: a\r\n\r\n";

TEST(Source, IsSentWholeAndTheConnectionGoesOn) {
  Running running;
  const auto client = running.connect();
  client->send(kGetSource + kGet + kGetSource + kGet);
  const std::string expected = CountedSource::text(kLargeBody);
  for (int round = 0; round < 2; ++round) {
    const auto answer = client->receive();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->field("Content-Length"), "16777216");
    EXPECT_TRUE(answer->body == expected);
    EXPECT_EQ(client->answer().body, "hello");
  }
  ASSERT_TRUE(running.events().wait_until([](const Events& events) { return events.records().size() == 4; }));
  EXPECT_EQ(running.events().records().front().path, "/source");
}

TEST(Source, IsSentOverTls) {
  net::ServerOptions options;
  options.tls = context_with({make_certificate()});
  Running running(std::move(options));
  TlsClient client(running.port());
  ASSERT_TRUE(client.handshake());
  ASSERT_TRUE(client.send(kGetSource + kGet));
  running.synchronise();
  const auto answer = client.receive();
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->ends_with("\r\n\r\n" + CountedSource::text(kLargeBody)));
  EXPECT_THAT(client.receive().value_or(""), testing::EndsWith("hello"));
}

TEST(Source, OfOneConnectionDoesNotDelayOthers) {
  Running running;
  const auto deaf = running.connect();
  deaf->shrink_receive_buffer();
  deaf->send(kGetSource);
  running.synchronise();
  const auto client = running.connect();
  client->send(kGet);
  EXPECT_EQ(client->answer().body, "hello");
}

TEST(Source, ThatEndsEarlyEndsTheConnection) {
  Running running;
  const auto client = running.connect();
  client->send(kGetBroken + kGet);
  const std::string all = client->receive_all();
  const auto end_of_head = all.find("\r\n\r\n") + 4;
  EXPECT_THAT(all.substr(0, end_of_head), testing::HasSubstr("\r\nContent-Length: 16777216\r\n"));
  EXPECT_TRUE(all.substr(end_of_head) == CountedSource::text(kLargeBody / 2));
  ASSERT_TRUE(running.events().wait_until([](const Events& events) { return events.closed() == 1; }));
  EXPECT_EQ(running.events().records().size(), 1U);
}

TEST(Source, HoldsAPieceOfTheBodyForEachConnection) {
  Running running;
  std::vector<std::unique_ptr<Client>> clients;
  for (int count = 0; count < 40; ++count) {
    clients.push_back(running.connect());
    clients.back()->shrink_receive_buffer();
    clients.back()->send(kGetSource);
  }
  // Each turn of the loop begins at least one of the bodies.
  for (int count = 0; count < 40; ++count) running.synchronise();
  // The reported total is exact to 64 KiB. 40 bodies have 640 MiB.
  EXPECT_LT(running.server().held_memory(), 40U * 44 * 1024);
  EXPECT_GT(running.server().held_memory(), 40U * 30 * 1024);
  clients.clear();
  EXPECT_TRUE(running.events().wait_until([](const Events& events) { return events.closed() == 40; }));
}

TEST(Source, OfAPeerThatDoesNotReadIsGivenUp) {
  net::Limits limits;
  limits.write_deadline = 200ms;
  Running running(with_limits(limits));
  const auto client = running.connect();
  client->shrink_receive_buffer();
  client->send(kGetSource);
  ASSERT_TRUE(running.events().wait_until([](const Events& events) { return events.closed() == 1; }));
  EXPECT_EQ(running.events().records().front().path, "/source");
}

TEST(Source, OfAPeerThatReadsSlowlyIsSentWhole) {
  net::Limits limits;
  // The kernel may open a large receive window only when half of it has been read: 3 MB, half a second of this reader.
  limits.write_deadline = 1500ms;
  Running running(with_limits(limits));
  const auto client = running.connect();
  client->send(kGetSource);
  const auto is_closed = [](const Events& events) { return events.closed() > 0; };
  // For longer than the deadline; the rest is then read at once.
  for (int round = 0; round < 230; ++round) {
    ASSERT_TRUE(client->read_some(64 * 1024));
    ASSERT_FALSE(running.events().wait_until(is_closed, 10ms));
  }
  const auto answer = client->receive();
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->body == CountedSource::text(kLargeBody));
}

}  // namespace
}  // namespace agent_access::test
