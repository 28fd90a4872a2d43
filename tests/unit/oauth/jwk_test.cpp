#include "oauth/jwk.hpp"

#include <gtest/gtest.h>

#include <array>
#include <boost/json.hpp>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

#include "support/vectors.hpp"
#include "unit/oauth/sample_tokens.hpp"

namespace agent_access::oauth {
namespace {

constexpr std::string_view kSample =
    R"({"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",)"
    R"("y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",)"
    R"("kid":"oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U","use":"sig","alg":"ES256"})";

/// The sample with one part replaced.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(kSample);
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::invalid_argument("nothing to replace");
  return text.replace(at, from.size(), to);
}

/// The key of a set of one; not_es256 if it is skipped.
base::Result<Jwk, JwkFault> parse_jwk(std::string_view json) {
  const auto keys = parse_jwks(R"({"keys":[)" + std::string(json) + "]}");
  if (!keys) return base::Failure(keys.error());
  if (keys->empty()) return base::Failure(JwkFault::not_es256);
  return keys->front();
}

JwkFault fault_of(std::string_view json) {
  const auto parsed = parse_jwk(json);
  if (parsed) throw std::logic_error("accepted: " + std::string(json));
  return parsed.error();
}

TEST(Thumbprint, MatchesRfc7638ForTheKeyOfRfc7515) {
  const auto key_id = thumbprint(sample::key().public_key());
  ASSERT_TRUE(key_id);
  EXPECT_EQ(key_id->text(), "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U");
}

TEST(RenderJwk, WritesTheSevenMembersInOrder) {
  EXPECT_EQ(render_jwk(sample::key().public_key(), KeyId(std::string(sample::kKeyId))), kSample);
}

TEST(RenderJwk, EscapesAnUnusualKeyId) {
  const std::string text = render_jwk(sample::key().public_key(), KeyId("a\"b\\c"));
  EXPECT_NE(text.find(R"("kid":"a\"b\\c",)"), std::string::npos) << text;
  EXPECT_EQ(parse_jwk(text).value().key_id, "a\"b\\c");
}

TEST(ParseJwk, ReadsWhatRenderJwkWrites) {
  const auto parsed = parse_jwk(kSample);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->key_id, sample::kKeyId);
  EXPECT_EQ(parsed->key.x(), sample::key().public_key().x());
  EXPECT_EQ(parsed->key.y(), sample::key().public_key().y());
}

TEST(ParseJwk, KeepsLeadingZerosOfCoordinates) {
  // Among keys made from counted scalars some coordinates begin with a zero byte; they keep their 43 characters.
  std::size_t with_zero = 0;
  for (unsigned scalar = 1; scalar <= 600; ++scalar) {
    std::array<std::byte, 32> d{};
    d[30] = static_cast<std::byte>(scalar >> 8);
    d[31] = static_cast<std::byte>(scalar & 0xff);
    const auto key = crypto::PrivateKey::from_scalar(d).value().public_key();
    if (key.x()[0] != std::byte{0} && key.y()[0] != std::byte{0}) continue;
    ++with_zero;
    const auto parsed = parse_jwk(render_jwk(key, KeyId("zero")));
    ASSERT_TRUE(parsed) << scalar;
    EXPECT_EQ(parsed->key.x(), key.x());
    EXPECT_EQ(parsed->key.y(), key.y());
  }
  EXPECT_GT(with_zero, 0U);
}

TEST(ParseJwk, AcceptsKeysWithoutKidUseAndAlg) {
  const auto parsed = parse_jwk(
      R"({"y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",)"
      R"("crv":"P-256","kty":"EC","example":{"unknown":true}})");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->key_id, "");
}

TEST(ParseJwk, RefusesKeysThatDoNotVerifyEs256) {
  const auto cases =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"\"EC\"", "\"RSA\""},
                                                                    {"\"EC\"", "\"ec\""},
                                                                    {"\"EC\"", "null"},
                                                                    {"\"kty\":\"EC\",", ""},
                                                                    {"\"P-256\"", "\"P-384\""},
                                                                    {"\"P-256\"", "\"secp256k1\""},
                                                                    {"\"P-256\"", "[\"P-256\"]"},
                                                                    {"\"ES256\"", "\"ES384\""},
                                                                    {"\"ES256\"", "\"es256\""},
                                                                    {"\"ES256\"", "\"none\""},
                                                                    {"\"ES256\"", "null"},
                                                                    {"\"sig\"", "\"enc\""},
                                                                    {"\"sig\"", "7"},
                                                                    {"\"use\":\"sig\"", "\"key_ops\":[\"sign\"]"},
                                                                    {"\"use\":\"sig\"", "\"key_ops\":[]"},
                                                                    {"\"use\":\"sig\"", "\"key_ops\":[1,null]"},
                                                                    {"\"use\":\"sig\"", "\"key_ops\":\"verify\""}});
  for (const auto& [from, to] : cases) EXPECT_EQ(fault_of(changed(from, to)), JwkFault::not_es256) << from << to;
  EXPECT_TRUE(parse_jwk(changed("\"use\":\"sig\"", R"("key_ops":["verify"])")));
}

TEST(ParseJwk, RefusesPrivateKeys) {
  EXPECT_EQ(fault_of(changed("\"use\"", R"("d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI","use")")),
            JwkFault::private_key);
  EXPECT_EQ(fault_of(changed("\"use\"", R"("d":null,"use")")), JwkFault::private_key);
}

