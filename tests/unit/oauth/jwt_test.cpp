#include "oauth/jwt.hpp"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

#include "unit/oauth/sample_tokens.hpp"

namespace agent_access::oauth {
namespace {

static_assert(!std::is_default_constructible_v<VerifiedJwt>);
static_assert(!std::is_constructible_v<VerifiedJwt, Claims, std::string>, "only verify() makes one");

using sample::fault_of_header;
using sample::fault_of_token;
using sample::kHeader;
using sample::kKeyId;
using sample::kPayload;

std::string with_kid(std::string_view rest) {
  return "{\"kid\":\"" + std::string(kKeyId) + "\"," + std::string(rest) + "}";
}

TEST(VerifyJwt, AcceptsATokenSignedByAnotherImplementation) {
  auto keys = sample::trusted_keys();
  const auto verified = verify(sample::kToken, keys);
  ASSERT_TRUE(verified);
  EXPECT_EQ(verified->key_id(), kKeyId);
  const Claims& claims = verified->claims();
  EXPECT_EQ(claims.issuer, "https://example.com");
  EXPECT_EQ(claims.subject, "f81d4fae-7dec-41d0-a765-00a0c91e6bf6");
  EXPECT_EQ(claims.client_id, "f81d4fae-7dec-41d0-a765-00a0c91e6bf6");
  EXPECT_EQ(claims.audience,
            (std::vector<std::string>{"https://example.com", "https://example.com/api/agent/full-profile"}));
  EXPECT_EQ(claims.scope, "read:extended");
  EXPECT_EQ(claims.token_id, "example");
  EXPECT_EQ(claims.issued_at, 1700000000);
  EXPECT_EQ(claims.expires_at, 1700000900);
  EXPECT_EQ(claims.not_before, std::nullopt);
}

TEST(AccessTokenHeader, IsThatOfTheSampleToken) {
  EXPECT_EQ(access_token_header(kKeyId), sample::kToken.substr(0, sample::kToken.find('.')));
}

TEST(AccessTokenHeader, EscapesTheKeyId) {
  // {"alg":"ES256","typ":"at+jwt","kid":"a\",\"crit\":\"b"}
  EXPECT_EQ(access_token_header(R"(a","crit":"b)"),
            "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6ImFcIixcImNyaXRcIjpcImIifQ");
}

TEST(VerifyJwt, RefusesACriticalHeaderThatLooksLikeAKeyId) {
  std::vector<TrustedKey> keys;
  keys.push_back({R"(a","crit":"b)", crypto::Verifier::create(sample::key().public_key()).value()});
  const auto verified = verify(sample::sign(R"({"alg":"ES256","typ":"at+jwt","kid":"a","crit":"b"})", kPayload), keys);
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error(), JwtFault::invalid_header);
  EXPECT_TRUE(verify(sample::sign(R"({"alg":"ES256","typ":"at+jwt","kid":"a\",\"crit\":\"b"})", kPayload), keys));
}

TEST(VerifyJwt, ChecksEverySegmentOfATokenWithTheUsualHeader) {
  const std::string header = access_token_header(kKeyId);
  const std::string_view rest = sample::kToken.substr(header.size());
  const std::string_view signature = rest.substr(rest.rfind('.'));
  EXPECT_EQ(fault_of_token(header + "." + std::string(signature)), JwtFault::malformed) << "no payload";
  EXPECT_EQ(fault_of_token(header + ".e30=" + std::string(signature)), JwtFault::malformed);
  EXPECT_EQ(fault_of_token(header + ".e30" + std::string(signature)), JwtFault::invalid_signature);
  EXPECT_EQ(fault_of_token(header + ".e30."), JwtFault::malformed);
  EXPECT_EQ(fault_of_token(header + ".e30" + std::string(signature) + "."), JwtFault::malformed);
}

TEST(VerifyJwt, AcceptsTheHeaderInAnyOrderAndSpacing) {
  auto keys = sample::trusted_keys();
  for (const std::string& header : {with_kid(R"("typ":"at+jwt","alg":"ES256")"),
                                    with_kid("\n \"\\u0061lg\" : \"ES\\u003256\" , \"typ\":\"at+jwt\" ")}) {
    EXPECT_TRUE(verify(sample::sign(header, kPayload), keys)) << header;
  }
}

TEST(VerifyJwt, IgnoresCaseAndTheApplicationPrefixOfTheType) {
  auto keys = sample::trusted_keys();
  for (const std::string_view type : {"at+jwt", "AT+JWT", "At+JwT", "application/at+jwt", "APPLICATION/AT+JWT"}) {
    const std::string header = with_kid("\"alg\":\"ES256\",\"typ\":\"" + std::string(type) + "\"");
    EXPECT_TRUE(verify(sample::sign(header, kPayload), keys)) << type;
  }
}

TEST(VerifyJwt, RefusesOtherTypes) {
  for (const std::string_view type :
       {R"("JWT")", R"("jwt")", R"("")", R"("at+jwt ")", R"("at+jwt; x=y")", R"("application/jwt")", R"("id_token")",
        R"("x/at+jwt")", R"("at+jwtt")", R"(" at+jwt")", R"("application/application/at+jwt")", R"("dpop+jwt")", "null",
        "1", R"(["at+jwt"])"}) {
    EXPECT_EQ(fault_of_header(with_kid("\"alg\":\"ES256\",\"typ\":" + std::string(type))), JwtFault::wrong_type)
        << type;
  }
  EXPECT_EQ(fault_of_header(with_kid(R"("alg":"ES256")")), JwtFault::wrong_type) << "absent";
}

TEST(VerifyJwt, RefusesEveryAlgorithmButEs256) {
  for (const std::string_view algorithm : {R"("none")",
                                           R"("None")",
                                           R"("NONE")",
                                           R"("nOnE")",
                                           R"("none ")",
                                           R"("")",
                                           R"("es256")",
                                           R"("ES256 ")",
                                           R"("ES256K")",
                                           R"("ES384")",
                                           R"("ES512")",
                                           R"("HS256")",
                                           R"("RS256")",
                                           R"("PS256")",
                                           R"("EdDSA")",
                                           "null",
                                           "256",
                                           R"(["ES256"])",
                                           R"({"ES256":1})",
                                           R"("PBES2-HS256+A128KW")",
                                           R"("ES256\u0000")",
                                           R"("HS512")",
                                           R"("ECDH-ES")",
                                           R"("dir")"}) {
    EXPECT_EQ(fault_of_header(with_kid("\"typ\":\"at+jwt\",\"alg\":" + std::string(algorithm))),
              JwtFault::invalid_header)
        << algorithm;
  }
  EXPECT_EQ(fault_of_header(with_kid(R"("typ":"at+jwt")")), JwtFault::invalid_header) << "absent";
}

TEST(VerifyJwt, RefusesEveryOtherHeaderMember) {
  const std::string good = R"("alg":"ES256","typ":"at+jwt")";
  for (const std::string_view member :
       {R"("crit":["exp"])", R"("crit":[])", R"("crit":null)", R"("b64":false)", R"("b64":true,"crit":["b64"])",
        R"("zip":"DEF")", R"("cty":"JWT")", R"("jku":"https://example.com/jwks.json")",
        R"("x5u":"https://example.com/x")", R"("x5c":[])", R"("x5t":"AA")", R"("jwk":{"kty":"EC"})",
        R"("p2c":2147483647)", R"("enc":"A128GCM")", R"("ALG":"none")", R"("":1)", R"("example":null)"}) {
    EXPECT_EQ(fault_of_header(with_kid(good + "," + std::string(member))), JwtFault::invalid_header) << member;
  }
}

TEST(VerifyJwt, RefusesHeadersThatAreNotOneStrictObject) {
  const std::string good(kHeader);
  for (const std::string& header :
       {std::string("null"), std::string("[]"), std::string("\"ES256\""), "[" + good + "]", good + good, good + ",",
        "\xef\xbb\xbf" + good, good.substr(0, good.size() - 1), good + std::string(1, '\0'),
        with_kid(R"("alg":"ES256","alg":"ES256","typ":"at+jwt")"),
        with_kid(R"("alg":"none","typ":"at+jwt","\u0061lg":"ES256")"),
        with_kid(R"("alg":"ES256","typ":"at+jwt","kid":"another")"),
        with_kid(R"("alg":"ES256","typ":"at+jwt","k\u0069d":"another")"),
        with_kid(R"("alg":"ES256","typ":"JWT","t\u0079p":"at+jwt")"), std::string(2000, '['), "//\n" + good,
        with_kid("\"alg\":\"ES256\",\"typ\":\"at+jwt\xff\"")}) {
    EXPECT_EQ(fault_of_header(header), JwtFault::invalid_header) << header;
  }
}

TEST(VerifyJwt, RefusesKeyIdsThatAreNotTrusted) {
  const std::string rest = R"("alg":"ES256","typ":"at+jwt")";
  std::string upper(kKeyId);
  upper[0] = 'O';
  const std::string prefix(kKeyId.substr(0, 42));
  for (const std::string& kid :
       {std::string("\"\""), std::string("\"unknown\""), "\"" + upper + "\"", "\"" + prefix + "\"",
        "\"" + std::string(kKeyId) + " \"", "\"" + std::string(kKeyId) + "\\u0000\"", std::string("null"),
        std::string("0"), "[\"" + std::string(kKeyId) + "\"]", std::string("\"../../etc/passwd\""),
        std::string("\"' UNION SELECT 'x\""), std::string("\"|sleep 10\""), "\"" + std::string(kKeyId) + "A\"",
        "\"" + std::string(kKeyId) + "=\"", std::string("\"9223372036854775808\""),
        "\"" + std::string(1500, 'k') + "\""}) {
    EXPECT_EQ(fault_of_header("{" + rest + ",\"kid\":" + kid + "}"), JwtFault::unknown_key) << kid;
  }
  EXPECT_EQ(fault_of_header("{" + rest + "}"), JwtFault::unknown_key) << "absent";
}

TEST(VerifyJwt, RefusesEveryTokenWithoutKeys) {
  const auto verified = verify(sample::kToken, {});
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error(), JwtFault::unknown_key);
}

TEST(VerifyJwt, UsesTheKeyThatTheKidNamesAndNoOther) {
  EXPECT_EQ(fault_of_header(R"({"alg":"ES256","typ":"at+jwt","kid":"another"})"), JwtFault::invalid_signature);
}

TEST(VerifyJwt, RefusesAHighSSignature) {
  const std::size_t dot = sample::kToken.rfind('.');
  const std::string twin = std::string(sample::kToken.substr(0, dot + 1)).append(sample::kHighTwinSignature);
  EXPECT_EQ(fault_of_token(twin), JwtFault::invalid_signature);
}

TEST(VerifyJwt, RefusesSignaturesOfOtherLengths) {
  const std::string signed_part(sample::kToken.substr(0, sample::kToken.rfind('.') + 1));
  for (const std::size_t size : {0U, 1U, 32U, 63U, 65U, 66U, 70U, 72U, 96U, 128U}) {
    EXPECT_EQ(fault_of_token(signed_part + base::base64url_encode(std::vector<std::byte>(size, std::byte{1}))),
              JwtFault::malformed)
        << size;
  }
  EXPECT_EQ(fault_of_token(signed_part + base::base64url_encode(std::vector<std::byte>(64))),
            JwtFault::invalid_signature);
}

TEST(VerifyJwt, RefusesOtherShapes) {
  const std::string token(sample::kToken);
  const std::string signature(sample::kToken.substr(sample::kToken.rfind('.') + 1));
  const std::string header(sample::kToken.substr(0, sample::kToken.find('.')));
  for (const std::string& text :
       {std::string(),
        std::string("."),
        std::string(".."),
        std::string("..."),
        header,
        header + ".",
        header + "..",
        header + ".." + signature,
        "." + header + "." + signature,
        header + ".e30=." + signature,
        header + ".e3." + signature,
        token + ".",
        "." + token,
        token + ".AAAA",
        token + "." + token,
        token + "=",
        token + "==",
        " " + token,
        token + "\n",
        "Bearer " + token,
        std::string("eyJ.eyJ.eyJ.eyJ.eyJ"),
        R"({"payload":")" + token + "\"}",
        R"({"payload":".e30.","protected":")" + header + R"(","signature":")" + signature + R"("})",
        R"({"payload":"e30","signatures":[{"protected":")" + header + R"("}]})"}) {
    EXPECT_EQ(fault_of_token(text), JwtFault::malformed) << text;
  }
}

