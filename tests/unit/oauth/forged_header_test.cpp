// Headers that must be refused: algorithm confusion, embedded keys, wrong kid and typ, crit (RFC 8725). Every
// token has a valid signature of a published key if possible, so that only the header is refused.
#include <cctype>
#include <string>
#include <vector>

#include "crypto/digest.hpp"
#include "jose/jwk.hpp"
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
using test::sign_text;
using test::take;

class ForgedHeader : public test::ForgeryTest {
 protected:
  [[nodiscard]] std::string jwk_of(const crypto::PrivateKey& key) {
    return jose::render_jwk(key.public_key(), take(jose::thumbprint(key.public_key())));
  }
  crypto::PrivateKey attacker_ = test::epoch_key(2839, 0x77);
};

TEST_F(ForgedHeader, RefusesEveryAlgorithmButES256) {
  for (const auto* alg : {"none",    "None",
                          "NONE",    "nOnE",
                          "none ",   "",
                          "HS256",   "HS384",
                          "HS512",   "RS256",
                          "PS256",   "ES384",
                          "ES512",   "ES256K",
                          "EdDSA",   "es256",
                          "Es256",   "ES256 ",
                          " ES256",  "ES256\\u0000",
                          "ES-256",  "PBES2-HS256+A128KW",
                          "ECDH-ES", "dir"}) {
    EXPECT_EQ(verdict_on_header(good_header().with("alg", json_string(alg)).text()), "malformed_token") << alg;
  }
  for (const auto* json : {"null", "true", "0", "256", "[\"ES256\"]", "{\"ES256\":1}"}) {
    EXPECT_EQ(verdict_on_header(good_header().with("alg", json).text()), "malformed_token") << json;
  }
  EXPECT_EQ(verdict_on_header(good_header().without("alg").text()), "malformed_token");
}

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

TEST_F(ForgedHeader, RefusesEveryKidThatIsNotInTheTable) {
  const std::string kid(kCurrentKid);
  std::string other_case = kid;
  for (auto& character : other_case) character = static_cast<char>(std::tolower(character));
  for (const auto& each : {""s,
                           "../../../../dev/null"s,
                           "/etc/passwd"s,
                           "' UNION SELECT 'x"s,
                           "|sleep 10"s,
                           "\\u0000"s,
                           other_case,
                           kid.substr(0, 42),
                           kid.substr(0, 1),
                           kid + "A",
                           kid + "=",
                           kid + " ",
                           " " + kid,
                           kid + "\\u0000",
                           kid + "\\n",
                           "1"s,
                           "2839"s,
                           "9223372036854775808"s,
                           "-1"s,
                           std::string(2000, 'a'),
                           "8_r6UDgQdpDqtod_eB0jZhj1ICWMlygcmkMykZCDnx4"s}) {
    EXPECT_EQ(verdict_on_header(good_header(each).text()), "invalid_signature") << each;
  }
  EXPECT_EQ(verdict_on_header(good_header().without("kid").text()), "invalid_signature");
  EXPECT_EQ(verdict_on_header(good_header(std::string(5000, 'a')).text()), "malformed_token");
  for (const auto* json : {"null", "1", "true", "{}", "[\"Qje8HMBbkoAVGtAJQqaAQr9lgm8LX03UQccBiRdJhG4\"]"}) {
    EXPECT_NE(verdict_on_header(good_header().with("kid", json).text()), "accepted") << json;
  }
}

TEST_F(ForgedHeader, RefusesTheKidOfAnotherPublishedKey) {
  EXPECT_EQ(verdict_on_header(good_header(test::kNextKid).text()), "invalid_signature");
  EXPECT_EQ(verdict(sign(good_header().text(), good_claims().text(), test::epoch_key(2840))), "invalid_signature");
}

