#include "oauth/key_schedule.hpp"

#include <string>
#include <vector>

#include "unit/oauth/forge.hpp"

namespace agent_access::oauth {
namespace {

using test::make_master;
using test::take;

std::string hex(base::ByteView bytes) {
  std::string text;
  for (const auto byte : bytes) {
    text += "0123456789abcdef"[std::to_integer<unsigned>(byte) >> 4U];
    text += "0123456789abcdef"[std::to_integer<unsigned>(byte) & 15U];
  }
  return text;
}

TEST(MasterSecret, RefusesFewerThan32Bytes) {
  const std::vector<std::byte> bytes(31, std::byte{7});
  const auto master = MasterSecret::parse(bytes);
  ASSERT_FALSE(master.has_value());
  EXPECT_EQ(test::fault_of(master), KeyFault::secret_too_short);
  EXPECT_FALSE(MasterSecret::parse({}).has_value());
}

TEST(MasterSecret, UsesEveryByteOfALongerSecret) {
  std::vector<std::byte> bytes(64, std::byte{7});
  const auto fingerprint = take(take(MasterSecret::parse(bytes)).fingerprint());
  bytes.back() = std::byte{8};
  EXPECT_NE(take(take(MasterSecret::parse(bytes)).fingerprint()), fingerprint);
}

TEST(MasterSecret, DerivesThePublishedValues) {
  const auto master = make_master(0);
  EXPECT_EQ(hex(take(master.derive(label::kClientSecret)).reveal()),
            "e43e16a753ee08f9e8190f93c55330cdbfe4a3b92481bdd25054426e813af8b8");
  EXPECT_EQ(hex(take(master.derive("agent-access/token-key/v1/1/2839")).reveal()),
            "4ef8aee27208f23222dd26cb9e0f8f44b6c7e821bed6210395371c07ace75f98");
  EXPECT_EQ(hex(take(make_master(0x40).derive(label::kClientSecret)).reveal()),
            "2eb7459d05c2c48052cffa85d55b912efea85385683122591b426ca4c02554af");
}

TEST(MasterSecret, SeparatesPurposesByLabel) {
  const auto master = make_master(0);
  const auto client_secret = hex(take(master.derive(label::kClientSecret)).reveal());
  const auto fingerprint = hex(take(master.derive(label::kFingerprint)).reveal());
  const auto token_key = hex(take(master.derive(label::token_key(1, 2839))).reveal());
  EXPECT_NE(client_secret, fingerprint);
  EXPECT_NE(client_secret, token_key);
  EXPECT_NE(fingerprint, token_key);
}

TEST(MasterSecret, HasAFingerprintOfEightHexCharacters) {
  EXPECT_EQ(take(make_master(0).fingerprint()), "2f870903");
  EXPECT_EQ(take(make_master(0x40).fingerprint()), "9cab8fe0");
}

TEST(MasterSecret, DuplicatesToTheSameSecret) { EXPECT_EQ(take(make_master(0).duplicate().fingerprint()), "2f870903"); }

TEST(TokenKeyLabel, NamesGenerationAndEpochInDecimal) {
  EXPECT_EQ(label::token_key(1, 2839), "agent-access/token-key/v1/1/2839");
  EXPECT_EQ(label::token_key(18446744073709551615U, -1), "agent-access/token-key/v1/18446744073709551615/-1");
}

}  // namespace
}  // namespace agent_access::oauth
