#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <boost/json.hpp>
#include <climits>
#include <span>
#include <string>
#include <utility>

#include "crypto/es256.hpp"
#include "support/hex.hpp"
#include "support/vectors.hpp"
#include "unit/crypto/p256.hpp"

namespace agent_access::crypto {
namespace {

using p256::kScalar;

using test::unhex;
using test::unhex_array;

// The published example key of RFC 7515 appendix A.3 in several wrappings, made with the openssl command and Python.
constexpr std::string_view kX = "7fcdce2770f6c45d4183cbee6fdb4b7b580733357be9ef13bacf6e3c7bd15445";
constexpr std::string_view kY = "c7f144cd1bbd9b7e872cdfedb9eeb9f4b3695d6ea90b24ad8a4623288588e5ad";

constexpr std::string_view kPkcs8 = R"(-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjpsQnnGQmL+YBIff
H1136cspYG6+0iY7X1fCE9+E9LKhRANCAAR/zc4ncPbEXUGDy+5v20t7WAczNXvp
7xO6z248e9FURcfxRM0bvZt+hyzf7bnuufSzaV1uqQskrYpGIyiFiOWt
-----END PRIVATE KEY-----
)";

constexpr std::string_view kSec1 = R"(-----BEGIN EC PRIVATE KEY-----
MHcCAQEEII6bEJ5xkJi/mASH3x9dd+nLKWBuvtImO19XwhPfhPSyoAoGCCqGSM49
AwEHoUQDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEXH8UTNG72b
focs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==
-----END EC PRIVATE KEY-----
)";

constexpr std::string_view kParametersBlock = R"(-----BEGIN EC PARAMETERS-----
BggqhkjOPQMBBw==
-----END EC PARAMETERS-----
)";

constexpr std::string_view kEncrypted = R"(-----BEGIN ENCRYPTED PRIVATE KEY-----
MIH0MF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBCvKkzI5jaZXe+tCjMf
AUpjAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQFhgGDMG+n+WMGWCy
eJKjZgSBkFGRLMxWQeUNq/BvnIcuuIpAA47r+tSOClksPPM4LEBPLEYQ7IwKXEU4
ewrT3CNGENd0I9PauvuLlJG4hfmwPmHJvga4vhidPL80zQz1e3h4sLtMzzR04Kam
MoWQBFFbLNxHNP/aK9jaFwTUYoDnXZ+8D7daLd3+GojhbdIN/Dny8eJKEYAVCfN/
/+BJ4mOJfQ==
-----END ENCRYPTED PRIVATE KEY-----
)";

constexpr std::string_view kPublicOnly = R"(-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV7
6e8Tus9uPHvRVEXH8UTNG72bfocs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==
-----END PUBLIC KEY-----
)";

constexpr std::string_view kP384 = R"(-----BEGIN PRIVATE KEY-----
MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDAAAAAAAAAAAAAAAAAA
AAAAjpsQnnGQmL+YBIffH1136cspYG6+0iY7X1fCE9+E9LKhZANiAAQrMK4CL9FD
3ZT1WYMvo1f9FAK9DBQQD8bdODta9CIWnclZXewVfycgMaa+CwvqoFl3x6mDCEUY
em9o4qaUkvcpPCJ0eiqTN1ygYMJapVcme+6jmSCE4oJ6GxJJHwopP38=
-----END PRIVATE KEY-----
)";

constexpr std::string_view kSecp256k1 = R"(-----BEGIN PRIVATE KEY-----
MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgjpsQnnGQmL+YBIffH113
6cspYG6+0iY7X1fCE9+E9LKhRANCAATPSCGjXivTRTJGOGOxc7xD4nNDRQ/1IKsn
4CAHHYxp3Q+x6LaSeCCnJQ4TnpKSZwptu0secyMv0FySNCCWjuzN
-----END PRIVATE KEY-----
)";

constexpr std::string_view kEd25519 = R"(-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f
-----END PRIVATE KEY-----
)";

