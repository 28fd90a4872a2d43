// Attacks by the header: algorithm confusion and keys of the attacker (RFC 8725). Which headers are well-formed is in
// jose/jwt_test.cpp.
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

}  // namespace
}  // namespace agent_access::oauth
