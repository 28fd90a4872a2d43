// The server over TLS on the loopback interface: handshakes, certificates, and the fields that it adds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "net/certificates.hpp"
#include "net/running.hpp"
#include "net/tls_client.hpp"

namespace agent_access::test {
namespace {

using http::Handshake;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kOffersHttp1 = "\x08http/1.1";
constexpr std::string_view kOffersH2 = "\x02h2";

net::ServerOptions over_tls(const std::vector<MadePair>& pairs, const net::Limits& limits = {}) {
  net::ServerOptions options = with_limits(limits);
  options.tls = context_with(pairs);
  return options;
}

net::ServerOptions over_tls() { return over_tls({make_certificate()}); }

TEST(Tls, RespondsAsOverAPlainSocketAndAddsItsFields) {
  Running running(over_tls());
  TlsClient client(running.port());
  ASSERT_TRUE(client.handshake());
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(client.send(kGet));
    const auto answer = client.receive();
    ASSERT_TRUE(answer);
    EXPECT_THAT(*answer, testing::StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(*answer, HasSubstr("\r\nStrict-Transport-Security: max-age=60\r\n"));
    EXPECT_THAT(*answer, testing::EndsWith("\r\n\r\nhello"));
  }
  EXPECT_TRUE(has_handshakes(running, {Handshake::full}));
}

TEST(Tls, AddsItsFieldsToRefusalsAndSendsCloseNotify) {
  Running running(over_tls());
  TlsClient client(running.port());
  ASSERT_TRUE(client.handshake());
  ASSERT_TRUE(client.send("GET / HTTP/1.1\r\n\r\n"));
  const auto answer = client.receive();
  ASSERT_TRUE(answer);
  EXPECT_THAT(*answer, testing::StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(*answer, HasSubstr("\r\nStrict-Transport-Security: max-age=60\r\n"));
  EXPECT_TRUE(client.ends_cleanly());
}

TEST(Tls, AddsNothingToPlainResponses) {
  Running running;
  const auto client = running.connect();
  client->send(kGet);
  EXPECT_FALSE(client->answer().field("Strict-Transport-Security"));
  EXPECT_TRUE(running.events().handshakes().empty());
}

TEST(Tls, AcceptsARequestLargerThanARecordAndManyPipelinedOnes) {
  Running running(over_tls());
  TlsClient client(running.port());
  ASSERT_TRUE(client.handshake());
  const std::string body(16 * 1024, 'b');
  ASSERT_TRUE(client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 16384\r\nX: " + std::string(4000, 'x') +
                          "\r\n\r\n" + body));
  EXPECT_THAT(client.receive().value_or(""), testing::EndsWith("\r\n\r\nPOST  " + body));
  std::string row;
  for (int index = 0; index < 300; ++index)
    row += "GET /echo?" + std::to_string(index) + " HTTP/1.1\r\nHost: a\r\n\r\n";
  ASSERT_TRUE(client.send(row));
  for (int index = 0; index < 300; ++index) {
    EXPECT_THAT(client.receive().value_or(""), testing::EndsWith("\r\n\r\nGET " + std::to_string(index) + " "));
  }
}

TEST(Tls, SendsALargeResponseToASlowReader) {
  Running running(over_tls());
  TlsClient client(running.port());
  ASSERT_TRUE(client.handshake());
  ASSERT_TRUE(client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n"));
  running.synchronise();
  const auto answer = client.receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->size() - answer->find("\r\n\r\n") - 4, kLargeBody);
  ASSERT_TRUE(client.send(kGet));
  EXPECT_THAT(client.receive().value_or(""), testing::EndsWith("hello"));
}

TEST(Tls, Sends100Continue) {
  Running running(over_tls());
  TlsClient client(running.port());
  ASSERT_TRUE(client.handshake());
  ASSERT_TRUE(client.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"));
  EXPECT_EQ(client.receive(), "HTTP/1.1 100 Continue\r\n\r\n");
  ASSERT_TRUE(client.send("abc"));
  EXPECT_THAT(client.receive().value_or(""), testing::EndsWith("POST  abc"));
}

TEST(Tls, ChoosesTheSuiteItPrefers) {
  Running running(over_tls());
  TlsClient client(running.port(), {.version = TlsVersion::v1_2,
                                    .suites12 = "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES128-GCM-SHA256"});
  ASSERT_TRUE(client.handshake());
  EXPECT_EQ(client.suite(), "ECDHE-ECDSA-AES128-GCM-SHA256");
}

class WeakSuite : public testing::TestWithParam<const char*> {};
TEST_P(WeakSuite, IsRefused) {
  Running running(over_tls({make_certificate({.kind = KeyKind::rsa2048})}));
  TlsClient client(running.port(), {.version = TlsVersion::v1_2, .suites12 = std::string(GetParam()) + ":@SECLEVEL=0"});
  EXPECT_FALSE(client.handshake());
  EXPECT_TRUE(has_handshakes(running, {Handshake::failed}));
}
INSTANTIATE_TEST_SUITE_P(All, WeakSuite,
                         testing::Values("AES128-GCM-SHA256", "AES128-SHA", "ECDHE-RSA-AES128-SHA",
                                         "ECDHE-RSA-AES256-SHA384", "DHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-NULL-SHA",
                                         "aNULL", "PSK"));

TEST(Tls, AcceptsX25519AndP256Only) {
  Running running(over_tls());
  for (const auto* group : {"X25519", "P-256"}) {
    EXPECT_TRUE(TlsClient(running.port(), {.groups = group}).handshake()) << group;
  }
  for (const auto* group : {"P-384", "P-521", "ffdhe2048"}) {
    EXPECT_FALSE(TlsClient(running.port(), {.groups = group}).handshake()) << group;
  }
}

TEST(Tls, SignsWithNothingWeakerThanSha256) {
  Running running(over_tls({make_certificate({.kind = KeyKind::rsa2048})}));
  TlsClient weak(running.port(), {.version = TlsVersion::v1_2, .signatures = "RSA+SHA1"});
  EXPECT_FALSE(weak.handshake());
  TlsClient good(running.port(), {.version = TlsVersion::v1_2, .signatures = "RSA+SHA256"});
  EXPECT_TRUE(good.handshake());
}

TEST(Tls, ChoosesTheProtocolByAlpn) {
  Running running(over_tls());
  TlsClient silent(running.port());
  ASSERT_TRUE(silent.handshake());
  EXPECT_EQ(silent.protocol(), "");
  TlsClient both(running.port(), {.protocols = std::string(kOffersH2).append(kOffersHttp1)});
  ASSERT_TRUE(both.handshake());
  EXPECT_EQ(both.protocol(), "http/1.1");
  TlsClient foreign(running.port(), {.protocols = "\x03xyz"});
  EXPECT_FALSE(foreign.handshake());
}

TEST(Tls, ChoosesTheCertificateByName) {
  Running running(over_tls({make_certificate({.names = {"first.test"}}), make_certificate({.names = {"second.test"}}),
                            make_certificate({.names = {"*.third.test"}})}));
  const auto shown = [&](const std::string& name) {
    TlsClient client(running.port(), {.name = name});
    return client.handshake() ? client.shown_name() : "(no handshake)";
  };
  EXPECT_EQ(shown("first.test"), "first.test");
  EXPECT_EQ(shown("second.test"), "second.test");
  EXPECT_EQ(shown("SECOND.test"), "second.test");
  EXPECT_EQ(shown("www.third.test"), "*.third.test");
  EXPECT_EQ(shown("third.test"), "first.test");
  EXPECT_EQ(shown("a.b.third.test"), "first.test");
  EXPECT_EQ(shown("unknown.test"), "first.test");
  EXPECT_EQ(shown(""), "first.test");
}

TEST(Tls, RefusesRenegotiation) {
  Running running(over_tls());
  TlsClient client(running.port(), {.version = TlsVersion::v1_2});
  ASSERT_TRUE(client.handshake());
  EXPECT_FALSE(client.renegotiates());
}

TEST(Tls, AppliesKeyUpdates) {
  Running running(over_tls());
  TlsClient client(running.port(), {.version = TlsVersion::v1_3});
  ASSERT_TRUE(client.handshake());
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(client.updates_key());
    ASSERT_TRUE(client.send(kGet));
    EXPECT_THAT(client.receive().value_or(""), testing::EndsWith("hello"));
  }
}

TEST(Tls, ClosesOnBytesThatAreNotAHandshake) {
  Running running(over_tls());
  const auto client = running.connect();
  client->send(std::string(300, '\xff'));
  EXPECT_THAT(client->receive_all(), Not(HasSubstr("(timeout)")));
  EXPECT_TRUE(has_handshakes(running, {Handshake::failed}));
}

TEST(Tls, RefusesTlsOnAPlainPort) {
  Running running;
  EXPECT_FALSE(TlsClient(running.port()).handshake());
}

TEST(Tls, NewConnectionsUseTheNextContextAndOpenOnesTheirOwn) {
  Running running(over_tls({make_certificate({.names = {"old.test"}})}));
  TlsClient old(running.port());
  ASSERT_TRUE(old.handshake());
  running.server().set_tls(context_with({make_certificate({.names = {"new.test"}})}));
  ASSERT_TRUE(old.send(kGet));
  EXPECT_THAT(old.receive().value_or(""), testing::EndsWith("hello"));
  TlsClient fresh(running.port());
  ASSERT_TRUE(fresh.handshake());
  EXPECT_EQ(old.shown_name(), "old.test");
  EXPECT_EQ(fresh.shown_name(), "new.test");
}

TEST(Tls, SendsCloseNotifyWhenItStops) {
  Running running(over_tls({make_certificate()}, {.handshake_deadline = std::chrono::milliseconds{2'000}}));
  TlsClient client(running.port());
  ASSERT_TRUE(client.handshake());
  ASSERT_TRUE(client.send(kGet));
  ASSERT_TRUE(client.receive());
  const auto half = running.connect();
  running.stop_and_wait();
  EXPECT_TRUE(client.ends_cleanly());
  EXPECT_EQ(running.events().opened(), running.events().closed());
}

}  // namespace
}  // namespace agent_access::test
