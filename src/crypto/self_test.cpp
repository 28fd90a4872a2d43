#include "crypto/self_test.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "base/base64url.hpp"
#include "crypto/digest.hpp"
#include "crypto/es256.hpp"
#include "crypto/random.hpp"

namespace agent_access::crypto {
namespace {

using base::bytes_of;

/// The expected values below are written in base64url: short, and decoded by base. A misspelled value fails the test.
template <std::size_t Size>
std::array<std::byte, Size> value(std::string_view text) {
  std::array<std::byte, Size> bytes{};
  static_cast<void>(base::base64url_decode_to(text, bytes));
  return bytes;
}

/// FIPS 180-4, the message "abc".
bool test_sha256() {
  auto hasher = Sha256::create();
  if (!hasher) return false;
  return hasher->digest(bytes_of("abc")) == value<32>("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
}

/// RFC 4231 section 4.3.
bool test_hmac() {
  auto keyed = HmacSha256::create(bytes_of("Jefe"));
  if (!keyed) return false;
  return keyed->tag(bytes_of("what do ya want for nothing?")) ==
         value<32>("W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM");
}

/// RFC 5869 appendix A.1.
bool test_hkdf() {
  std::array<std::byte, 22> input_key;
  input_key.fill(std::byte{0x0b});
  const auto output = hkdf_sha256(input_key, value<13>("AAECAwQFBgcICQoLDA"), value<10>("8PHy8_T19vf4-Q"), 42);
  return output && constant_time_equal(output->reveal(), value<42>("PLJfJfqs1XqQQ09k0DYvKi0tCpDPGlpMXbAtVuzExb80AHII1bi"
                                                                   "HGFhl"));
}

/// c2sp.org/det-keygen, the seed whose first candidate is rejected.
bool test_derivation() {
  const auto key = PrivateKey::derive(value<16>("tDL5vjCJBIApghhRBVmu1w"));
  return key && key->public_key().x() == value<32>("C-LzPxeTH3WRpDWe-sRbFHAb9sBjixXkelFHTI3FSnU") &&
         key->public_key().y() == value<32>("UlUbLngYFOP5EwwM2ram0bTu0QrA1EqYLdKrUdf2rh4");
}

/// RFC 7515 appendix A.3. Its s is high, so that the refusal of a high S is tested as well.
bool test_verification() {
  const auto key = PublicKey::from_coordinates(value<32>("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
                                               value<32>("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"));
  if (!key) return false;
  auto verifier = Verifier::create(*key);
  if (!verifier) return false;
  constexpr std::string_view kMessage =
      "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cn"
      "VlfQ";
  const auto signature =
      value<64>("DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q");
  const std::array verdicts = {verifier->verify(bytes_of(kMessage), signature, SignatureForm::any),
                               verifier->verify(bytes_of(kMessage), signature, SignatureForm::low_only),
                               verifier->verify(bytes_of(kMessage.substr(1)), signature, SignatureForm::any)};
  return verdicts == std::array{SignatureVerdict::valid, SignatureVerdict::invalid, SignatureVerdict::invalid};
}

/// ECDSA is randomized here, so there is no expected signature: the verifier must accept the signature of the signer
/// and refuse a changed one.
bool test_signing() {
  const auto key = PrivateKey::derive(value<16>("AQIDBAUGBwgJCgsMDQ4PEA"));
  if (!key) return false;
  auto signer = Signer::create(*key);
  auto verifier = Verifier::create(key->public_key());
  if (!signer || !verifier) return false;
  auto signature = signer->sign(bytes_of("known answer"));
  if (!signature || verifier->verify(bytes_of("known answer"), *signature) != SignatureVerdict::valid) return false;
  signature->back() ^= std::byte{1};
  return verifier->verify(bytes_of("known answer"), *signature) == SignatureVerdict::invalid;
}

/// Equal bytes match; a difference in the first or the last bit does not.
bool test_comparison() {
  const auto known = value<32>("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
  auto first = known;
  first.front() ^= std::byte{0x80};
  auto last = known;
  last.back() ^= std::byte{1};
  return constant_time_equal(known, known) && !constant_time_equal(known, first) && !constant_time_equal(known, last);
}

/// 256 bits that repeat or are all zero mean a broken generator.
bool test_entropy() {
  SystemRandom random;
  std::array<std::byte, 64> drawn{};
  const auto first = std::span(drawn).first<32>();
  return random.fill(drawn) && !std::ranges::equal(first, std::span(drawn).last<32>()) &&
         std::ranges::any_of(first, [](std::byte byte) { return byte != std::byte{0}; });
}

struct Check {
  std::string_view name;
  bool (*answers)();
};

constexpr std::array<Check, 8> kChecks = {{{"comparison", test_comparison},
                                           {"SHA-256", test_sha256},
                                           {"HMAC-SHA-256", test_hmac},
                                           {"HKDF-SHA-256", test_hkdf},
                                           {"P-256 key derivation", test_derivation},
                                           {"ES256 verification", test_verification},
                                           {"ES256 signing", test_signing},
                                           {"entropy", test_entropy}}};

}  // namespace

base::Result<void, std::string_view> known_answer_self_test() {
  for (const auto& check : kChecks) {
    if (!check.answers()) return base::Failure(check.name);
  }
  return {};
}

}  // namespace agent_access::crypto
