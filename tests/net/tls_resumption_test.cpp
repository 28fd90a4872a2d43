// Tickets: a session of one replica is resumed at another that has the same secret.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "net/certificates.hpp"
#include "net/running.hpp"
#include "net/tls_client.hpp"

namespace agent_access::test {
namespace {

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

}  // namespace
}  // namespace agent_access::test
