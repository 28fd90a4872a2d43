// Each call of OpenSSL fails in turn in everything that makes or verifies keys, secrets and tokens.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "net/tls/ticket_keys.hpp"
#include "unit/failures/failing_openssl.hpp"
#include "unit/oauth/forge.hpp"

namespace agent_access::oauth {
namespace {

using test::arm;
using test::at;
using test::base_urls;
using test::disarm;
using test::expect_each_failure_to_be_seen;
using test::kNow;
using test::kWeek;
using test::make_master;
using test::make_masters;
using test::make_schedule;
using test::take;
using test::Trouble;

/// RFC 7515 appendix A.3.
const std::string kPem = R"(-----BEGIN EC PRIVATE KEY-----
MHcCAQEEII6bEJ5xkJi/mASH3x9dd+nLKWBuvtImO19XwhPfhPSyoAoGCCqGSM49
AwEHoUQDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEXH8UTNG72b
focs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==
-----END EC PRIVATE KEY-----
)";

TEST(FailingKeys, DeriveNoPurposeFingerprintOrKeyOfAnEpoch) {
  const MasterSecret master = make_master(0);
  expect_each_failure_to_be_seen("purpose", 12, [&] { return master.derive("label").has_value(); });
  expect_each_failure_to_be_seen("fingerprint", 12, [&] { return master.fingerprint().has_value(); });
  expect_each_failure_to_be_seen("epoch", 71, [&] { return derive_epoch_key(master, 1, kWeek, 2839).has_value(); });
}

/// An incomplete key set would refuse valid tokens.
TEST(FailingKeys, MakeNoIncompleteSchedule) {
  const auto masters = make_masters({0, 1});
  expect_each_failure_to_be_seen("schedule", 284,
                                 [&] { return KeySchedule::derive(masters, 1, kWeek, at(kNow)).has_value(); });
}

TEST(FailingKeys, MakeNoScheduleOfAPem) {
  const base::SecretBytes pem(base::bytes_of(kPem));
  expect_each_failure_to_be_seen("schedule of a PEM", 43, [&] { return KeySchedule::from_pem({&pem, 1}).has_value(); });
}

/// With "invalid PEM" an operator would search for a fault in a correct file.
TEST(FailingKeys, AreNotReportedAsAFaultOfThePem) {
  const base::SecretBytes pem(base::bytes_of(kPem));
  arm(Trouble::failure, 1, "BIO_new_mem_buf");
  const auto schedule = KeySchedule::from_pem({&pem, 1});
  EXPECT_EQ(disarm(), "BIO_new_mem_buf");
  ASSERT_FALSE(schedule);
  EXPECT_EQ(schedule.error(), KeyFault::unavailable);
}

TEST(FailingKeys, LetNothingVerifyOrSign) {
  const KeySchedule schedule = make_schedule({0});
  expect_each_failure_to_be_seen("verifier", 8,
                                 [&] { return BearerVerifier::create(schedule, base_urls()).has_value(); });
  expect_each_failure_to_be_seen("issuer", 8, [&] { return TokenIssuer::create(schedule, base_urls()).has_value(); });
}

TEST(FailingKeys, IssueNoToken) {
  auto issuer = take(TokenIssuer::create(make_schedule({0}), base_urls()));
  test::ScriptedRandom random;
  expect_each_failure_to_be_seen("token", 4, [&] {
    const auto token = issuer.issue(*base::parse_uuid(test::kClientId), test::kProfileScope, 0, at(kNow), random);
    EXPECT_TRUE(token || token.error() == TokenFault::unavailable);
    return token.has_value();
  });
}

/// With "invalid_token" agents would discard valid tokens.
TEST(FailingKeys, NeitherAcceptNorRefuseAToken) {
  auto verifier = take(BearerVerifier::create(make_schedule({0}), base_urls()));
  const std::string token = test::sign(test::good_header().text(), test::good_claims().text(), test::epoch_key(2839));
  expect_each_failure_to_be_seen("token", 4, [&] {
    const auto grant = verifier.verify(token, at(kNow));
    EXPECT_TRUE(grant || grant.error() == BearerFault::unavailable);
    return grant.has_value();
  });
}

TEST(FailingKeys, MakeNoClientAuthority) {
  const auto masters = make_masters({0, 1});
  expect_each_failure_to_be_seen("authority", 30, [&] {
    const auto keys = ClientSecretKeys::derive(masters);
    return keys && ClientAuthority::create(*keys);
  });
}

TEST(FailingKeys, RegisterNoClient) {
  auto clients = take(ClientAuthority::create(take(ClientSecretKeys::derive(make_masters({0})))));
  expect_each_failure_to_be_seen("registration", 3, [&] {
    test::ScriptedRandom random;
    const auto client = clients.register_client(random);
    EXPECT_TRUE(client || client.error() == RegistrationFault::unavailable);
    return client.has_value();
  });
}

/// Whichever master secret fails, also one to which the client does not belong: with "invalid_client" agents would
/// discard valid credentials.
TEST(FailingKeys, NeitherAuthenticateNorRefuseAClient) {
  auto clients = take(ClientAuthority::create(take(ClientSecretKeys::derive(make_masters({0, 1})))));
  test::ScriptedRandom random;
  const auto client = take(clients.register_client(random));
  const std::string client_id = base::to_text(client.client_id);
  expect_each_failure_to_be_seen("authentication", 6, [&] {
    const auto authenticated = clients.authenticate(client_id, client.client_secret);
    EXPECT_TRUE(authenticated || authenticated.error() == TokenFault::unavailable);
    return authenticated.has_value();
  });
}

/// New ones for each failure, because they keep what they have derived.
std::unique_ptr<net::TicketKeys> ticket_keys() {
  return std::make_unique<net::TicketKeys>(base::SecretBytes(base::bytes_of(std::string(32, 's'))),
                                           std::make_shared<test::FixedClock>(kNow));
}

TEST(FailingKeys, GiveNoTicketKey) {
  expect_each_failure_to_be_seen("ticket key", 18, [&] { return ticket_keys()->of(41'666) != nullptr; });
}

/// If the lookup fails, the ticket counts as not found: a full handshake, not an error.
TEST(FailingKeys, FindNoTicketKey) {
  const auto keys = ticket_keys();
  const auto current = keys->of(keys->current_epoch());
  ASSERT_TRUE(current);
  expect_each_failure_to_be_seen("ticket", 18, [&] { return ticket_keys()->find(current->name()).has_value(); });
}

}  // namespace
}  // namespace agent_access::oauth
