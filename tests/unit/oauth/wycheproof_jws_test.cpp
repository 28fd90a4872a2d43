// The ES256 tests of Wycheproof: json_web_signature, which is in this folder, and json_web_key.
#include <gtest/gtest.h>

#include <algorithm>

#include <boost/json.hpp>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/base64url.hpp"
#include "json/reader.hpp"
#include "oauth/jwk.hpp"
#include "oauth/jwt.hpp"
#include "support/base64url.hpp"
#include "support/vectors.hpp"

namespace agent_access::oauth {
namespace {

namespace bj = boost::json;
using crypto::SignatureForm;
using crypto::SignatureVerdict;

std::string_view text_of(const bj::value& value) { return std::string_view(value.as_string()); }

bj::array groups() {
  const auto text =
      test::read_file(AGENT_ACCESS_SOURCE_DIR "/tests/unit/oauth/wycheproof/json_web_signature_es256.json");
  return text ? bj::parse(*text).at("groups").as_array() : bj::array();
}

/// One test of a file and its expected result.
struct Vector {
  explicit Vector(const bj::value& test)
      : number(test.at(0).as_int64()),
        comment(text_of(test.at(1))),
        is_valid(text_of(test.at(2)) == "valid"),
        jws(text_of(test.at(3))) {}
  std::int64_t number;
  std::string_view comment;
  bool is_valid;
  std::string_view jws;
};

/// The keys of a set that verify ES256, under their names.
std::vector<TrustedKey> trusted(const std::vector<Jwk>& keys) {
  std::vector<TrustedKey> made;
  for (const auto& key : keys) made.emplace_back(key.key_id, crypto::Verifier::create(key.key).value());
  return made;
}

std::vector<TrustedKey> trusted(const bj::value& key) {
  const auto parsed = parse_jwks(R"({"keys":[)" + bj::serialize(key) + "]}");
  return parsed ? trusted(*parsed) : std::vector<TrustedKey>();
}

/// Whether a JWS is one of ES256 and its signature is that of a key. Unlike a token it may have any header members and
/// any payload: further requirements of this project for tokens do not apply here.
bool is_signed(std::string_view jws, std::vector<TrustedKey>& keys, SignatureForm form = SignatureForm::any) {
  const auto decoded = test::base64url_decode(jws.substr(0, jws.find('.')));
  const auto is_compact = std::ranges::count(jws, '.') == 2;
  if (!decoded || !is_compact || keys.empty()) return false;
  const auto header = json::read_object(base::text_of(*decoded));
  if (!header || !header->contains("alg") || header->at("alg") != "ES256") return false;
  const std::size_t dot = jws.rfind('.');
  const auto signature = test::base64url_decode(jws.substr(dot + 1));
  if (!signature) return false;
  const auto verdict = keys.front().verifier.verify(base::bytes_of(jws.substr(0, dot)), *signature, form);
  EXPECT_NE(verdict, SignatureVerdict::undecided);
  return verdict == SignatureVerdict::valid;
}

JwtFault fault_of(std::string_view token, std::vector<TrustedKey>& keys) {
  const auto verified = verify(token, keys);
  EXPECT_FALSE(verified) << token;
  return verified ? JwtFault::unavailable : verified.error();
}

TEST(WycheproofJws, AgreesWithEveryResult) {
  std::size_t valid_count = 0;
  std::size_t invalid_count = 0;
  for (const auto& group : groups()) {
    auto keys = trusted(group.at("public"));
    for (const auto& test : group.at("tests").as_array()) {
      const Vector vector(test);
      EXPECT_EQ(is_signed(vector.jws, keys), vector.is_valid) << vector.number << vector.comment;
      ++(vector.is_valid ? valid_count : invalid_count);
    }
  }
  EXPECT_EQ(valid_count, 2U);
  EXPECT_EQ(invalid_count, 39U);
}

TEST(WycheproofJws, AcceptsTheLowSFormOfItsValidSignatureOnly) {
  // The signature of tcId 18 and 378 is high-S, which RFC 7518 allows and this project refuses; the low-S form has n -
  // s.
  auto keys = trusted(groups().at(0).at("public"));
  const std::string jws(Vector(groups().at(0).at("tests").at(0)).jws);
  const std::string twin = jws.substr(0, jws.rfind('.')) +
                           ".5cA0OHyMP7ezamUd5c9kV-FrGxdx4hbGXOdplQkutrppUShFwBW_Qj7IqhFOtNrIXLLKXS5CSZmERxmnjeyoiQ";
  EXPECT_FALSE(is_signed(jws, keys, SignatureForm::low_only));
  EXPECT_TRUE(is_signed(twin, keys, SignatureForm::low_only));
}

TEST(WycheproofJws, AcceptsNoneAsAToken) {
  // Refused for their form, and one whose header contains a key; all others lack "typ".
  const std::set<std::int64_t> malformed = {20, 21, 23, 24, 26, 27, 28, 29, 30, 31, 379, 380, 381, 382, 383, 384, 385};
  std::size_t refused = 0;
  for (const auto& group : groups()) {
    auto keys = trusted(group.at("public"));
    for (const auto& test : group.at("tests").as_array()) {
      const Vector vector(test);
      const JwtFault expected = malformed.contains(vector.number) ? JwtFault::malformed
                                : vector.number == 32             ? JwtFault::invalid_header
                                                                  : JwtFault::wrong_type;
      EXPECT_EQ(fault_of(vector.jws, keys), expected) << vector.number << vector.comment;
      ++refused;
    }
  }
  EXPECT_EQ(refused, 41U);
}

/// A token as the service issues it, with another signature.
std::string unsigned_token(std::string_view key_id) {
  return access_token_header(key_id) + "." + base::base64url_encode(base::bytes_of(R"({"sub":"example"})"));
}

TEST(WycheproofJws, AcceptsNoneOfTheSignaturesOnAToken) {
  const bj::array all = groups();
  std::map<JwtFault, std::size_t> faults;
  for (const auto& group : all) {
    auto keys = trusted(all.at(0).at("public"));
    for (const auto& test : group.at("tests").as_array()) {
      const Vector vector(test);
      const std::size_t dot = vector.jws.rfind('.');
      const std::string signature(dot == std::string_view::npos ? "" : vector.jws.substr(dot + 1));
      ++faults[fault_of(unsigned_token("kid-ec-sign") + "." + signature, keys)];
    }
  }
  // Malformed: 20, 21, 28 to 31 and 379 to 385, which have no signature of 64 bytes.
  const std::map<JwtFault, std::size_t> expected = {{JwtFault::malformed, 13}, {JwtFault::invalid_signature, 28}};
  EXPECT_EQ(faults, expected);
  // The same token with a signature of the vectors' own key is accepted.
  const auto scalar = test::base64url_decode(text_of(all.at(0).at("d"))).value();
  auto signer = crypto::Signer::create(crypto::PrivateKey::from_scalar(scalar).value()).value();
  const std::string token = unsigned_token("kid-ec-sign");
  const auto signature = signer.sign(base::bytes_of(token)).value();
  auto keys = trusted(all.at(0).at("public"));
  EXPECT_TRUE(verify(token + "." + base::base64url_encode(signature), keys));
}

TEST(WycheproofJwk, VerifiesNothingWithAnInvalidKey) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "wycheproof/json_web_key_test.json");
  std::size_t judged = 0;
  const auto file = bj::parse(text);
  for (const auto& group : file.at("testGroups").as_array()) {
    const auto* published = group.as_object().if_contains("public");
    const bj::value& set = published != nullptr ? *published : group.at("private");
    const auto parsed = parse_jwks(bj::serialize(set));
    auto keys = trusted(parsed ? *parsed : std::vector<Jwk>());
    for (const auto& test : group.at("tests").as_array()) {
      const std::int64_t number = test.at("tcId").as_int64();
      // 1: an HS256 signature beside a good ES256 key; 19 to 24: ES256 with a key of another algorithm, use, curve or
      // type, or off the curve. The rest is of HS256 and RS256.
      if (number != 1 && (number < 19 || number > 24)) continue;
      EXPECT_EQ(keys.size(), number == 1 ? 1U : 0U) << number;
      EXPECT_EQ(text_of(test.at("result")), "invalid") << number;
      EXPECT_FALSE(is_signed(text_of(test.at("jws")), keys)) << number;
      EXPECT_FALSE(verify(text_of(test.at("jws")), keys)) << number;
      ++judged;
    }
  }
  EXPECT_EQ(judged, 7U);
}

}  // namespace
}  // namespace agent_access::oauth