TEST(VerifyJwt, RefusesMoreThan4096CharactersFirst) {
  EXPECT_EQ(fault_of_token(std::string(4097, '!')), JwtFault::too_large);
  EXPECT_EQ(fault_of_token(std::string(4096, '!')), JwtFault::malformed);

  // A good token of exactly the limit: 110 characters of header, two dots, 86 of signature, and the payload.
  const auto padded = [](std::size_t size) {
    std::string payload = R"({"x":")";
    payload.append(size - payload.size() - 2, 'x').append("\"}");
    return sample::sign(kHeader, payload);
  };
  auto keys = sample::trusted_keys();
  const std::string largest = padded(2923);
  ASSERT_EQ(largest.size(), 4096U);
  EXPECT_TRUE(verify(largest, keys));
  const std::string larger = padded(2924);
  ASSERT_EQ(larger.size(), 4097U);
  EXPECT_EQ(fault_of_token(larger), JwtFault::too_large);
}

TEST(VerifyJwt, ChecksTheSignatureBeforeTheClaims) {
  std::string token = sample::sign(kHeader, "not JSON at all");
  EXPECT_EQ(fault_of_token(token), JwtFault::invalid_claims);
  char& character = token[token.size() - 10];
  character = character == 'A' ? 'B' : 'A';
  EXPECT_EQ(fault_of_token(token), JwtFault::invalid_signature);
}

