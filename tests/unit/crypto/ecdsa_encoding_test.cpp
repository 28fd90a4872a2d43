#include "crypto/ecdsa_encoding.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "support/hex.hpp"
#include "unit/crypto/p256.hpp"

namespace agent_access::crypto {
namespace {

using p256::kOrder;
using p256::kOrderLessOne;

using test::unhex;
using test::unhex_array;

const std::string kZero(64, '0');
const std::string kOne = std::string(63, '0') + "1";
constexpr std::string_view kOrderPlusOne = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632552";
constexpr std::string_view kLastLow = "7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8";
constexpr std::string_view kFirstHigh = "7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a9";

Signature signature_of(std::string_view r, std::string_view s) { return unhex_array<64>(std::string(r).append(s)); }

TEST(IsInRange, IsTrueFromOneToTheOrderMinusOne) {
  EXPECT_FALSE(is_in_range(unhex_array<32>(kZero)));
  EXPECT_TRUE(is_in_range(unhex_array<32>(kOne)));
  EXPECT_TRUE(is_in_range(unhex_array<32>(kOrderLessOne)));
  EXPECT_FALSE(is_in_range(unhex_array<32>(kOrder)));
  EXPECT_FALSE(is_in_range(unhex_array<32>(kOrderPlusOne)));
  EXPECT_FALSE(is_in_range(unhex_array<32>(std::string(64, 'f'))));
  EXPECT_TRUE(is_below_order(unhex_array<32>(kZero)));
}

TEST(IsLow, IsTrueUpToHalfTheOrder) {
  EXPECT_TRUE(is_low(unhex_array<32>(kOne)));
  EXPECT_TRUE(is_low(unhex_array<32>(kLastLow)));
  EXPECT_FALSE(is_low(unhex_array<32>(kFirstHigh)));
  EXPECT_FALSE(is_low(unhex_array<32>(kOrderLessOne)));
}

TEST(MakeLow, NegatesAHighSAndKeepsALowOne) {
  auto signature = signature_of(kOne, kFirstHigh);
  make_low(signature);
  EXPECT_EQ(signature, signature_of(kOne, kLastLow));
  make_low(signature);
  EXPECT_EQ(signature, signature_of(kOne, kLastLow));

  signature = signature_of(kOrderLessOne, kOrderLessOne);
  make_low(signature);
  EXPECT_EQ(signature, signature_of(kOrderLessOne, kOne));
}

TEST(ToDer, WritesTheShortestIntegers) {
  const auto der_of = [](std::string_view r, std::string_view s) {
    const auto der = to_der(signature_of(r, s));
    return std::vector(der.bytes.begin(), der.bytes.begin() + static_cast<std::ptrdiff_t>(der.size));
  };
  EXPECT_EQ(der_of(kOne, kOne), unhex("3006020101020101"));
  EXPECT_EQ(der_of(kZero, kOne), unhex("3006020100020101"));
  EXPECT_EQ(der_of(std::string(62, '0') + "80", std::string(62, '0') + "7f"), unhex("300702020080"
                                                                                    "02017f"));
  EXPECT_EQ(der_of(kOrderLessOne, kLastLow),
            unhex("3045022100" + std::string(kOrderLessOne) + "0220" + std::string(kLastLow)));
  EXPECT_EQ(der_of(kOrderLessOne, kOrderLessOne).size(), kMaxDerSignature);
}

TEST(FromDer, ReadsWhatToDerWrites) {
  for (const std::string_view r : {std::string_view(kOne), kLastLow, kOrderLessOne}) {
    for (const std::string_view s : {std::string_view(kOne), kFirstHigh, kOrderLessOne}) {
      const auto signature = signature_of(r, s);
      const auto der = to_der(signature);
      EXPECT_EQ(from_der(base::ByteView(der.bytes).first(der.size)), signature);
    }
  }
}

/// Zero is encoded as one zero octet; the verifier checks the range.
TEST(FromDer, ReadsZero) {
  const auto signature = from_der(unhex("3006020100020101"));
  ASSERT_TRUE(signature);
  Signature expected{};
  expected.back() = std::byte{1};
  EXPECT_EQ(*signature, expected);
}

TEST(FromDer, RefusesEveryOtherEncoding) {
  ASSERT_TRUE(from_der(unhex("3006020101020101")));
  // More than two integers of 33 octets need.
  EXPECT_EQ(from_der(unhex("3047" + std::string(142, '0'))), std::nullopt);
  for (const std::string_view wrong : {"",
                                       "30",
                                       "3000",
                                       "3003020101",
                                       "3106020101020101",
                                       "3005020101020101",
                                       "3007020101020101",
                                       "308106020101020101",
                                       "3006030101020101",
                                       "3006020101030101",
                                       "300602010102010100",
                                       "3008020101020101"
                                       "0500",
                                       "3007"
                                       "02020001"
                                       "020101",
                                       "3007"
                                       "020101"
                                       "02020001",
                                       "3006"
                                       "020181"
                                       "020101",
                                       "3006"
                                       "020101"
                                       "0201ff",
                                       "3004"
                                       "0200"
                                       "0200",
                                       "3005"
                                       "0200"
                                       "020101",
                                       "3006"
                                       "020101"
                                       "020201",
                                       "3080020101020101"
                                       "0000",
                                       "3007"
                                       "02810101"
                                       "020101"}) {
    EXPECT_EQ(from_der(unhex(wrong)), std::nullopt) << wrong;
  }
  // 33 significant octets, and 34 octets.
  EXPECT_EQ(from_der(unhex("3026"
                           "0221"
                           "01" +
                           kZero + "020101")),
            std::nullopt);
  EXPECT_EQ(from_der(unhex("3027"
                           "0222"
                           "0080" +
                           kZero + "020101")),
            std::nullopt);
}

}  // namespace
}  // namespace agent_access::crypto
