// Attacks by the header: algorithm confusion and keys of the attacker (RFC 8725). Which headers are well-formed is in
// jose/jwt_test.cpp.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "crypto/digest.hpp"
#include "oauth/jwk.hpp"
#include "unit/oauth/forge.hpp"

namespace agent_access::oauth {
namespace {

using namespace std::string_literals;
using test::encoded;
using test::good_claims;
using test::good_header;
using test::json_string;
using test::kCurrentKid;
using test::sign;
using test::take;

class ForgedHeader : public test::ForgeryTest {
 protected:
  [[nodiscard]] std::string jwk_of(const crypto::PrivateKey& key) {
    return oauth::render_jwk(key.public_key(), take(oauth::thumbprint(key.public_key())));
  }
  crypto::PrivateKey attacker_ = test::epoch_key(2839, 0x77);
};

TEST_F(ForgedHeader, RefusesAlgNoneWithoutASignature) {
  for (const auto* alg : {"none", "None", "ES256"}) {
    const std::string header = good_header().with("alg", json_string(alg)).text();
    const std::string text = encoded(header) + "." + encoded(good_claims().text());
    EXPECT_EQ(verdict(text + "."), "malformed_token") << alg;
    EXPECT_EQ(verdict(text), "malformed_token") << alg;
  }
}

TEST_F(ForgedHeader, RefusesHmacKeyedWithPublicData) {
  const auto& public_key = key_.public_key();
  const std::string x(base::text_of(public_key.x()));
  const std::string y(base::text_of(public_key.y()));
  const std::string der =
      "\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07\x03\x42\x00\x04"s +
      x + y;
  const std::string pem =
      "-----BEGIN PUBLIC KEY-----\n"
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE35MTR1qVagxfPrb+SdVBmvQuqeIs\n"
      "z9xGvrOVJpBkNgn5kWIqCSC59lUaTRIYCRf6sjRzokdLXbK7l3k5dfNHww==\n"
      "-----END PUBLIC KEY-----\n";
  for (const auto& key : {pem, der, "\x04" + x + y, x, jwk_of(key_), std::string(kCurrentKid), std::string(32, '\0')}) {
    auto mac = take(crypto::HmacSha256::create(base::bytes_of(key)));
    for (const auto* alg : {"HS256", "ES256"}) {
      const std::string text =
          encoded(good_header().with("alg", json_string(alg)).text()) + "." + encoded(good_claims().text());
      const std::string tag(base::text_of(take(mac.tag(base::bytes_of(text)))));
      EXPECT_EQ(verdict(text + "." + encoded(tag)), "malformed_token") << alg;
      const bool is_es256 = std::string_view(alg) == "ES256";
      EXPECT_EQ(verdict(text + "." + encoded(tag + tag)), is_es256 ? "invalid_signature" : "malformed_token") << alg;
    }
  }
}

TEST_F(ForgedHeader, RefusesKeysInTheHeader) {
  const std::string jwk = jwk_of(attacker_);
  for (const auto& [name, json] :
       std::vector<std::pair<std::string, std::string>>{{"jwk", jwk},
                                                        {"jwk", "null"},
                                                        {"jku", "\"https://attacker.example/jwks.json\""},
                                                        {"x5u", "\"https://attacker.example/cert.pem\""},
                                                        {"x5c", "[\"MIIB\"]"},
                                                        {"x5t", "\"AAAA\""},
                                                        {"x5t#S256", "\"AAAA\""}}) {
    const std::string header = good_header().with(name, json).text();
    EXPECT_EQ(verdict(sign(header, good_claims().text(), attacker_)), "malformed_token") << name;
    EXPECT_EQ(verdict(sign(header, good_claims().text(), key_)), "malformed_token")
        << name << ", with a valid signature";
  }
  EXPECT_EQ(verdict(sign(good_header().text(), good_claims().text(), attacker_)), "invalid_signature");
}

TEST_F(ForgedHeader, RefusesTheKidOfAnotherPublishedKey) {
  EXPECT_EQ(verdict_on_header(good_header(test::kNextKid).text()), "invalid_signature");
  EXPECT_EQ(verdict(sign(good_header().text(), good_claims().text(), test::epoch_key(2840))), "invalid_signature");
}

// Signatures and encodings that must be refused: RFC 7515 section 2, RFC 7518 section 3.4, CVE-2022-21449.

using namespace std::string_literals;
using test::encoded;
using test::good_claims;
using test::good_header;
using test::sign_text;

using Scalar = std::array<unsigned char, 32>;

/// n, the order of P-256.
constexpr Scalar kOrder{0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                        0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51};

std::string text_of(const Scalar& scalar) { return {scalar.begin(), scalar.end()}; }

std::string order_minus(std::string_view subtrahend) {
  std::string difference(32, '\0');
  unsigned borrow = 0;
  for (std::size_t index = 32; index-- > 0;) {
    const unsigned value = 0x100U + kOrder[index] - static_cast<unsigned char>(subtrahend[index]) - borrow;
    difference[index] = static_cast<char>(value & 0xffU);
    borrow = value < 0x100U ? 1 : 0;
  }
  return difference;
}

class ForgedSignature : public test::ForgeryTest {
 protected:
  [[nodiscard]] std::string with_signature(std::string_view bytes) const { return signed_text_ + "." + encoded(bytes); }