TEST(ParseJwk, RefusesCoordinatesThatAreNot32CanonicalBytesOnTheCurve) {
  const auto cases = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", ""},
       {"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVE"},
       {"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU="},
       {"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEV"},
       {"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "AH_NzidwanRdQYPL7m_bS3tYBzM1e-nvE7rPbjx70VRF"},
       {"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEY"},
       {"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0", "x/FEzRu9m36HLN/tue659LNpXW6pCyStikYjKIWI5a0"},
       {"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0", "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a4"},
       {"\"y\":", "\"z\":"},
       {"\"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0\"", "5"}});
  for (const auto& [from, to] : cases) EXPECT_EQ(fault_of(changed(from, to)), JwkFault::invalid_point) << to;
}

TEST(ParseJwk, RefusesTextThatIsNotOneStrictObject) {
  for (const std::string_view text : {"[]", "null", "{", "{} {}", R"({"kty":"EC","kty":"EC"})"}) {
    EXPECT_EQ(fault_of(text), JwkFault::not_json) << text;
  }
  EXPECT_EQ(fault_of(changed("\"use\"", R"("\u0078":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","use")")),
            JwkFault::not_json);
}

TEST(ParseJwks, ReadsTheEs256KeysAndSkipsOthers) {
  const std::string set = R"({"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB","kid":"rsa"},)" + std::string(kSample) +
                          R"(,{"kty":"oct","k":"AQAB","kid":"symmetric"},)" +
                          changed("\"kid\":\"oK", "\"kid\":\"other-oK") + R"(],"note":"unknown members are ignored"})";
  const auto keys = parse_jwks(set);
  ASSERT_TRUE(keys);
  ASSERT_EQ(keys->size(), 2U);
  EXPECT_EQ(keys->at(0).key_id, sample::kKeyId);
  EXPECT_TRUE(keys->at(1).key_id.starts_with("other-"));
}

TEST(ParseJwks, AcceptsAnEmptySet) { EXPECT_EQ(parse_jwks(R"({"keys":[]})").value().size(), 0U); }

TEST(ParseJwks, RefusesTextThatIsNotAKeySet) {
  for (const std::string_view text : {"", "[]", "{}", R"({"keys":{}})", R"({"keys":null})", R"({"keys":[1]})",
                                      R"({"keys":[],"keys":[]})", R"({"Keys":[]})"}) {
    const auto keys = parse_jwks(text);
    ASSERT_FALSE(keys) << text;
    EXPECT_EQ(keys.error(), JwkFault::not_json) << text;
  }
}

TEST(ParseJwks, RefusesASetWithAPrivateOrInvalidEs256Key) {
  const auto private_key = parse_jwks(R"({"keys":[)" + changed("\"use\"", R"("d":"AA","use")") + "]}");
  ASSERT_FALSE(private_key);
  EXPECT_EQ(private_key.error(), JwkFault::private_key);
  const auto invalid = parse_jwks(R"({"keys":[)" + changed("5a0", "5a4") + "]}");
  ASSERT_FALSE(invalid);
  EXPECT_EQ(invalid.error(), JwkFault::invalid_point);
}

TEST(ParseJwks, FindsNoUsableKeyInTheVectorsOfWycheproof) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "wycheproof/json_web_key_test.json");
  const auto file = boost::json::parse(text);
  std::size_t sets = 0;
  std::size_t usable = 0;
  for (const auto& group : file.at("testGroups").as_array()) {
    const std::string comment(std::string_view(group.at("comment").as_string()));
    for (const char* side : {"public", "private"}) {
      const auto* set = group.as_object().if_contains(side);
      if (set == nullptr || !set->is_object()) continue;
      ++sets;
      const auto keys = parse_jwks(boost::json::serialize(*set));
      if (comment == "invalid_point") {
        ASSERT_FALSE(keys);
        EXPECT_EQ(keys.error(), std::string_view(side) == "private" ? JwkFault::private_key : JwkFault::invalid_point);
        continue;
      }
      // Keys of other types, curves, algorithms and uses. The only valid ES256 key is in a set with an HS256 key.
      ASSERT_TRUE(keys) << comment << side;
      EXPECT_EQ(keys->size(), comment == "jws_mixedSymmetryKeyset" ? 1U : 0U) << comment << side;
      usable += keys->size();
    }
  }
  EXPECT_GT(sets, 25U);
  EXPECT_EQ(usable, 1U);
}

TEST(ParseJwk, RefusesTheKeysOfOtherCurves) {
  std::size_t refused = 0;
  for (const char* name : {"ecdsa_secp256k1_sha256_p1363_test.json", "ecdsa_secp384r1_sha384_p1363_test.json"}) {
    AGENT_ACCESS_VECTOR_OR_SKIP(text, std::filesystem::path("wycheproof") / name);
    const auto file = boost::json::parse(text);
    for (const auto& group : file.at("testGroups").as_array()) {
      const auto* found = group.as_object().if_contains("publicKeyJwk");
      if (found == nullptr) continue;
      auto key = found->as_object();
      EXPECT_EQ(fault_of(boost::json::serialize(key)), JwkFault::not_es256);
      key["crv"] = "P-256";
      EXPECT_EQ(fault_of(boost::json::serialize(key)), JwkFault::invalid_point)
          << "another crv must not make the key valid";
      ++refused;
    }
  }
  EXPECT_EQ(refused, 99U + 95U);
}

TEST(ParseJwk, AcceptsTheP256KeysOfWycheproof) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "wycheproof/ecdsa_secp256r1_sha256_p1363_test.json");
  const auto file = boost::json::parse(text);
  std::size_t accepted = 0;
  for (const auto& group : file.at("testGroups").as_array()) {
    const auto* key = group.as_object().if_contains("publicKeyJwk");
    if (key == nullptr) continue;
    EXPECT_TRUE(parse_jwk(boost::json::serialize(*key)));
    ++accepted;
  }
  EXPECT_EQ(accepted, 103U) << "the groups that state their key as a JWK";
}

}  // namespace
}  // namespace agent_access::oauth
