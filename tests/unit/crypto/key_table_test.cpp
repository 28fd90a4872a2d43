// Verification by a table gives the result of OpenSSL's own, in each special case of the equation.
#include "crypto/key_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/base64url.hpp"
#include "crypto/ecdsa_encoding.hpp"
#include "support/hex.hpp"
#include "unit/crypto/p256.hpp"

namespace agent_access::crypto {
namespace {

using p256::kOrder;
using p256::kOrderLessOne;
using p256::kScalar;

/// Numbers modulo the order, and points.
class Numbers {
 public:
  [[nodiscard]] static BigNumber number(base::ByteView bytes) {
    return BigNumber(BN_bin2bn(octets(bytes), static_cast<int>(bytes.size()), nullptr));
  }
  [[nodiscard]] static BigNumber number(std::string_view hex) { return number(test::unhex(hex)); }
  [[nodiscard]] BigNumber product(const BigNumber& left, const BigNumber& right) const {
    BigNumber result(BN_new());
    EXPECT_EQ(BN_mod_mul(result.get(), left.get(), right.get(), order(), scratch_.get()), 1);
    return result;
  }
  [[nodiscard]] BigNumber inverse(const BigNumber& of) const {
    return BigNumber(BN_mod_inverse(nullptr, of.get(), order(), scratch_.get()));
  }
  [[nodiscard]] BigNumber negative(const BigNumber& of) const {
    BigNumber result(BN_new());
    EXPECT_EQ(BN_sub(result.get(), order(), of.get()), 1);
    return result;
  }
  /// factor * point, or factor * G without a point.
  [[nodiscard]] EcPoint multiple(const BigNumber& factor, const EC_POINT* point = nullptr) const {
    EcPoint result(EC_POINT_new(group_.get()));
    const BIGNUM* const of_base = point == nullptr ? factor.get() : nullptr;
    const BIGNUM* const of_point = point == nullptr ? nullptr : factor.get();
    EXPECT_EQ(EC_POINT_mul(group_.get(), result.get(), of_base, point, of_point, scratch_.get()), 1);
    return result;
  }
  [[nodiscard]] std::pair<BigNumber, BigNumber> coordinates(const EcPoint& point) const {
    BigNumber x(BN_new());
    BigNumber y(BN_new());
    EXPECT_EQ(EC_POINT_get_affine_coordinates(group_.get(), point.get(), x.get(), y.get(), scratch_.get()), 1);
    return {std::move(x), std::move(y)};
  }
  [[nodiscard]] BigNumber reduced(BigNumber value) const {
    EXPECT_EQ(BN_nnmod(value.get(), value.get(), order(), scratch_.get()), 1);
    return value;
  }
  [[nodiscard]] const EC_GROUP* group() const { return group_.get(); }
  [[nodiscard]] BN_CTX* scratch() const { return scratch_.get(); }

 private:
  [[nodiscard]] const BIGNUM* order() const { return EC_GROUP_get0_order(group_.get()); }
  EcGroup group_{EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)};
  BigNumberContext scratch_{BN_CTX_new()};
};

std::array<std::byte, 32> bytes_of(const BigNumber& number) {
  std::array<std::byte, 32> bytes{};
  EXPECT_EQ(BN_bn2binpad(number.get(), octets_for_writing(bytes), 32), 32);
  return bytes;
}

Signature signature_of(const BigNumber& r, const BigNumber& s) {
  Signature signature;
  std::ranges::copy(bytes_of(r), signature.begin());
  std::ranges::copy(bytes_of(s), signature.begin() + 32);
  return signature;
}

struct Signed {
  Digest digest;
  Signature signature;
};

/// The digest and the signature with these u1 and u2; x is that of u1 G + u2 Q or a given value.
Signed signed_with(const Numbers& numbers, const BigNumber& r, const BigNumber& u1, const BigNumber& u2) {
  const BigNumber s = numbers.product(r, numbers.inverse(u2));
  return {bytes_of(numbers.product(u1, s)), signature_of(r, s)};
}

/// FIPS 186-5 section 6.4.1 with a nonce that is given.
Signature sign(const Numbers& numbers, const BigNumber& d, const BigNumber& nonce, const Digest& digest) {
  BigNumber r = numbers.reduced(numbers.coordinates(numbers.multiple(nonce)).first);
  BigNumber sum = numbers.product(r, d);
  EXPECT_EQ(BN_add(sum.get(), sum.get(), Numbers::number(digest).get()), 1);
  const BigNumber s = numbers.product(numbers.inverse(nonce), numbers.reduced(std::move(sum)));
  return signature_of(r, s);
}

/// A verifier with the table and one without, whose results must be the same.
class BothWays {
 public:
  explicit BothWays(const PublicKey& key)
      : plain_(Verifier::create(PublicKey::from_coordinates(key.x(), key.y()).value()).value()),
        by_table_(Verifier::create(key).value()) {
    EXPECT_TRUE(key.precompute());
  }
  bool judge(const Digest& digest, const Signature& signature) {
    const SignatureVerdict verdict = plain_.verify_digest(digest, signature, SignatureForm::any);
    EXPECT_EQ(by_table_.verify_digest(digest, signature, SignatureForm::any), verdict)
        << base::base64url_encode(signature);
    EXPECT_EQ(ERR_peek_error(), 0U);
    EXPECT_NE(verdict, SignatureVerdict::undecided);
    return verdict == SignatureVerdict::valid;
  }