  std::string signed_text_ = encoded(good_header().text()) + "." + encoded(good_claims().text());
  std::string signature_ = [this] {
    const auto bytes = test::raw_signature(signed_text_, key_);
    return std::string(base::text_of(bytes));
  }();
  std::string r_ = signature_.substr(0, 32);
  std::string s_ = signature_.substr(32);
};

TEST_F(ForgedSignature, AcceptsAGenuineSignature) { EXPECT_EQ(verdict(with_signature(r_ + s_)), "accepted"); }

TEST_F(ForgedSignature, RefusesScalarsOutOfRange) {
  const std::string zero(32, '\0');
  const std::string one = std::string(31, '\0') + "\x01";
  const std::string order = text_of(kOrder);
  const std::string order_minus_one = order_minus(one);
  const std::string highest(32, '\xff');
  for (const auto& bad : {zero, order, highest}) {
    EXPECT_EQ(verdict(with_signature(bad + s_)), "invalid_signature");
    EXPECT_EQ(verdict(with_signature(r_ + bad)), "invalid_signature");
    EXPECT_EQ(verdict(with_signature(bad + bad)), "invalid_signature");
  }
  for (const auto& wrong : {one, order_minus_one}) {
    EXPECT_EQ(verdict(with_signature(wrong + s_)), "invalid_signature");
    EXPECT_EQ(verdict(with_signature(r_ + wrong)), "invalid_signature");
    EXPECT_EQ(verdict(with_signature(wrong + wrong)), "invalid_signature");
  }
  EXPECT_EQ(verdict(with_signature(zero + order)), "invalid_signature");
  EXPECT_EQ(verdict(with_signature(order + zero)), "invalid_signature");
  EXPECT_EQ(verdict(with_signature(s_ + r_)), "invalid_signature");
}

TEST_F(ForgedSignature, RefusesHighS) {
  EXPECT_EQ(order_minus(order_minus(s_)), s_);
  EXPECT_EQ(verdict(with_signature(r_ + order_minus(s_))), "invalid_signature");
  EXPECT_EQ(verdict(with_signature(order_minus(r_) + s_)), "invalid_signature");
}

TEST_F(ForgedSignature, RefusesASignatureOfOtherClaims) {
  const std::string other = encoded(good_header().text()) + "." + encoded(good_claims(test::kNow - 1).text());
  EXPECT_EQ(verdict(other + "." + encoded(signature_)), "invalid_signature");
}

// The signature is valid for these characters, so that only the decoder can refuse them.
TEST_F(ForgedSignature, RefusesOtherFormsOfBase64) {
  const std::string header = encoded(good_header().text());
  const std::string payload = encoded(good_claims().text());
  for (const auto& odd :
       {"="s, "=="s, "+"s, "/"s, " "s, "\n"s, "\r\n"s, "?"s, "\t"s, "\0"s, "%3D"s, "\x80"s, ","s, "A"s}) {
    for (const std::size_t place : {std::size_t{0}, std::size_t{8}, std::size_t{std::string::npos}}) {
      const auto spoil = [&](std::string text) { return text.insert(std::min(place, text.size()), odd); };
      const std::string in_header = verdict(sign_text(spoil(header) + "." + payload, key_));
      const std::string in_payload = verdict(sign_text(header + "." + spoil(payload), key_));
      const std::string in_signature = verdict(signed_text_ + "." + spoil(encoded(signature_)));
      EXPECT_NE(in_header, "accepted") << testing::PrintToString(odd) << place;
      EXPECT_NE(in_payload, "accepted") << testing::PrintToString(odd) << place;
      EXPECT_EQ(in_signature, "malformed_token") << testing::PrintToString(odd) << place;
      if (odd != "A") {
        EXPECT_EQ(in_header, "malformed_token") << testing::PrintToString(odd) << place;
        EXPECT_EQ(in_payload, "malformed_token") << testing::PrintToString(odd) << place;
      }
    }
  }
}

/// The same bytes with the unused bits of the last character set; nothing when there are none.
std::string with_stray_bits(std::string text) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  if (text.size() % 4 == 0) return {};
  text.back() = kAlphabet[kAlphabet.find(text.back()) + 1];
  return text;
}

TEST_F(ForgedSignature, RefusesStrayBitsInTheLastCharacter) {
  std::size_t tried = 0;
  for (const auto* pad : {"", "x", "xx"}) {
    const std::string payload = encoded(good_claims().with("pad", test::json_string(pad)).text());
    const std::string header = encoded(good_header().text());
    const std::string stray = with_stray_bits(payload);
    if (stray.empty()) continue;
    ++tried;
    EXPECT_EQ(verdict(sign_text(header + "." + payload, key_)), "accepted");
    EXPECT_EQ(verdict(sign_text(header + "." + stray, key_)), "malformed_token");
  }
  EXPECT_EQ(tried, 2U);
  EXPECT_EQ(verdict(signed_text_ + "." + with_stray_bits(encoded(signature_))), "malformed_token");
}

TEST_F(ForgedSignature, RefusesStrayBitsInTheLastCharacterOfTheHeader) {
  // White space before the closing brace gives the header each length modulo 3 and changes nothing else.
  std::size_t tried = 0;
  for (const auto* space : {"", " ", "  "}) {
    std::string text = good_header().text();
    text.insert(text.size() - 1, space);
    const std::string stray = with_stray_bits(encoded(text));
    if (stray.empty()) continue;
    ++tried;
    EXPECT_EQ(verdict(sign_text(stray + "." + encoded(good_claims().text()), key_)), "malformed_token");
  }
  EXPECT_EQ(tried, 2U);
}

// Claims that must be refused, each with a valid signature of a published key: RFC 9068 section 4, RFC 8725.

using test::good_claims;
using test::json_string;
using test::kNow;

class ForgedClaims : public test::ForgeryTest {
 protected:
  void expect(std::string_view name, const std::vector<std::string>& values, std::string_view verdict) {
    for (const auto& json : values) {
      EXPECT_EQ(verdict_on_claims(good_claims().with(name, json).text()), verdict) << name << " " << json;
    }
  }
  void expect_absent(std::string_view name, std::string_view verdict) {
    EXPECT_EQ(verdict_on_claims(good_claims().without(name).text()), verdict) << name;
  }
};

TEST_F(ForgedClaims, RefusesFromTheSecondOfExpiryAndWithoutOne) {
  expect_absent("exp", "invalid_claims");
  expect("exp", {"null", "1717128100.5", "\"1717128100\""}, "invalid_claims");
  expect("exp", {std::to_string(kNow), std::to_string(kNow - 1), "0", "1"}, "expired");
  expect("exp", {std::to_string(kNow + 1)}, "accepted");
}

TEST_F(ForgedClaims, RefusesALifetimeBeyond900Seconds) {
  expect("exp", {std::to_string(kNow + 900)}, "accepted");
  expect("exp", {std::to_string(kNow + 901), std::to_string(kNow + 86'400), "1717128100000", "9223372036854775807"},
         "lives_too_long");
}

TEST_F(ForgedClaims, MeasuresTheLifetimeFromIat) {
  const auto lives = [&](std::int64_t from, std::int64_t until) {
    return verdict_on_claims(good_claims().with("iat", std::to_string(from)).with("exp", std::to_string(until)).text());
  };
  EXPECT_EQ(lives(kNow + 60, kNow + 960), "accepted") << "the issuer's clock is a minute ahead";
  EXPECT_EQ(lives(kNow + 60, kNow + 961), "lives_too_long");
  EXPECT_EQ(lives(kNow - 899, kNow + 1), "accepted");
  EXPECT_EQ(lives(kNow - 899, kNow + 2), "lives_too_long");
  EXPECT_EQ(lives(0, kNow + 1), "lives_too_long");
  EXPECT_EQ(lives(kNow - 901, kNow), "expired") << "an expired token is reported as expired";
}

TEST_F(ForgedClaims, RefusesAnIatInTheFuture) {
  expect("iat", {std::to_string(kNow + 60), std::to_string(kNow)}, "accepted");
  expect("iat", {std::to_string(kNow + 61), "9223372036854775807", "null", "\"1717127200\"", "1717127200.5", "-1"},
         "invalid_claims");
  expect_absent("iat", "invalid_claims");
}

TEST_F(ForgedClaims, RefusesATokenBeforeNbf) {
  expect("nbf", {std::to_string(kNow), "0"}, "accepted");
  expect("nbf", {std::to_string(kNow + 1), "9223372036854775807", "null", "\"0\"", "1.5", "-1"}, "invalid_claims");
}

TEST_F(ForgedClaims, AcceptsOnlyItsOwnAudiences) {
  expect("aud",
         {json_string("https://example.com"), json_string("https://www.example.com"),
          json_string("https://www.example.com/api/agent/full-profile"),
          R"(["https://other.example","https://example.com"])", R"(["https://example.com/api/agent/full-profile"])"},
         "accepted");
  expect("aud",
         {"\"\"",
          "[]",
          "[\"\"]",
          json_string("https://example.co"),
          json_string("https://example.comx"),
          json_string("https://example.com.attacker.example"),
          json_string("https://example.com/"),
          json_string("HTTPS://EXAMPLE.COM"),
          json_string("https://Example.com"),
          json_string("example.com"),
          json_string("http://example.com"),
          json_string("https://example.com:443"),
          json_string("https://example.com/api"),
          json_string(" https://example.com"),
          json_string("https://example.com/api/agent/full-profile/"),
          json_string("https://example.com https://www.example.com"),
          json_string("https://example.com\\u0000"),
          R"(["https://other.example"])",
          R"(["https://other.example","x"])",
          json_string("*")},
         "wrong_audience");
  expect_absent("aud", "wrong_audience");
  expect("aud",
         {"null", "1", "true", "{}", "[1]", R"(["https://example.com",1])", R"([["https://example.com"]])",
          R"([null,"https://example.com"])"},
         "invalid_claims");
}

TEST_F(ForgedClaims, AcceptsOnlyItsOwnIssuers) {
  expect("iss", {json_string("https://www.example.com"), json_string("http://localhost:8080")}, "accepted");
  expect("iss",
         {"\"\"", json_string("https://example.com/"), json_string("https://EXAMPLE.com"),
          json_string("https://example.co"), json_string("https://example.com.attacker.example"),
          json_string("https://other.example"), json_string("example.com"),
          json_string("https://example.com/api/agent/full-profile"), R"(["https://example.com"])", "null", "1", "{}"},
         "invalid_claims");
  expect_absent("iss", "invalid_claims");
}

TEST_F(ForgedClaims, RequiresEqualSubAndClientId) {
  const std::string other = json_string("00010203-0405-4607-8809-0a0b0c0d0e10");
  for (const auto* name : {"sub", "client_id"}) {
    expect_absent(name, "invalid_claims");
    expect(name, {other, "null", "1", "\"\"", "[\"00010203-0405-4607-8809-0a0b0c0d0e0f\"]"}, "invalid_claims");
  }
  EXPECT_EQ(verdict_on_claims(good_claims().without("sub").without("client_id").text()), "invalid_claims");
  for (const auto* id : {"", "x", "00010203-0405-4607-8809-0A0B0C0D0E0F", "00010203-0405-1607-8809-0a0b0c0d0e0f",
                         "00010203-0405-4607-8809-0a0b0c0d0e0f "}) {
    EXPECT_EQ(verdict_on_claims(good_claims().with("sub", json_string(id)).with("client_id", json_string(id)).text()),
              "invalid_claims")
        << id;
  }
}

TEST_F(ForgedClaims, RequiresJti) {
  expect_absent("jti", "invalid_claims");
  expect("jti", {"\"\"", "null", "1"}, "invalid_claims");
}

TEST_F(ForgedClaims, RequiresTheScopeAsAWholeWord) {
  expect("scope",
         {json_string("openid read:extended"), json_string("read:extended openid"), json_string("a read:extended b")},
         "accepted");
  expect_absent("scope", "insufficient_scope");
  expect("scope",
         {"\"\"", "\" \"", json_string("read"), json_string("read:extende"), json_string("read:extended2"),
          json_string("xread:extended"), json_string("READ:EXTENDED"), json_string("read:extended,openid"),
          json_string("read:extended\\topenid"), json_string("read:extended\\u0000"), json_string("read: extended"),
          json_string("write:extended"), json_string("*")},
         "insufficient_scope");
  expect("scope", {"null", "1", R"(["read:extended"])", "{}"}, "invalid_claims");
}

// If several claims are wrong, the first check in this order determines the fault.
TEST_F(ForgedClaims, AreCheckedInTheDocumentedOrder) {
  auto claims = good_claims().with("scope", "\"x\"").without("jti").with("aud", "\"x\"").with("iss", "\"x\"");
  EXPECT_EQ(verdict_on_claims(claims.with("exp", "1").text()), "expired");
  EXPECT_EQ(verdict_on_claims(claims.text()), "invalid_claims");
  claims = claims.with("iss", json_string("https://example.com"));
  EXPECT_EQ(verdict_on_claims(claims.text()), "wrong_audience");
  claims = claims.with("aud", json_string("https://example.com"));
  EXPECT_EQ(verdict_on_claims(claims.text()), "invalid_claims");
  EXPECT_EQ(verdict_on_claims(claims.with("jti", "\"x\"").text()), "insufficient_scope");
}

}  // namespace
}  // namespace agent_access::oauth