TEST_F(ForgedHeader, AcceptsOnlyTheTypeOfAccessTokens) {
  for (const auto* typ : {"at+jwt", "AT+JWT", "At+Jwt", "application/at+jwt", "application/AT+JWT"}) {
    EXPECT_EQ(verdict_on_header(good_header().with("typ", json_string(typ)).text()), "accepted") << typ;
  }
  for (const auto* typ :
       {"JWT", "jwt", "id_token", "", "at+jwt ", " at+jwt", "at+jwt;x=1", "at", "jwt+at", "text/at+jwt",
        "application/jwt", "application/", "at+jwtx", "application/application/at+jwt", "logout+jwt", "dpop+jwt"}) {
    EXPECT_EQ(verdict_on_header(good_header().with("typ", json_string(typ)).text()), "malformed_token") << typ;
  }
  for (const auto* json : {"null", "1", "[\"at+jwt\"]"}) {
    EXPECT_EQ(verdict_on_header(good_header().with("typ", json).text()), "malformed_token") << json;
  }
  EXPECT_EQ(verdict_on_header(good_header().without("typ").text()), "malformed_token");
}

TEST_F(ForgedHeader, RefusesUnknownExtensions) {
  for (const auto* json : {"[]", "[\"exp\"]", "[\"b64\"]", "[\"x\"]", "null", "\"exp\"", "{}"}) {
    EXPECT_EQ(verdict_on_header(good_header().with("crit", json).text()), "malformed_token") << json;
  }
  for (const auto& [name, json] : std::vector<std::pair<std::string, std::string>>{
           {"b64", "false"}, {"zip", "\"DEF\""}, {"cty", "\"JWT\""}, {"enc", "\"A128GCM\""}, {"p2c", "2147483647"}}) {
    EXPECT_EQ(verdict_on_header(good_header().with(name, json).text()), "malformed_token") << name;
  }
}

TEST_F(ForgedHeader, RefusesDuplicateNames) {
  const std::string good = good_header().text();
  const std::string rest = good.substr(1);
  const std::string open = good.substr(0, good.size() - 1);
  for (const auto& header : {R"({"alg":"none",)" + rest, open + R"(,"alg":"none"})", open + R"(,"alg":"ES256"})",
                             open + R"(,"\u0061lg":"none"})", R"({"\u0061lg":"none",)" + rest, R"({"kid":"x",)" + rest,
                             open + R"(,"kid":"x"})", open + R"(,"k\u0069d":"x"})", R"({"typ":"JWT",)" + rest,
                             open + R"(,"t\u0079p":"JWT"})"}) {
    EXPECT_EQ(verdict_on_header(header), "malformed_token") << header;
  }
}

TEST_F(ForgedHeader, RefusesHeadersThatAreNotJsonObjects) {
  const std::string good = good_header().text();
  for (const auto& header : {"[]"s, "null"s, "1"s, "\"x\""s, "{"s, "{}{}"s, "[" + good + "]", good + good, good + "x",
                             good + "\0"s, "\xef\xbb\xbf" + good, "{\"x\":\"\xff\"," + good.substr(1), "'x'"s,
                             good.substr(0, good.size() - 1) + ",}", std::string(2000, '['), "{}"s, "//\n" + good}) {
    EXPECT_EQ(verdict_on_header(header), "malformed_token") << header;
  }
}

TEST_F(ForgedHeader, RefusesOtherSerializations) {
  const std::string header = encoded(good_header().text());
  const std::string payload = encoded(good_claims().text());
  const std::string token = good_token();
  const std::string signature = token.substr(token.rfind('.') + 1);
  for (const auto& text :
       {R"({"payload":")" + payload + R"(","protected":")" + header + R"(","signature":")" + signature + R"("})",
        R"({"payload":")" + payload + R"(","signatures":[{"protected":")" + header + R"(","signature":")" + signature +
            R"("}]})",
        R"({"payload":".)" + payload + R"(.","protected":")" + header + R"(","signature":")" + signature + R"("})",
        header + "." + payload + "." + signature + "." + signature,
        header + ".AA.AA." + payload + "." + signature,
        header + "." + payload + "." + signature + ".",
        "." + token,
        header + ".." + signature,
        "." + payload + "." + signature,
        header + "." + payload,
        header,
        ""s,
        "."s,
        ".."s,
        "..."s,
        "...."s,
        sign_text(header + ".", key_),
        sign_text("." + payload, key_),
        token + " ",
        " " + token,
        token + "\n",
        token + "\0"s,
        token + "." + token,
        "Bearer " + token}) {
    EXPECT_EQ(verdict(text), "malformed_token") << text;
  }
}

}  // namespace
}  // namespace agent_access::oauth
