#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <span>
#include <string>

#include "crypto/es256.hpp"
#include "support/base64url.hpp"
#include "support/hex.hpp"
#include "support/vectors.hpp"
#include "unit/crypto/p256.hpp"

namespace agent_access::crypto {
namespace {

using base::bytes_of;
using test::unhex;

std::string_view text_at(const boost::json::value& object, const char* name) {
  return std::string_view(object.at(name).as_string());
}

/// Whether the signature is valid. No vector may be left undecided.
bool is_valid(SignatureVerdict verdict) {
  EXPECT_NE(verdict, SignatureVerdict::undecided);
  return verdict == SignatureVerdict::valid;
}

Verifier verifier_of(std::string_view uncompressed) {
  const auto point = test::unhex_array<65>(uncompressed);
  Coordinate x;
  Coordinate y;
  std::ranges::copy(std::span(point).subspan<1, 32>(), x.begin());
  std::ranges::copy(std::span(point).subspan<33, 32>(), y.begin());
  return Verifier::create(PublicKey::from_coordinates(x, y).value()).value();
}

TEST(VerifierVectors, AgreesWithWycheproofP1363) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "wycheproof/ecdsa_secp256r1_sha256_p1363_test.json");
  const auto file = boost::json::parse(text);
  std::size_t valid_count = 0;
  std::size_t invalid_count = 0;
  for (const auto& group : file.at("testGroups").as_array()) {
    auto verifier = verifier_of(text_at(group.at("publicKey"), "uncompressed"));
    for (const auto& test : group.at("tests").as_array()) {
      const bool valid = text_at(test, "result") == "valid";
      EXPECT_EQ(is_valid(verifier.verify(unhex(text_at(test, "msg")), unhex(text_at(test, "sig")), SignatureForm::any)),
                valid)
          << test.at("tcId") << test.at("comment");
      ++(valid ? valid_count : invalid_count);
    }
  }
  EXPECT_EQ(valid_count, 173U);
  EXPECT_EQ(invalid_count, 89U);
}

TEST(VerifierVectors, RefusesTheSignaturesOfOtherCurves) {
  AGENT_ACCESS_VECTOR_OR_SKIP(k1, "wycheproof/ecdsa_secp256k1_sha256_p1363_test.json");
  AGENT_ACCESS_VECTOR_OR_SKIP(p384, "wycheproof/ecdsa_secp384r1_sha384_p1363_test.json");
  // Their keys are not P-256 keys (es256_keys_test), so the signatures are verified with one that is.
  auto verifier = verifier_of(
      "042927b10512bae3eddcfe467828128bad2903269919f7086069c8c4df6c732838c7787964eaac00e5921fb1498a60f4606766b3d9685001"
      "558d1a974e7341513e");
  std::size_t refused = 0;
  for (const std::string& text : {k1, p384}) {
    const auto file = boost::json::parse(text);
    for (const auto& group : file.at("testGroups").as_array()) {
      for (const auto& test : group.at("tests").as_array()) {
        EXPECT_FALSE(
            is_valid(verifier.verify(unhex(text_at(test, "msg")), unhex(text_at(test, "sig")), SignatureForm::any)))
            << test.at("tcId");
        ++refused;
      }
    }
  }
  EXPECT_EQ(refused, 252U + 280U);
}

TEST(VerifierVectors, AgreesWithTheVectorsOfAKnownPrivateKey) {
  if (!kVerifiesDigests) GTEST_SKIP() << "Node.js verifies messages only";
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "ecdsa_p256_known_d.json");
  const auto file = boost::json::parse(text);
  std::size_t valid_count = 0;
  std::size_t invalid_count = 0;
  std::map<std::string, Verifier> keys;
  for (const auto& test : file.at("cases").as_array()) {
    const std::string d(text_at(test, "d"));
    auto known = keys.find(d);
    if (known == keys.end()) {
      known = keys.emplace(d, Verifier::create(PrivateKey::from_scalar(unhex(d)).value().public_key()).value()).first;
    }
    Verifier& verifier = known->second;
    const bool valid = test.at("valid").as_bool();
    EXPECT_EQ(is_valid(verifier.verify_digest(test::unhex_array<32>(text_at(test, "digest")),
                                              unhex(text_at(test, "sig_p1363")), SignatureForm::any)),
              valid)
        << test.at("id") << test.at("name");
    ++(valid ? valid_count : invalid_count);
  }
  EXPECT_EQ(valid_count, 220U);
  EXPECT_EQ(invalid_count, 160U);
}

TEST(VerifierVectors, VerifiesRfc7515AppendixA3) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "rfc_vectors.json");
  const auto file = boost::json::parse(text);
  const auto& example = file.at("rfc7515_a3_es256");
  Coordinate x;
  Coordinate y;
  ASSERT_EQ(base::base64url_decode_to(text_at(example.at("jwk"), "x"), x), 32U);
  ASSERT_EQ(base::base64url_decode_to(text_at(example.at("jwk"), "y"), y), 32U);
  auto verifier = Verifier::create(PublicKey::from_coordinates(x, y).value()).value();
  const auto verify = [&](std::string_view jws, SignatureForm form) {
    const std::size_t dot = jws.rfind('.');
    const auto signature = test::base64url_decode(jws.substr(dot + 1)).value();
    return is_valid(verifier.verify(bytes_of(jws.substr(0, dot)), signature, form));
  };
  // The signature of the RFC is high-S; its negation is low-S.
  EXPECT_TRUE(verify(text_at(example, "jws"), SignatureForm::any));
  EXPECT_FALSE(verify(text_at(example, "jws"), SignatureForm::low_only));
  EXPECT_TRUE(verify(text_at(example, "malleated_second_valid_signature_jws"), SignatureForm::low_only));
}

TEST(VerifierVectors, VerifiesRfc6979AppendixA25) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "rfc_vectors.json");
  const auto file = boost::json::parse(text);
  const auto& example = file.at("rfc6979_a25_p256_sha256");
  auto verifier = verifier_of(text_at(example, "pk"));
  ASSERT_EQ(example.at("cases").as_array().size(), 2U);
  for (const auto& test : example.at("cases").as_array()) {
    const auto signature = unhex(std::string(text_at(test, "r")).append(text_at(test, "s")));
    EXPECT_TRUE(is_valid(verifier.verify(bytes_of(text_at(test, "message")), signature, SignatureForm::any)));
    EXPECT_FALSE(is_valid(verifier.verify(bytes_of("another message"), signature, SignatureForm::any)));
  }
}

}  // namespace
}  // namespace agent_access::crypto
