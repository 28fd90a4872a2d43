#include "oauth/client.hpp"

#include <cstdint>
#include <string>

#include "unit/oauth/forge.hpp"

namespace agent_access::oauth {
namespace {

using test::make_masters;
using test::ScriptedRandom;
using test::take;

// HMAC-SHA-256 of the label, a zero byte and the bytes of test::kClientId under the masters 00..1f and 40..5f.
constexpr std::string_view kSecret = "MuKa2L_re7c2XnUBy4AsZwDFg0GvMF34YnzHU35kDng";
constexpr std::string_view kSecretOfOtherMaster = "Bg2APRVO0NgzFNz9U2pPXFYknKZTOERLt9w209sX5O8";

ClientAuthority make_authority(std::initializer_list<std::uint8_t> masters) {
  return take(ClientAuthority::create(take(ClientSecretKeys::derive(make_masters(masters)))));
}

std::string outcome(ClientAuthority& authority, std::string_view client_id, std::string_view client_secret) {
  const auto result = authority.authenticate(client_id, client_secret);
  if (result) return base::to_text(result->client_id);
  return result.error() == TokenFault::invalid_client ? "invalid_client" : "unavailable";
}

TEST(ClientSecretKeys, NeedAMaster) {
  const auto keys = ClientSecretKeys::derive({});
  ASSERT_FALSE(keys.has_value());
  EXPECT_EQ(test::fault_of(keys), KeyFault::no_keys);
}

TEST(RegisterClient, GivesAFreshIdAndItsSecret) {
  auto authority = make_authority({0});
  ScriptedRandom random;
  const auto client = take(authority.register_client(random));
  EXPECT_EQ(base::to_text(client.client_id), test::kClientId);
  EXPECT_EQ(client.client_secret, kSecret);
}

TEST(RegisterClient, GivesEachClientItsOwnIdAndSecret) {
  auto authority = make_authority({0});
  ScriptedRandom random;
  const auto first = take(authority.register_client(random));
  const auto second = take(authority.register_client(random));
  EXPECT_NE(first.client_id, second.client_id);
  EXPECT_NE(first.client_secret, second.client_secret);
}

TEST(RegisterClient, UsesTheCurrentMasterOnly) {
  auto authority = make_authority({0x40, 0});
  ScriptedRandom random;
  EXPECT_EQ(take(authority.register_client(random)).client_secret, kSecretOfOtherMaster);
}

TEST(RegisterClient, IsUnavailableWithoutEntropy) {
  auto authority = make_authority({0});
  ScriptedRandom random(0, 0);
  const auto client = authority.register_client(random);
  ASSERT_FALSE(client.has_value());
  EXPECT_EQ(test::fault_of(client), RegistrationFault::unavailable);
}

TEST(Authenticate, AcceptsTheSecretOfTheClient) {
  auto authority = make_authority({0});
  EXPECT_EQ(outcome(authority, test::kClientId, kSecret), test::kClientId);
}

TEST(Authenticate, AcceptsSecretsOfPreviousMasters) {
  auto authority = make_authority({0x80, 0x40, 0});
  EXPECT_EQ(outcome(authority, test::kClientId, kSecret), test::kClientId);
  EXPECT_EQ(outcome(authority, test::kClientId, kSecretOfOtherMaster), test::kClientId);
}

TEST(Authenticate, TellsWhetherThePresentedSecretIsThatOfAPreviousMaster) {
  auto previous = make_authority({0x80, 0x40, 0});
  EXPECT_TRUE(take(previous.authenticate(test::kClientId, kSecret)).used_previous_master);
  EXPECT_TRUE(take(previous.authenticate(test::kClientId, kSecretOfOtherMaster)).used_previous_master);
  auto current = make_authority({0, 0x40});
  EXPECT_FALSE(take(current.authenticate(test::kClientId, kSecret)).used_previous_master);
}

TEST(Authenticate, RefusesSecretsOfAnotherMaster) {
  auto authority = make_authority({0});
  EXPECT_EQ(outcome(authority, test::kClientId, kSecretOfOtherMaster), "invalid_client");
}

struct BadCredentials {
  std::string_view name;
  std::string client_id;
  std::string client_secret;
};

class AuthenticateRefuses : public testing::TestWithParam<BadCredentials> {};

TEST_P(AuthenticateRefuses, WithInvalidClient) {
  auto authority = make_authority({0, 0x40});
  EXPECT_EQ(outcome(authority, GetParam().client_id, GetParam().client_secret), "invalid_client");
}

const std::string kId(test::kClientId);
const std::string kGood(kSecret);

INSTANTIATE_TEST_SUITE_P(
    Client, AuthenticateRefuses,
    testing::Values(BadCredentials{"OtherClient", "10010203-0405-4607-8809-0a0b0c0d0e0f", kGood},
                    BadCredentials{"IdWithoutDashes", "000102030405460788090a0b0c0d0e0f", kGood},
                    BadCredentials{"IdWithSpace", kId + " ", kGood},
                    BadCredentials{"IdInBraces", "{" + kId + "}", kGood},
                    BadCredentials{"IdOfAnotherVersion", "00010203-0405-1607-8809-0a0b0c0d0e0f", kGood},
                    BadCredentials{"ZeroId", "00000000-0000-0000-0000-000000000000", kGood},
                    BadCredentials{"EmptyId", "", kGood}, BadCredentials{"LongId", std::string(16000, 'a'), kGood},
                    // HMAC(key, label || 0x00 || 16 zero bytes): the value that is computed for a malformed id must not
                    // be accepted.
                    BadCredentials{"MalformedIdWithTheSecretOfTheZeroId", "x",
                                   "T3KlZEEP4v4nCAfbqcVY_d2rQwKEsVv6ryV30JAAvQE"},
                    BadCredentials{"EmptySecret", kId, ""}, BadCredentials{"ShortSecret", kId, kGood.substr(0, 42)},
                    BadCredentials{"LongSecret", kId, kGood + "A"}, BadCredentials{"PaddedSecret", kId, kGood + "="},
                    BadCredentials{"SecretWithNewline", kId, kGood + "\n"},
                    BadCredentials{"NonCanonicalLastCharacter", kId, kGood.substr(0, 42) + "h"},
                    BadCredentials{"OtherAlphabet", kId, "MuKa2L/re7c2XnUBy4AsZwDFg0GvMF34YnzHU35kDng"},
                    BadCredentials{"ZeroSecret", kId, std::string(43, 'A')},
                    BadCredentials{"HugeSecret", kId, std::string(16000, 'A')},
                    BadCredentials{"NulInSecret", kId, kGood.substr(0, 42) + std::string(1, '\0')},
                    BadCredentials{"SecretOfOtherCase", kId, "mUkA2l_RE7C2xNubY4aSZWdfG0gVmf34yNZhu35KdNG"}),
    [](const auto& each) { return std::string(each.param.name); });

TEST(Authenticate, RefusesEverySecretWithOneBitChanged) {
  auto authority = make_authority({0});
  for (std::size_t bit = 0; bit < kGood.size() * 8; ++bit) {
    std::string secret = kGood;
    secret[bit / 8] = static_cast<char>(static_cast<unsigned char>(secret[bit / 8]) ^ (1U << (bit % 8)));
    ASSERT_EQ(outcome(authority, test::kClientId, secret), "invalid_client") << "bit " << bit;
  }
}

using namespace std::string_literals;

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t count = 0; count < times; ++count) all += text;
  return all;
}