constexpr std::string_view kPublicKeyOfAnotherScalar = R"(-----BEGIN EC PRIVATE KEY-----
MHcCAQEEII6bEJ5xkJi/mASH3x9dd+nLKWBuvtImO19XwhPfhPSyoAoGCCqGSM49
AwEHoUQDQgAE3nSPsjQAU/uqs6sfAbE1JFobkDule6I3j26xIcoFb1LtktmNw3g3
pzc9lshY7tPf5QM06RNRdNAbKZ1Nqx+9rw==
-----END EC PRIVATE KEY-----
)";

constexpr std::string_view kExplicitParameters = R"(-----BEGIN EC PRIVATE KEY-----
MIIBaAIBAQQgjpsQnnGQmL+YBIffH1136cspYG6+0iY7X1fCE9+E9LKggfowgfcC
AQEwLAYHKoZIzj0BAQIhAP////8AAAABAAAAAAAAAAAAAAAA////////////////
MFsEIP////8AAAABAAAAAAAAAAAAAAAA///////////////8BCBaxjXYqjqT57Pr
vVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMVAMSdNgiG5wSTamZ44ROdJreBn36QBEEE
axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54W
K84zV2sxXs7LtkBoN79R9QIhAP////8AAAAA//////////+85vqtpxeehPO5ysL8
YyVRAgEBoUQDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEXH8UTN
G72bfocs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==
-----END EC PRIVATE KEY-----
)";

TEST(PrivateKeyFromScalar, ComputesThePublicKey) {
  const auto key = PrivateKey::from_scalar(unhex(kScalar));
  ASSERT_TRUE(key);
  EXPECT_EQ(key->public_key().x(), unhex_array<32>(kX));
  EXPECT_EQ(key->public_key().y(), unhex_array<32>(kY));
}

