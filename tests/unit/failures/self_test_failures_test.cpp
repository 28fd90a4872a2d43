// The known-answer self-test detects a library in which any call fails or returns a wrong result.
#include <gtest/gtest.h>
#include <openssl/err.h>

#include <string>
#include <string_view>
#include <vector>

#include "crypto/self_test.hpp"
#include "unit/failures/failing_openssl.hpp"

namespace agent_access::crypto {
namespace {

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