 private:
  Verifier plain_;
  Verifier by_table_;
};

PrivateKey key_of(std::string_view scalar) { return PrivateKey::from_scalar(test::unhex(scalar)).value(); }

TEST(KeyTable, IsMadeOnceAndUsedByExistingVerifiers) {
  const PrivateKey key = key_of(kScalar);
  auto verifier = Verifier::create(key.public_key()).value();
  const auto signature = Signer::create(key).value().sign(base::bytes_of("message")).value();
  EXPECT_EQ(verifier.verify(base::bytes_of("message"), signature), SignatureVerdict::valid);
  EXPECT_TRUE(key.public_key().precompute());
  EXPECT_TRUE(key.public_key().precompute());
  EXPECT_EQ(verifier.verify(base::bytes_of("message"), signature), SignatureVerdict::valid);
  EXPECT_EQ(verifier.verify(base::bytes_of("massage"), signature), SignatureVerdict::invalid);
  EXPECT_EQ(Verifier::create(key.public_key()).value().verify(base::bytes_of("message"), signature),
            SignatureVerdict::valid);
}

TEST(KeyTable, StaysValidInVerifiersAfterTheKeyIsDestroyed) {
  auto verifier = [] {
    const PrivateKey key = key_of(kScalar);
    EXPECT_TRUE(key.public_key().precompute());
    return Verifier::create(key.public_key()).value();
  }();
  const auto signature = Signer::create(key_of(kScalar)).value().sign(base::bytes_of("message")).value();
  EXPECT_EQ(verifier.verify(base::bytes_of("message"), signature), SignatureVerdict::valid);
}

TEST(KeyTable, KeepsTheFirstOfTwo) {
  KeyTableSlot slot;
  EXPECT_EQ(slot.get(), nullptr);
  EcGroup first(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
  const EC_GROUP* const wanted = first.get();
  slot.put(std::move(first));
  slot.put(EcGroup(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)));
  EXPECT_EQ(slot.get(), wanted);
}

TEST(KeyTable, IsNotMadeForAnInvalidPoint) {
  EXPECT_EQ(make_key_table(std::array<std::byte, 65>{std::byte{0x04}}), nullptr);
  ERR_clear_error();
}

TEST(KeyTable, MayBeMadeWhileOtherThreadsVerify) {
  const PrivateKey key = key_of(kScalar);
  const auto signature = Signer::create(key).value().sign(base::bytes_of("shared")).value();
  std::array<bool, 4> good{};
  std::vector<std::jthread> threads;
  for (std::size_t worker = 0; worker < good.size(); ++worker) {
    threads.emplace_back([&, worker] {
      auto verifier = Verifier::create(key.public_key()).value();
      bool all = worker >= 2 || key.public_key().precompute();
      for (int round = 0; round < 500; ++round)
        all = all && verifier.verify(base::bytes_of("shared"), signature) == SignatureVerdict::valid;
      good[worker] = all;
    });
  }
  threads.clear();
  EXPECT_EQ(good, (std::array{true, true, true, true}));
}

TEST(VerifyByTable, AcceptsTwoMultiplesThatAreTheSamePoint) {
  const Numbers numbers;
  BothWays both(key_of(kScalar).public_key());
  const BigNumber half = Numbers::number(std::string_view("0123456789abcdef"));
  const BigNumber twice = Numbers::number(std::string_view("02468acf13579bde"));
  const BigNumber r = numbers.reduced(numbers.coordinates(numbers.multiple(twice)).first);
  const BigNumber u2 = numbers.product(half, numbers.inverse(Numbers::number(kScalar)));
  Signed good = signed_with(numbers, r, half, u2);
  EXPECT_TRUE(both.judge(good.digest, good.signature));
  good.digest.back() ^= std::byte{1};
  EXPECT_FALSE(both.judge(good.digest, good.signature));
}

TEST(VerifyByTable, RefusesThePointAtInfinity) {
  const Numbers numbers;
  BothWays both(key_of(kScalar).public_key());
  const BigNumber u1 = Numbers::number(std::string_view("0123456789abcdef"));
  const BigNumber u2 = numbers.negative(numbers.product(u1, numbers.inverse(Numbers::number(kScalar))));
  for (const std::string_view claimed : {std::string_view("01"), kScalar, kOrderLessOne}) {
    const Signed bad = signed_with(numbers, Numbers::number(claimed), u1, u2);
    EXPECT_FALSE(both.judge(bad.digest, bad.signature)) << claimed;
  }
}

/// The nonce of such a point is unknown, so the key is computed from the signature: Q = (R - u1 G) / u2.
TEST(VerifyByTable, ReducesAnXThatIsNotBelowTheOrder) {
  const Numbers numbers;
  const EcPoint sum(EC_POINT_new(numbers.group()));
  BigNumber x = Numbers::number(kOrder);
  BN_ULONG above = 0;
  do {
    ++above;
    ASSERT_EQ(BN_add_word(x.get(), 1), 1);
  } while (EC_POINT_set_compressed_coordinates(numbers.group(), sum.get(), x.get(), 0, numbers.scratch()) != 1);
  ERR_clear_error();
  const BigNumber u1 = Numbers::number(kScalar);
  const BigNumber u2 = Numbers::number(std::string_view("0123456789abcdef"));
  const EcPoint difference = numbers.multiple(numbers.negative(u1));
  ASSERT_EQ(EC_POINT_add(numbers.group(), difference.get(), difference.get(), sum.get(), numbers.scratch()), 1);
  const auto [key_x, key_y] = numbers.coordinates(numbers.multiple(numbers.inverse(u2), difference.get()));
  BothWays both(PublicKey::from_coordinates(bytes_of(key_x), bytes_of(key_y)).value());

  const BigNumber r(BN_new());
  ASSERT_EQ(BN_set_word(r.get(), above), 1);
  const Signed good = signed_with(numbers, r, u1, u2);
  EXPECT_TRUE(both.judge(good.digest, good.signature));
  ASSERT_EQ(BN_add_word(r.get(), 1), 1);
  const Signed bad = signed_with(numbers, r, u1, u2);
  EXPECT_FALSE(both.judge(bad.digest, bad.signature));
}

TEST(VerifyByTable, AcceptsDigestsThatAreZeroOrNotBelowTheOrder) {
  const Numbers numbers;
  BothWays both(key_of(kScalar).public_key());
  const BigNumber d = Numbers::number(kScalar);
  const BigNumber nonce = Numbers::number(std::string_view("0123456789abcdef"));
  for (const std::string& text :
       {std::string(64, '0'), std::string(kOrderLessOne), std::string(kOrder), std::string(64, 'f')}) {
    const Digest digest = test::unhex_array<32>(text);
    EXPECT_TRUE(both.judge(digest, sign(numbers, d, nonce, digest))) << text;
    EXPECT_FALSE(both.judge(test::unhex_array<32>(kScalar), sign(numbers, d, nonce, digest))) << text;
  }
}

/// The public keys G and -G: OpenSSL has a table of G only.
TEST(VerifyByTable, AcceptsTheBasePointAndItsNegationAsKeys) {
  const Numbers numbers;
  const Digest digest = test::unhex_array<32>(kOrderLessOne);
  for (const std::string& scalar : {std::string(63, '0') + '1', std::string(kOrderLessOne)}) {
    BothWays both(key_of(scalar).public_key());
    for (const std::string_view nonce : {std::string_view("01"), std::string_view("02"), kScalar, kOrderLessOne}) {
      const Signature good = sign(numbers, Numbers::number(scalar), Numbers::number(nonce), digest);
      EXPECT_TRUE(both.judge(digest, good)) << nonce;
      EXPECT_FALSE(both.judge(test::unhex_array<32>(kScalar), good)) << nonce;
    }
  }
}

/// For each seed: a signature, its high-S form, and one with a changed bit in the digest, r or s.
TEST(VerifyByTable, AgreesWithOpenSslOverRandomSignatures) {
  const Numbers numbers;
  std::mt19937_64 random(20260101);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same ones each time
  const auto draw = [&random] {
    std::array<std::byte, 32> bytes;
    for (auto& byte : bytes) byte = static_cast<std::byte>(random());
    bytes[0] &= std::byte{0x7f};
    return bytes;
  };
  for (int key = 0; key < 4; ++key) {
    const auto scalar = draw();
    BothWays both(PrivateKey::from_scalar(scalar).value().public_key());
    for (int round = 0; round < 400; ++round) {
      Digest digest = draw();
      Signature signature = sign(numbers, Numbers::number(scalar), Numbers::number(draw()), digest);
      EXPECT_TRUE(both.judge(digest, signature));
      make_low(signature);
      EXPECT_TRUE(both.judge(digest, signature));
      const std::size_t bit = random() % 768;
      (bit < 256 ? digest[bit / 8] : signature[bit / 8 - 32]) ^= std::byte{1} << (bit % 8);
      EXPECT_FALSE(both.judge(digest, signature));
    }
  }
}

}  // namespace
}  // namespace agent_access::crypto