TEST(PrivateKeyFromScalar, AcceptsOneToTheOrderMinusOne) {
  // d = 1 gives the generator, d = n - 1 its negation.
  const std::string generator_x = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
  const auto one = PrivateKey::from_scalar(unhex(std::string(63, '0') + "1"));
  const auto last = PrivateKey::from_scalar(unhex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550"));
  ASSERT_TRUE(one && last);
  EXPECT_EQ(one->public_key().x(), unhex_array<32>(generator_x));
  EXPECT_EQ(last->public_key().x(), unhex_array<32>(generator_x));
  EXPECT_NE(last->public_key().y(), one->public_key().y());
}

TEST(PrivateKeyFromScalar, RefusesZeroTheOrderAndOtherLengths) {
  const std::string order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
  for (const std::string& scalar : {std::string(64, '0'), order, std::string(64, 'f'), std::string(), std::string("01"),
                                    std::string(62, '1'), std::string(66, '0') + "01"}) {
    const auto key = PrivateKey::from_scalar(unhex(scalar));
    ASSERT_FALSE(key) << scalar;
    EXPECT_EQ(key.error(), CryptoFault::invalid_key);
  }
}

TEST(PrivateKeyFromPem, ReadsPkcs8AndSec1) {
  for (const std::string& pem :
       {std::string(kPkcs8), std::string(kSec1), std::string(kParametersBlock).append(kSec1)}) {
    const auto key = PrivateKey::from_pem(pem);
    ASSERT_TRUE(key) << pem;
    EXPECT_EQ(key->public_key().x(), unhex_array<32>(kX));
    EXPECT_EQ(key->public_key().y(), unhex_array<32>(kY));
  }
}

TEST(PrivateKeyFromPem, RefusesEverythingElse) {
  const std::string cut(kPkcs8.substr(0, kPkcs8.size() / 2));
  for (const std::string_view pem :
       {std::string_view(""), std::string_view("no PEM"), std::string_view(cut), kEncrypted, kPublicOnly, kP384,
        kSecp256k1, kEd25519, kPublicKeyOfAnotherScalar, kExplicitParameters, kParametersBlock}) {
    const auto key = PrivateKey::from_pem(pem);
    ASSERT_FALSE(key) << pem;
    EXPECT_EQ(key.error(), CryptoFault::invalid_key) << pem;
  }
}

/// OpenSSL's length is an int. The pages are never accessed, so they use no memory.
TEST(PrivateKeyFromPem, RefusesMoreBytesThanAnIntCounts) {
  if (sizeof(std::size_t) == sizeof(int)) GTEST_SKIP() << "there is no such text";
  const std::size_t size = std::size_t{INT_MAX} + 1;
  void* const pages = mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  const auto key = PrivateKey::from_pem({static_cast<const char*>(pages), size});
  munmap(pages, size);
  ASSERT_FALSE(key);
  EXPECT_EQ(key.error(), CryptoFault::invalid_key);
}

TEST(PublicKeyFromCoordinates, KeepsTheCoordinates) {
  const auto key = PublicKey::from_coordinates(unhex_array<32>(kX), unhex_array<32>(kY));
  ASSERT_TRUE(key);
  EXPECT_EQ(key->x(), unhex_array<32>(kX));
  EXPECT_EQ(key->y(), unhex_array<32>(kY));
}

TEST(PublicKeyFromCoordinates, RefusesPointsThatAreNotOnTheCurve) {
  const auto x = unhex_array<32>(kX);
  const auto y = unhex_array<32>(kY);
  Coordinate wrong = y;
  wrong[31] ^= std::byte{1};
  const Coordinate zero{};
  Coordinate ones;
  ones.fill(std::byte{0xff});
  for (const auto& [bad_x, bad_y] : {std::pair(x, wrong), std::pair(y, x), std::pair(zero, zero), std::pair(x, zero),
                                     std::pair(zero, y), std::pair(ones, y), std::pair(x, ones)}) {
    const auto key = PublicKey::from_coordinates(bad_x, bad_y);
    ASSERT_FALSE(key);
    EXPECT_EQ(key.error(), CryptoFault::invalid_key);
  }
}

TEST(PublicKeyFromCoordinates, RefusesCoordinatesNotReducedByThePrime) {
  // The curve has a point with x = 0; the prime p is another encoding of that x.
  const auto zero_y = unhex_array<32>("66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4");
  EXPECT_TRUE(PublicKey::from_coordinates(Coordinate{}, zero_y));
  const auto prime = unhex_array<32>("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
  EXPECT_FALSE(PublicKey::from_coordinates(prime, zero_y));
}

TEST(PublicKeyFromCoordinates, AgreesWithWycheproofAboutPoints) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "wycheproof/ecdh_secp256r1_ecpoint_test.json");
  const auto file = boost::json::parse(text);
  std::size_t accepted = 0;
  std::size_t refused = 0;
  for (const auto& group : file.at("testGroups").as_array()) {
    for (const auto& test : group.at("tests").as_array()) {
      const auto point = unhex(std::string_view(test.at("public").as_string()));
      // Compressed, truncated and empty encodings cannot be expressed as two coordinates.
      if (point.size() != 65 || point.front() != std::byte{4}) continue;
      Coordinate x;
      Coordinate y;
      std::ranges::copy(std::span(point).subspan(1, 32), x.begin());
      std::ranges::copy(std::span(point).subspan(33, 32), y.begin());
      const bool valid = test.at("result").as_string() == "valid";
      EXPECT_EQ(PublicKey::from_coordinates(x, y).has_value(), valid) << test.at("tcId") << test.at("comment");
      ++(valid ? accepted : refused);
    }
  }
  EXPECT_GT(accepted, 200U);
  EXPECT_GT(refused, 5U);
}

TEST(PublicKeyFromCoordinates, RefusesTheKeysOfOtherCurves) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "wycheproof/ecdsa_secp256k1_sha256_p1363_test.json");
  const auto file = boost::json::parse(text);
  std::size_t refused = 0;
  for (const auto& group : file.at("testGroups").as_array()) {
    const auto point = unhex_array<65>(std::string_view(group.at("publicKey").at("uncompressed").as_string()));
    Coordinate x;
    Coordinate y;
    std::ranges::copy(std::span(point).subspan<1, 32>(), x.begin());
    std::ranges::copy(std::span(point).subspan<33, 32>(), y.begin());
    EXPECT_FALSE(PublicKey::from_coordinates(x, y));
    ++refused;
  }
  EXPECT_EQ(refused, 108U);
}

}  // namespace
}  // namespace agent_access::crypto
