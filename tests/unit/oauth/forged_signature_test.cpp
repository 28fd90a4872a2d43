// Signatures and encodings that must be refused: RFC 7515 section 2, RFC 7518 section 3.4, CVE-2022-21449.
#include <algorithm>
#include <array>
#include <string>

#include "unit/oauth/forge.hpp"

namespace agent_access::oauth {
namespace {

using namespace std::string_literals;
using test::encoded;
using test::good_claims;
using test::good_header;
using test::sign_text;

using Scalar = std::array<unsigned char, 32>;

/// n, the order of P-256.
constexpr Scalar kOrder{0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                        0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51};

std::string text_of(const Scalar& scalar) { return {scalar.begin(), scalar.end()}; }

std::string order_minus(std::string_view subtrahend) {
  std::string difference(32, '\0');
  unsigned borrow = 0;
  for (std::size_t index = 32; index-- > 0;) {
    const unsigned value = 0x100U + kOrder[index] - static_cast<unsigned char>(subtrahend[index]) - borrow;
    difference[index] = static_cast<char>(value & 0xffU);
    borrow = value < 0x100U ? 1 : 0;
  }
  return difference;
}

class ForgedSignature : public test::ForgeryTest {
 protected:
  [[nodiscard]] std::string with_signature(std::string_view bytes) const { return signed_text_ + "." + encoded(bytes); }

  std::string signed_text_ = encoded(good_header().text()) + "." + encoded(good_claims().text());
  std::string signature_ = [this] {
    const auto bytes = test::raw_signature(signed_text_, key_);
    return std::string(base::text_of(bytes));
  }();
  std::string r_ = signature_.substr(0, 32);
  std::string s_ = signature_.substr(32);
};

TEST_F(ForgedSignature, AcceptsAGenuineSignature) { EXPECT_EQ(verdict(with_signature(r_ + s_)), "accepted"); }

TEST_F(ForgedSignature, RefusesScalarsOutOfRange) {
  const std::string zero(32, '\0');
  const std::string one = std::string(31, '\0') + "\x01";
  const std::string order = text_of(kOrder);
  const std::string order_minus_one = order_minus(one);
  const std::string highest(32, '\xff');
  for (const auto& bad : {zero, order, highest}) {
    EXPECT_EQ(verdict(with_signature(bad + s_)), "invalid_signature");
    EXPECT_EQ(verdict(with_signature(r_ + bad)), "invalid_signature");
    EXPECT_EQ(verdict(with_signature(bad + bad)), "invalid_signature");
  }
  for (const auto& wrong : {one, order_minus_one}) {
    EXPECT_EQ(verdict(with_signature(wrong + s_)), "invalid_signature");
    EXPECT_EQ(verdict(with_signature(r_ + wrong)), "invalid_signature");
    EXPECT_EQ(verdict(with_signature(wrong + wrong)), "invalid_signature");
  }
  EXPECT_EQ(verdict(with_signature(zero + order)), "invalid_signature");
  EXPECT_EQ(verdict(with_signature(order + zero)), "invalid_signature");
  EXPECT_EQ(verdict(with_signature(s_ + r_)), "invalid_signature");
}

TEST_F(ForgedSignature, RefusesHighS) {
  EXPECT_EQ(order_minus(order_minus(s_)), s_);
  EXPECT_EQ(verdict(with_signature(r_ + order_minus(s_))), "invalid_signature");
  EXPECT_EQ(verdict(with_signature(order_minus(r_) + s_)), "invalid_signature");
}

TEST_F(ForgedSignature, RefusesASignatureOfOtherClaims) {
  const std::string other = encoded(good_header().text()) + "." + encoded(good_claims(test::kNow - 1).text());
  EXPECT_EQ(verdict(other + "." + encoded(signature_)), "invalid_signature");
}

// The signature is valid for these characters, so that only the decoder can refuse them.
TEST_F(ForgedSignature, RefusesOtherFormsOfBase64) {
  const std::string header = encoded(good_header().text());
  const std::string payload = encoded(good_claims().text());
  for (const auto& odd :
       {"="s, "=="s, "+"s, "/"s, " "s, "\n"s, "\r\n"s, "?"s, "\t"s, "\0"s, "%3D"s, "\x80"s, ","s, "A"s}) {
    for (const std::size_t place : {std::size_t{0}, std::size_t{8}, std::size_t{std::string::npos}}) {
      const auto spoil = [&](std::string text) { return text.insert(std::min(place, text.size()), odd); };
      const std::string in_header = verdict(sign_text(spoil(header) + "." + payload, key_));
      const std::string in_payload = verdict(sign_text(header + "." + spoil(payload), key_));
      const std::string in_signature = verdict(signed_text_ + "." + spoil(encoded(signature_)));
      EXPECT_NE(in_header, "accepted") << testing::PrintToString(odd) << place;
      EXPECT_NE(in_payload, "accepted") << testing::PrintToString(odd) << place;
      EXPECT_EQ(in_signature, "malformed_token") << testing::PrintToString(odd) << place;
      if (odd != "A") {
        EXPECT_EQ(in_header, "malformed_token") << testing::PrintToString(odd) << place;
        EXPECT_EQ(in_payload, "malformed_token") << testing::PrintToString(odd) << place;
      }
    }
  }
}

/// The same bytes with the unused bits of the last character set; nothing when there are none.
std::string with_stray_bits(std::string text) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  if (text.size() % 4 == 0) return {};
  text.back() = kAlphabet[kAlphabet.find(text.back()) + 1];
  return text;
}

TEST_F(ForgedSignature, RefusesStrayBitsInTheLastCharacter) {
  std::size_t tried = 0;
  for (const auto* pad : {"", "x", "xx"}) {
    const std::string payload = encoded(good_claims().with("pad", test::json_string(pad)).text());
    const std::string header = encoded(good_header().text());
    const std::string stray = with_stray_bits(payload);
    if (stray.empty()) continue;
    ++tried;
    EXPECT_EQ(verdict(sign_text(header + "." + payload, key_)), "accepted");
    EXPECT_EQ(verdict(sign_text(header + "." + stray, key_)), "malformed_token");
  }
  EXPECT_EQ(tried, 2U);
  EXPECT_EQ(verdict(signed_text_ + "." + with_stray_bits(encoded(signature_))), "malformed_token");
}

TEST_F(ForgedSignature, RefusesStrayBitsInTheLastCharacterOfTheHeader) {
  // White space before the closing brace gives the header each length modulo 3 and changes nothing else.
  std::size_t tried = 0;
  for (const auto* space : {"", " ", "  "}) {
    std::string text = good_header().text();
    text.insert(text.size() - 1, space);
    const std::string stray = with_stray_bits(encoded(text));
    if (stray.empty()) continue;
    ++tried;
    EXPECT_EQ(verdict(sign_text(stray + "." + encoded(good_claims().text()), key_)), "malformed_token");
  }
  EXPECT_EQ(tried, 2U);
}

}  // namespace
}  // namespace agent_access::oauth
