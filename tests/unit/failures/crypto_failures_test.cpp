// Each call of OpenSSL in src/crypto fails in turn: no operation succeeds, and no error stays in OpenSSL's queue.
#include <gtest/gtest.h>
#include <openssl/err.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/digest.hpp"
#include "crypto/es256.hpp"
#include "crypto/random.hpp"
#include "crypto/self_test.hpp"
#include "support/hex.hpp"
#include "unit/failures/failing_openssl.hpp"

namespace agent_access::crypto {
namespace {

using base::bytes_of;
using test::arm;
using test::disarm;
using test::expect_each_failure_to_be_seen;
using test::Trouble;

/// RFC 7515 appendix A.3.
constexpr std::string_view kPem = R"(-----BEGIN EC PRIVATE KEY-----
MHcCAQEEII6bEJ5xkJi/mASH3x9dd+nLKWBuvtImO19XwhPfhPSyoAoGCCqGSM49
AwEHoUQDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEXH8UTNG72b
focs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==
-----END EC PRIVATE KEY-----
)";
constexpr std::string_view kScalar = "8e9b109e719098bf980487df1f5d77e9cb29606ebed2263b5f57c213df84f4b2";
/// c2sp.org/det-keygen: the first candidate of this seed is not below the order, so that the whole procedure runs.
constexpr std::string_view kRejectedSeed = "b432f9be30890480298218510559aed7";

PrivateKey key_of_rfc7515() { return PrivateKey::from_scalar(test::unhex(kScalar)).value(); }

TEST(FailingCrypto, ReturnsNoDigestTagOrKeyMaterial) {
  expect_each_failure_to_be_seen("SHA-256", 5, [] {
    auto hasher = Sha256::create();
    return hasher && hasher->digest(bytes_of("abc"));
  });
  expect_each_failure_to_be_seen("HMAC", 6, [] {
    auto keyed = HmacSha256::create(bytes_of("Jefe"));
    return keyed && keyed->tag(bytes_of("what do ya want for nothing?"));
  });
  // Two keyed hashes, one tag to extract, two to expand.
  expect_each_failure_to_be_seen(
      "HKDF", 15, [] { return hkdf_sha256(bytes_of("input"), bytes_of("salt"), bytes_of("info"), 42).has_value(); });
}

TEST(FailingCrypto, RefusesADigestOfAnotherSize) {
  auto hasher = Sha256::create();
  auto keyed = HmacSha256::create(bytes_of("Jefe"));
  ASSERT_TRUE(hasher && keyed);
  arm(Trouble::other_lie, 1, "EVP_DigestFinal_ex");
  EXPECT_EQ(hasher->digest(bytes_of("abc")).error(), CryptoFault::library_failure);
  EXPECT_EQ(disarm(), "EVP_DigestFinal_ex");
  arm(Trouble::other_lie, 1, "EVP_MAC_final");
  EXPECT_EQ(keyed->tag(bytes_of("abc")).error(), CryptoFault::library_failure);
  EXPECT_EQ(disarm(), "EVP_MAC_final");
}

TEST(FailingCrypto, AHasherThatFailedWorksAgain) {
  auto hasher = Sha256::create();
  auto keyed = HmacSha256::create(bytes_of("Jefe"));
  ASSERT_TRUE(hasher && keyed);
  for (const std::string_view function :
       {"EVP_DigestUpdate", "EVP_DigestFinal_ex", "EVP_MAC_update", "EVP_MAC_final"}) {
    arm(Trouble::failure, 1, function);
    EXPECT_FALSE(hasher->digest(bytes_of("ab")) && keyed->tag(bytes_of("ab"))) << function;
    EXPECT_EQ(disarm(), function);
  }
  EXPECT_EQ(hasher->digest(bytes_of("abc")).value(),
            test::unhex_array<32>("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
  EXPECT_EQ(keyed->tag(bytes_of("what do ya want for nothing?")).value(),
            test::unhex_array<32>("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));
}

TEST(FailingCrypto, MakesNoPrivateKey) {
  expect_each_failure_to_be_seen("scalar", 24,
                                 [] { return PrivateKey::from_scalar(test::unhex(kScalar)).has_value(); });
  expect_each_failure_to_be_seen("PEM", 38, [] { return PrivateKey::from_pem(kPem).has_value(); });
  expect_each_failure_to_be_seen("seed", 72, [] { return PrivateKey::derive(test::unhex(kRejectedSeed)).has_value(); });
}

TEST(FailingCrypto, MakesNoPublicKeyAndNoSignature) {
  const PrivateKey key = key_of_rfc7515();
  const Coordinate x = key.public_key().x();
  const Coordinate y = key.public_key().y();
  expect_each_failure_to_be_seen("coordinates", 9, [&] { return PublicKey::from_coordinates(x, y).has_value(); });
  expect_each_failure_to_be_seen("signature", 8, [&] {
    auto signer = Signer::create(key);
    return signer && signer->sign(bytes_of("message"));
  });
}

TEST(FailingCrypto, RefusesAnInvalidSignatureEncoding) {
  auto signer = Signer::create(key_of_rfc7515());
  ASSERT_TRUE(signer);
  for (const Trouble trouble : {Trouble::lie, Trouble::other_lie}) {
    arm(trouble, 1, "EVP_PKEY_sign");
    EXPECT_EQ(signer->sign(bytes_of("message")).error(), CryptoFault::library_failure);
    EXPECT_EQ(disarm(), "EVP_PKEY_sign");
  }
  EXPECT_TRUE(signer->sign(bytes_of("message")));
}

/// Whether the signature is valid; a failed call is never reported as a wrong signature.
bool accepts(base::Result<Verifier, CryptoFault> verifier, const Signature& signature) {
  if (!verifier) return false;
  const SignatureVerdict verdict = verifier->verify(bytes_of("message"), signature);
  EXPECT_NE(verdict, SignatureVerdict::invalid);
  return verdict == SignatureVerdict::valid;
}

TEST(FailingCrypto, NeitherAcceptsNorRefusesASignature) {
  const PrivateKey key = key_of_rfc7515();
  auto signer = Signer::create(key);
  ASSERT_TRUE(signer);
  const auto signature = signer->sign(bytes_of("message"));
  ASSERT_TRUE(signature);
  expect_each_failure_to_be_seen("verification", 8,
                                 [&] { return accepts(Verifier::create(key.public_key()), *signature); });
}

/// The negation of the private key's public key has the same x.
TEST(FailingCrypto, RefusesAPemWhosePointIsMirrored) {
  arm(Trouble::lie, 1, "EC_POINT_mul");
  const auto key = PrivateKey::from_pem(kPem);
  EXPECT_EQ(disarm(), "EC_POINT_mul");
  ASSERT_FALSE(key);
  EXPECT_EQ(key.error(), CryptoFault::invalid_key);
}

TEST(FailingCrypto, ReturnsNoBytesUntilEntropyIsBack) {
  expect_each_failure_to_be_seen("random", 1, [] {
    SystemRandom random;
    std::array<std::byte, 32> bytes{};
    return random.fill(bytes);
  });
  SystemRandom random;
  std::array<std::byte, 32> bytes{};
  arm(Trouble::failure, 1, "RAND_bytes");
  EXPECT_FALSE(random.fill(bytes));
  EXPECT_EQ(disarm(), "RAND_bytes");
  EXPECT_EQ(bytes, (std::array<std::byte, 32>{}));
  EXPECT_TRUE(random.fill(bytes));
  EXPECT_NE(bytes, (std::array<std::byte, 32>{}));
}

// The known-answer self-test detects a library in which any call fails or returns a wrong result.

using test::arm;
using test::disarm;
using test::Trouble;

using Names = std::vector<std::string>;

/// Runs the self-test with the trouble in each supported call in turn. Returns the checks that failed, each
/// once in a row; for a run that passed nonetheless, the function that had the trouble.
Names failed_checks(Trouble trouble, std::string_view function = {}) {
  Names names;
  for (std::size_t nth = 1;; ++nth) {
    arm(trouble, nth, function);
    const auto result = known_answer_self_test();
    const std::string troubled = disarm();
    EXPECT_EQ(ERR_peek_error(), 0U) << troubled << ", call " << nth;
    if (troubled.empty()) return names;
    const std::string name = result ? troubled : std::string(result.error());
    if (result || names.empty() || names.back() != name) names.push_back(name);
  }
}

/// Also in a verification that must refuse: a failed call is not the same as a refused signature.
TEST(FailingSelfTest, DetectsEachFailure) {
  EXPECT_EQ(failed_checks(Trouble::failure), (Names{"SHA-256", "HMAC-SHA-256", "HKDF-SHA-256", "P-256 key derivation",
                                                    "ES256 verification", "ES256 signing", "entropy"}));
}

/// Where a function is named instead of a check, its wrong result went unnoticed in that call.
TEST(FailingSelfTest, DetectsWrongResults) {
  const struct {
    Trouble trouble;
    std::string_view function;
    Names expected;
  } rows[] = {
      {Trouble::lie, "CRYPTO_memcmp", {"comparison", "HKDF-SHA-256"}},
      // Except in a verification that must refuse, which a wrong digest does not change.
      {Trouble::lie,
       "EVP_DigestFinal_ex",
       {"SHA-256", "ES256 verification", "EVP_DigestFinal_ex", "EVP_DigestFinal_ex", "ES256 signing",
        "EVP_DigestFinal_ex"}},
      // Except in the five tags from which the key of the signing check is derived, because any key can sign.
      {Trouble::lie,
       "EVP_MAC_final",
       {"HMAC-SHA-256", "HKDF-SHA-256", "P-256 key derivation", "EVP_MAC_final", "EVP_MAC_final", "EVP_MAC_final",
        "EVP_MAC_final", "EVP_MAC_final"}},
      // A negated public key.
      {Trouble::lie, "EC_POINT_mul", {"P-256 key derivation", "ES256 signing"}},
      {Trouble::lie, "EVP_PKEY_verify", {"ES256 verification", "ES256 signing"}},
      {Trouble::lie, "EVP_PKEY_sign", {"ES256 signing"}},
      {Trouble::other_lie, "EVP_PKEY_sign", {"ES256 signing"}},
      {Trouble::lie, "RAND_bytes", {"entropy"}},
      {Trouble::other_lie, "RAND_bytes", {"entropy"}},
  };
  for (const auto& [trouble, function, expected] : rows) EXPECT_EQ(failed_checks(trouble, function), expected);
}

}  // namespace
}  // namespace agent_access::crypto