// A token has one encoding: every change makes it invalid.

TEST(VerifyJwt, RefusesEveryFlippedBit) {
  auto keys = sample::trusted_keys();
  std::string token(sample::kToken);
  for (std::size_t at = 0; at < token.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      const char mask = static_cast<char>(1U << bit);
      token[at] = static_cast<char>(token[at] ^ mask);
      EXPECT_FALSE(verify(token, keys)) << "bit " << bit << " of character " << at;
      token[at] = static_cast<char>(token[at] ^ mask);
    }
  }
  EXPECT_TRUE(verify(token, keys)) << "refusals left the keys unusable";
}

TEST(VerifyJwt, RefusesEveryTruncation) {
  auto keys = sample::trusted_keys();
  for (std::size_t size = 0; size < sample::kToken.size(); ++size) {
    EXPECT_FALSE(verify(sample::kToken.substr(0, size), keys)) << "first " << size;
    EXPECT_FALSE(verify(sample::kToken.substr(sample::kToken.size() - size), keys)) << "last " << size;
  }
}

TEST(VerifyJwt, RefusesEveryInsertionAndDeletionOfOneCharacter) {
  auto keys = sample::trusted_keys();
  for (std::size_t at = 0; at <= sample::kToken.size(); ++at) {
    for (const char inserted : {'A', '.', '=', ' ', '\n', '\0', '?'}) {
      std::string token(sample::kToken);
      token.insert(at, 1, inserted);
      EXPECT_FALSE(verify(token, keys)) << "inserted at " << at;
    }
    if (at == sample::kToken.size()) continue;
    std::string token(sample::kToken);
    token.erase(at, 1);
    EXPECT_FALSE(verify(token, keys)) << "deleted at " << at;
  }
}

TEST(VerifyJwt, RefusesOtherSpellingsOfTheSameSignature) {
  auto keys = sample::trusted_keys();
  // 64 bytes leave four unused bits in the last character; every value of them but zero is another text.
  std::size_t variants = 0;
  for (const char last : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")) {
    std::string token(sample::kToken);
    if (token.back() == last) continue;
    token.back() = last;
    EXPECT_FALSE(verify(token, keys)) << last;
    ++variants;
  }
  EXPECT_EQ(variants, 63U);
}

}  // namespace
}  // namespace agent_access::oauth
