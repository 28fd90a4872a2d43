#include "jose/json_signature.hpp"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "base/base64url.hpp"
#include "base/bytes.hpp"
#include "unit/jose/sample_tokens.hpp"

namespace agent_access::jose {
namespace {

namespace bj = boost::json;
using crypto::SignatureVerdict;

constexpr std::string_view kKeySet = "https://example.com/.well-known/jwks.json";

bj::object document(std::string_view text = R"({"name": "Robin", "tags": ["b", "a"], "open": false})") {
  return bj::parse(text).as_object();
}

JsonSignature sample_signature() { return sign_json(document(), sample::key(), "key-1", kKeySet).value(); }

SignatureVerdict verdict_of(const bj::object& signed_document, const JsonSignature& signature) {
  auto verifier = crypto::Verifier::create(sample::key().public_key()).value();
  return verify_json(signed_document, signature, verifier);
}

std::string text_of_header(const JsonSignature& signature) {
  return std::string(base::text_of(base::base64url_decode(signature.protected_header).value()));
}

TEST(SignJson, NamesAlgorithmTypeKeyAndKeySet) {
  EXPECT_EQ(text_of_header(sample_signature()),
            R"({"alg":"ES256","typ":"JOSE","kid":"key-1","jku":"https://example.com/.well-known/jwks.json"})");
}

// RFC 7515 section 5.1, with the payload in the form of RFC 8785.
TEST(SignJson, SignsHeaderAndCanonicalPayload) {
  const auto signature = sample_signature();
  const std::string input = signature.protected_header + "." +
                            base::base64url_encode(base::bytes_of(R"({"name":"Robin","open":false,"tags":["b","a"]})"));
  auto verifier = crypto::Verifier::create(sample::key().public_key()).value();
  EXPECT_EQ(verifier.verify(base::bytes_of(input), base::base64url_decode(signature.signature).value()),
            SignatureVerdict::valid);
}

TEST(VerifyJson, AcceptsTheSameValueInAnotherOrder) {
  EXPECT_EQ(verdict_of(document(R"({"tags":["b","a"],"open":false,"name":"Robin"})"), sample_signature()),
            SignatureVerdict::valid);
}

TEST(VerifyJson, RefusesEveryOtherValue) {
  for (const auto* const text :
       {R"({"name": "Robin", "tags": ["a", "b"], "open": false})",
        R"({"name": "robin", "tags": ["b", "a"], "open": false})",
        R"({"name": "Robin", "tags": ["b", "a"], "open": true})", R"({"name": "Robin", "tags": ["b", "a"]})",
        R"({"name": "Robin", "tags": ["b", "a"], "open": false, "x": 1})", "{}"}) {
    EXPECT_EQ(verdict_of(document(text), sample_signature()), SignatureVerdict::invalid) << text;
  }
}

TEST(VerifyJson, RefusesAnotherHeaderAndAnotherKey) {
  JsonSignature moved = sample_signature();
  moved.protected_header = sign_json(document(), sample::key(), "key-2", kKeySet).value().protected_header;
  EXPECT_EQ(verdict_of(document(), moved), SignatureVerdict::invalid);
  const auto other = crypto::PrivateKey::derive(std::vector<std::byte>(32)).value();
  EXPECT_EQ(verdict_of(document(), sign_json(document(), other, "key-1", kKeySet).value()), SignatureVerdict::invalid);
}

TEST(VerifyJson, RefusesASignatureThatIsNotBase64urlOrOfAnotherLength) {
  for (const std::string text : {"", "####", "AAAA", "I-qA0X69AbCXyVDVHzYRr_d5Byz8ZU2i4E6pfKINwmk="}) {
    JsonSignature broken = sample_signature();
    broken.signature = text;
    EXPECT_EQ(verdict_of(document(), broken), SignatureVerdict::invalid) << text;
  }
}

std::optional<SignatureHeader> header_of(std::string_view text) {
  return read_signature_header(base::base64url_encode(base::bytes_of(text)));
}

TEST(ReadSignatureHeader, ReadsWhatIdentifiesTheKey) {
  const auto header = read_signature_header(sample_signature().protected_header);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->algorithm, "ES256");
  EXPECT_EQ(header->type, "JOSE");
  EXPECT_EQ(header->key_id, "key-1");
  EXPECT_EQ(header->key_set_url, kKeySet);
  EXPECT_EQ(header_of(R"({"alg":"ES256","typ":"JOSE","kid":"a"})").value().key_set_url, "");
}

TEST(ReadSignatureHeader, RefusesAHeaderThatIdentifiesNoKeyOrChangesTheMeaning) {
  for (const auto* const text :
       {R"({"alg":"ES256","typ":"JOSE"})", R"({"alg":"ES256","kid":"a"})", R"({"typ":"JOSE","kid":"a"})",
        R"({"alg":"ES256","typ":"JOSE","kid":7})", R"({"alg":"ES256","typ":"JOSE","kid":"a","crit":["x"]})",
        R"({"alg":"ES256","typ":"JOSE","kid":"a","b64":false})",
        R"({"alg":"ES256","alg":"none","typ":"JOSE","kid":"a"})", "[]", "", "{"}) {
    EXPECT_FALSE(header_of(text)) << text;
  }
  EXPECT_FALSE(read_signature_header("not base64url!"));
}

}  // namespace
}  // namespace agent_access::jose