TEST(IsValidClientName, Accepts1To200Characters) {
  EXPECT_TRUE(is_valid_client_name("x"));
  EXPECT_TRUE(is_valid_client_name(repeated("x", 200)));
  EXPECT_FALSE(is_valid_client_name(""));
  EXPECT_FALSE(is_valid_client_name(repeated("x", 201)));
}

TEST(IsValidClientName, CountsCharactersNotBytes) {
  EXPECT_TRUE(is_valid_client_name(repeated("\U0001F980", 200)));
  EXPECT_FALSE(is_valid_client_name(repeated("\U0001F980", 201)));
  EXPECT_TRUE(is_valid_client_name(repeated("\u00e9", 200)));
  EXPECT_FALSE(is_valid_client_name(repeated("\u20ac", 201)));
}

TEST(IsValidClientName, AcceptsTheBordersOfEachEncodedLength) {
  for (const auto& name : {" "s, "~"s, "\u00a0"s, "\u07ff"s, "\u0800"s, "\ud7ff"s, "\ue000"s, "\uffff"s, "\U00010000"s,
                           "\U0010ffff"s, "\"\\</script>"s}) {
    EXPECT_TRUE(is_valid_client_name(name)) << name;
  }
}

TEST(IsValidClientName, RefusesControlCharacters) {
  for (unsigned control = 0; control < 0x20; ++control) {
    EXPECT_FALSE(is_valid_client_name("a" + std::string(1, static_cast<char>(control)) + "b")) << control;
  }
  EXPECT_FALSE(is_valid_client_name("\x7f"));
  for (unsigned control = 0x80; control <= 0x9f; ++control) {
    EXPECT_FALSE(is_valid_client_name("\xc2" + std::string(1, static_cast<char>(control)))) << control;
  }
}

TEST(IsValidClientName, RefusesWhatIsNotUtf8) {
  for (const auto& name : {"\x80"s,
                           "\xbf"s,
                           "\xc0\x80"s,
                           "\xc0\xaf"s,
                           "\xc1\xbf"s,
                           "\xe0\x80\xaf"s,
                           "\xe0\x9f\xbf"s,
                           "\xf0\x80\x80\xaf"s,
                           "\xf0\x8f\xbf\xbf"s,
                           "\xed\xa0\x80"s,
                           "\xed\xbf\xbf"s,
                           "\xf4\x90\x80\x80"s,
                           "\xf5\x80\x80\x80"s,
                           "\xf8\x88\x80\x80\x80"s,
                           "\xfe"s,
                           "\xff"s,
                           "\xc3"s,
                           "\xe2\x82"s,
                           "\xf0\x9f\xa6"s,
                           "\xc3("s,
                           "\xe2\x82("s,
                           "\xe2(\xac"s,
                           "\xf0\x9f\xa6("s,
                           "ok\xc3\xa9\xc3"s}) {
    EXPECT_FALSE(is_valid_client_name(name)) << testing::PrintToString(name);
  }
}

}  // namespace
}  // namespace agent_access::oauth
