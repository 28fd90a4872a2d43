#include "crypto/es256.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "crypto/ecdsa_encoding.hpp"
#include "support/hex.hpp"
#include "unit/crypto/p256.hpp"

namespace agent_access::crypto {
namespace {

using base::bytes_of;

PrivateKey example_key(char last = '2') {
  std::string scalar(p256::kScalar);
  scalar.back() = last;
  return PrivateKey::from_scalar(test::unhex(scalar)).value();
}

/// (r, n - s): mathematically as valid as the signature itself.
Signature twin_of(Signature signature) {
  const auto order = test::unhex_array<32>(p256::kOrder);
  int borrow = 0;
  for (std::size_t at = 32; at-- > 0;) {
    const int digit = std::to_integer<int>(order[at]) - std::to_integer<int>(signature[32 + at]) - borrow;
    signature[32 + at] = static_cast<std::byte>(digit & 0xff);
    borrow = digit < 0 ? 1 : 0;
  }
  return signature;
}

TEST(Signer, MakesSignaturesThatVerify) {
  const auto key = example_key();
  auto signer = Signer::create(key).value();
  auto verifier = Verifier::create(key.public_key()).value();
  for (const std::string& message : {std::string(), std::string("a"), std::string(5000, 'x')}) {
    const auto signature = signer.sign(bytes_of(message));
    ASSERT_TRUE(signature);
    EXPECT_EQ(verifier.verify(bytes_of(message), *signature), SignatureVerdict::valid);
    EXPECT_EQ(verifier.verify(bytes_of(message + "."), *signature), SignatureVerdict::invalid);
  }
}

TEST(Signer, MakesLowSSignaturesOnlyAndTheVerifierRefusesHighS) {
  const auto key = example_key();
  auto signer = Signer::create(key).value();
  auto verifier = Verifier::create(key.public_key()).value();
  std::set<std::string_view> distinct_r;
  std::vector<Signature> signatures;
  for (int round = 0; round < 200; ++round) signatures.push_back(signer.sign(bytes_of("one message")).value());
  for (const Signature& signature : signatures) {
    EXPECT_TRUE(is_low(std::span(signature).last<32>()));
    EXPECT_EQ(verifier.verify(bytes_of("one message"), signature), SignatureVerdict::valid);
    const Signature twin = twin_of(signature);
    EXPECT_EQ(verifier.verify(bytes_of("one message"), twin, SignatureForm::any), SignatureVerdict::valid);
    EXPECT_EQ(verifier.verify(bytes_of("one message"), twin, SignatureForm::low_only), SignatureVerdict::invalid);
    distinct_r.insert(base::text_of(std::span(signature).first<32>()));
  }
  EXPECT_EQ(distinct_r.size(), 200U) << "a nonce was used twice";
}

TEST(Verifier, RefusesEveryFlippedBit) {
  const auto key = example_key();
  auto verifier = Verifier::create(key.public_key()).value();
  auto signature = Signer::create(key).value().sign(bytes_of("message")).value();
  for (std::size_t bit = 0; bit < 512; ++bit) {
    const std::byte mask = std::byte{1} << (bit % 8);
    signature[bit / 8] ^= mask;
    EXPECT_EQ(verifier.verify(bytes_of("message"), signature, SignatureForm::any), SignatureVerdict::invalid) << bit;
    signature[bit / 8] ^= mask;
  }
  EXPECT_EQ(verifier.verify(bytes_of("message"), signature), SignatureVerdict::valid)
      << "refusals left the verifier unusable";
}

TEST(Verifier, RefusesEveryOtherLength) {
  const auto key = example_key();
  auto verifier = Verifier::create(key.public_key()).value();
  const auto signature = Signer::create(key).value().sign(bytes_of("message")).value();
  const auto digest = Sha256::create().value().digest(bytes_of("message")).value();
  std::vector<std::byte> bytes(signature.begin(), signature.end());
  for (std::size_t size = 0; size <= 130; ++size) {
    bytes.resize(size);
    if (size >= 64) std::ranges::copy(signature, bytes.begin());
    const bool same = std::ranges::equal(bytes, signature);
    const auto wanted = same ? SignatureVerdict::valid : SignatureVerdict::invalid;
    EXPECT_EQ(verifier.verify(bytes_of("message"), bytes), wanted) << size;
    if (!kVerifiesDigests) continue;
    EXPECT_EQ(verifier.verify_digest(digest, bytes), wanted) << size;
  }
}

TEST(Verifier, RefusesDer) {
  const auto key = example_key();
  auto verifier = Verifier::create(key.public_key()).value();
  const auto der = to_der(Signer::create(key).value().sign(bytes_of("message")).value());
  EXPECT_EQ(verifier.verify(bytes_of("message"), base::ByteView(der.bytes).first(der.size), SignatureForm::any),
            SignatureVerdict::invalid);
}

TEST(Verifier, RefusesNumbersOutOfRange) {
  const auto key = example_key();
  auto verifier = Verifier::create(key.public_key()).value();
  const std::string zero(64, '0');
  const std::string one = std::string(63, '0') + "1";
  const std::string order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
  const std::string ones(64, 'f');
  for (const std::string& r : {zero, one, order, ones}) {
    for (const std::string& s : {zero, one, order, ones}) {
      EXPECT_EQ(verifier.verify(bytes_of("message"), test::unhex(r + s), SignatureForm::any), SignatureVerdict::invalid)
          << r << s;
      EXPECT_EQ(verifier.verify({}, test::unhex(r + s), SignatureForm::any), SignatureVerdict::invalid) << r << s;
    }
  }
}

/// The key is the base point, so that u1 G + u2 Q is (digest + r) / s times the base point: nothing, with r = n -
/// digest.
TEST(Verifier, RefusesASignatureThatLeadsToThePointAtInfinity) {
  const std::string one = std::string(63, '0') + "1";
  auto verifier = Verifier::create(PrivateKey::from_scalar(test::unhex(one)).value().public_key()).value();
  // n less the SHA-256 of "infinity"
  const std::string r = "286678f9e5daad54e76a1f94682ed272be8dd62677b5c2df57a475972fdff5b3";
  EXPECT_EQ(verifier.verify(bytes_of("infinity"), test::unhex(r + one)), SignatureVerdict::invalid);
  if (!kVerifiesDigests) return;
  EXPECT_EQ(verifier.verify_digest(test::unhex_array<32>(p256::kOrderLessOne), test::unhex(one + one)),
            SignatureVerdict::invalid);
}

TEST(Verifier, RefusesTheSignatureOfAnotherKey) {
  auto verifier = Verifier::create(example_key('3').public_key()).value();
  const auto signature = Signer::create(example_key()).value().sign(bytes_of("message")).value();
  EXPECT_EQ(verifier.verify(bytes_of("message"), signature), SignatureVerdict::invalid);
  EXPECT_EQ(verifier.verify(bytes_of("message"), twin_of(signature), SignatureForm::any), SignatureVerdict::invalid);
}

TEST(Verifier, VerifiesADigestLikeTheMessageItself) {
  if (!kVerifiesDigests) GTEST_SKIP() << "Node.js verifies messages only";
  const auto key = example_key();
  auto verifier = Verifier::create(key.public_key()).value();
  const auto signature = Signer::create(key).value().sign(bytes_of("abc")).value();
  Digest digest = test::unhex_array<32>("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(verifier.verify_digest(digest, signature), SignatureVerdict::valid);
  EXPECT_EQ(verifier.verify_digest(digest, twin_of(signature)), SignatureVerdict::invalid);
  digest[0] ^= std::byte{1};
  EXPECT_EQ(verifier.verify_digest(digest, signature), SignatureVerdict::invalid);
}

TEST(SignerAndVerifier, CanBeMoved) {
  const auto key = example_key();
  auto signer = Signer::create(key).value();
  auto verifier = Verifier::create(key.public_key()).value();
  Signer moved_signer = std::move(signer);
  Verifier moved_verifier = std::move(verifier);
  EXPECT_EQ(moved_verifier.verify(bytes_of("m"), moved_signer.sign(bytes_of("m")).value()), SignatureVerdict::valid);
}

}  // namespace
}  // namespace agent_access::crypto
