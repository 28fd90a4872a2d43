// TLS handshakes that do not end, or many at once: deadline and caps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

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

}  // namespace
}  // namespace agent_access::test
