// TLS handshakes that do not end, or many at once: deadline and caps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "net/certificates.hpp"
#include "net/running.hpp"
#include "net/tls_client.hpp"

namespace agent_access::test {
namespace {

using http::Handshake;
using std::chrono::milliseconds;

net::ServerOptions limited_tls(const net::Limits& limits) {
  net::ServerOptions options = with_limits(limits);
  options.tls = context_with({make_certificate()});
  return options;
}

TEST(Tls, ClosesAHandshakeAtItsDeadline) {
  Running running(limited_tls({.handshake_deadline = milliseconds{300}}));
  const auto client = running.connect();
  client->send("\x16\x03\x01");
  EXPECT_TRUE(client->is_at_end());
  EXPECT_TRUE(has_handshakes(running, {Handshake::timed_out}));
}

TEST(Tls, AppliesOneHeaderDeadlineToHandshakeAndFirstHead) {
  net::ServerOptions options =
      limited_tls({.handshake_deadline = milliseconds{60'000}, .header_deadline = milliseconds{300}});
  Running running(options);
  const auto half = running.connect();
  half->send("\x16\x03\x01");
  TlsClient silent(running.port());
  ASSERT_TRUE(silent.handshake());
  EXPECT_TRUE(half->is_at_end());
  EXPECT_FALSE(silent.receive());
  EXPECT_TRUE(running.events().wait_until([](const Events& events) { return events.closed() == 2; }));
}

TEST(Tls, RefusesHandshakesBeyondTheCapAndOfOneAddress) {
  for (const net::Limits& limits : {net::Limits{.handshakes = 2, .handshakes_per_address = 9},
                                    net::Limits{.handshakes = 9, .handshakes_per_address = 2}}) {
    Running running(limited_tls(limits));
    const auto first = running.connect();
    const auto second = running.connect();
    ASSERT_TRUE(running.events().wait_until([](const Events& events) { return events.opened() == 2; }));
    EXPECT_FALSE(TlsClient(running.port()).handshake());
    EXPECT_TRUE(has_handshakes(running, {Handshake::refused}));
    first->shutdown_send();
    ASSERT_TRUE(has_handshakes(running, {Handshake::refused, Handshake::failed}));
    EXPECT_TRUE(TlsClient(running.port()).handshake());
  }
}

TEST(Tls, CountsOnlyHandshakesInProgress) {
  Running running(limited_tls({.handshakes = 1}));
  TlsClient first(running.port());
  ASSERT_TRUE(first.handshake());
  ASSERT_TRUE(has_handshakes(running, {Handshake::full}));
  TlsClient second(running.port());
  ASSERT_TRUE(second.handshake());
  ASSERT_TRUE(first.send(kGet));
  EXPECT_THAT(first.receive().value_or(""), testing::EndsWith("hello"));
}

TEST(Tls, ClosesBeforeTheHandshakeBeyondTheConnectionCap) {
  Running running(limited_tls({.connections = 1}));
  TlsClient first(running.port());
  ASSERT_TRUE(first.handshake());
  EXPECT_FALSE(TlsClient(running.port()).handshake());
}

// Tickets: a session of one replica is resumed at another that has the same secret.

class Resumption : public testing::TestWithParam<TlsVersion> {
 protected:
  [[nodiscard]] net::ServerOptions replica(const std::string& secret, std::chrono::hours later = {}) const {
    const auto clock = std::make_shared<SettableClock>();
    clock->time += later;
    net::ServerOptions options;
    options.tls = context_with({pair_}, {.ticket_secret = secret, .clock = clock});
    return options;
  }
  [[nodiscard]] static TlsTicket ticket_of(Running& running) {
    TlsClient client(running.port(), {.version = GetParam()});
    EXPECT_TRUE(client.handshake());
    EXPECT_FALSE(client.is_resumed());
    // TLS 1.3 sends tickets after the handshake.
    EXPECT_TRUE(client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
    EXPECT_TRUE(client.receive());
    return client.ticket();
  }
  [[nodiscard]] static bool resumes(Running& running, const TlsTicket& ticket) {
    TlsClient client(running.port(), {.version = GetParam(), .ticket = &ticket});
    EXPECT_TRUE(client.handshake());
    EXPECT_TRUE(client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
    EXPECT_TRUE(client.receive());
    return client.is_resumed();
  }
  const std::string secret_ = std::string(32, 's');
  const MadePair pair_ = make_certificate();
};

TEST_P(Resumption, WorksAtEveryReplicaWithTheSameSecret) {
  Running one(replica(secret_));
  Running two(replica(secret_));
  const TlsTicket ticket = ticket_of(one);
  EXPECT_TRUE(resumes(one, ticket));
  EXPECT_TRUE(resumes(two, ticket));
  EXPECT_TRUE(two.events().wait_until(
      [](const Events& events) { return events.handshakes() == std::vector{http::Handshake::resumed}; }));
}

// A client of TLS 1.3 uses a ticket once: without a new one every second connection would need a full handshake.
TEST_P(Resumption, WorksAgainWithTheTicketOfAResumedSession) {
  Running running(replica(secret_));
  TlsTicket ticket = ticket_of(running);
  for (int connection = 0; connection < 3; ++connection) {
    TlsClient client(running.port(), {.version = GetParam(), .ticket = &ticket});
    ASSERT_TRUE(client.handshake());
    EXPECT_TRUE(client.is_resumed()) << connection;
    EXPECT_TRUE(client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
    EXPECT_TRUE(client.receive());
    TlsTicket next = client.ticket();
    if (GetParam() == TlsVersion::v1_3) {
      EXPECT_NE(next.get(), ticket.get()) << "a new one";
    }
    ticket = std::move(next);
  }
}

TEST_P(Resumption, DoesNotWorkWithAnotherSecret) {
  Running one(replica(secret_));
  Running other(replica(std::string(32, 't')));
  EXPECT_FALSE(resumes(other, ticket_of(one)));
}

TEST_P(Resumption, WorksInTheNextEpochAndNotInTheOneAfter) {
  Running one(replica(secret_));
  Running next(replica(secret_, std::chrono::hours{12}));
  Running after_next(replica(secret_, std::chrono::hours{24}));
  Running behind(replica(secret_, std::chrono::hours{-12}));
  const TlsTicket ticket = ticket_of(one);
  EXPECT_TRUE(resumes(next, ticket));
  EXPECT_TRUE(resumes(behind, ticket));
  EXPECT_FALSE(resumes(after_next, ticket));
}

TEST_P(Resumption, WorksAfterAReload) {
  Running running(replica(secret_));
  const TlsTicket ticket = ticket_of(running);
  running.server().set_tls(replica(secret_).tls);
  EXPECT_TRUE(resumes(running, ticket));
}

INSTANTIATE_TEST_SUITE_P(Versions, Resumption, testing::Values(TlsVersion::v1_2, TlsVersion::v1_3));

// ALPN (RFC 7301) selects HTTP/1.1, and nothing else.

const std::string kHttp1 = "\x08http/1.1";
const std::string kH2 = "\x02h2";

TEST(Alpn, SelectsHttp1AndRefusesClientsWithoutIt) {
  net::ServerOptions options;
  options.tls = context_with({make_certificate()});
  Running running(std::move(options));
  const auto chosen = [&](const std::string& offered) {
    TlsClient client(running.port(), {.protocols = offered});
    return client.handshake() ? client.protocol() : "(refused)";
  };
  EXPECT_EQ(chosen(kHttp1), "http/1.1");
  EXPECT_EQ(chosen(kH2 + kHttp1), "http/1.1");
  EXPECT_EQ(chosen(kH2), "(refused)") << "RFC 7301 section 3.2: no_application_protocol";
}

}  // namespace
}  // namespace agent_access::test
