#include "base/base64url.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace agent_access::base {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// RFC 4648 section 10, without the padding.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kKnown = {{{"", ""},
                                                                                  {"f", "Zg"},
                                                                                  {"fo", "Zm8"},
                                                                                  {"foo", "Zm9v"},
                                                                                  {"foob", "Zm9vYg"},
                                                                                  {"fooba", "Zm9vYmE"},
                                                                                  {"foobar", "Zm9vYmFy"}}};

std::optional<std::string> decoded(std::string_view text) {
  const auto bytes = base64url_decode(text);
  if (!bytes) return std::nullopt;
  return std::string(text_of(*bytes));
}

TEST(Base64UrlEncode, GivesTheValuesOfRfc4648) {
  for (const auto& [plain, text] : kKnown) EXPECT_EQ(base64url_encode(bytes_of(plain)), text);
}

TEST(Base64UrlDecode, GivesTheValuesOfRfc4648) {
  for (const auto& [plain, text] : kKnown) EXPECT_EQ(decoded(text), plain);
}

TEST(Base64UrlEncode, UsesEveryCharacterOfTheAlphabetInOrder) {
  // 48 bytes whose 64 groups of six bits count from 0 to 63.
  std::vector<std::byte> bytes;
  for (unsigned value = 0; value < 64; value += 4) {
    const unsigned bits = value << 18 | (value + 1) << 12 | (value + 2) << 6 | (value + 3);
    for (const unsigned shift : {16U, 8U, 0U}) bytes.push_back(static_cast<std::byte>(bits >> shift & 0xff));
  }
  EXPECT_EQ(base64url_encode(bytes), kAlphabet);
  EXPECT_EQ(base64url_decode(kAlphabet), bytes);
}

TEST(Base64UrlEncode, KeepsEveryByteAtEveryPosition) {
  for (int value = 0; value < 256; ++value) {
    for (std::size_t size = 1; size <= 5; ++size) {
      for (std::size_t at = 0; at < size; ++at) {
        std::vector<std::byte> bytes(size, std::byte{0xa5});
        bytes[at] = static_cast<std::byte>(value);
        EXPECT_EQ(base64url_decode(base64url_encode(bytes)), bytes);
      }
    }
  }
}

TEST(Base64UrlEncodedSize, MatchesTheTextForEveryRemainder) {
  for (std::size_t size = 0; size < 70; ++size) {
    EXPECT_EQ(base64url_encode(std::vector<std::byte>(size)).size(), base64url_encoded_size(size));
  }
  EXPECT_EQ(base64url_encoded_size(32), 43U);
  EXPECT_EQ(base64url_encoded_size(64), 86U);
}

TEST(Base64UrlDecode, RefusesEveryCharacterOutsideTheAlphabetAtEveryPosition) {
  for (const std::string_view good : {"AAAA", "AAAAAAAA", "AAA", "AA"}) {
    for (std::size_t at = 0; at < good.size(); ++at) {
      for (int value = 0; value < 256; ++value) {
        const char character = static_cast<char>(value);
        if (kAlphabet.find(character) != std::string_view::npos) continue;
        std::string text(good);
        text[at] = character;
        EXPECT_EQ(base64url_decode(text), std::nullopt) << value << " at " << at << " of " << good.size();
      }
    }
  }
}

TEST(Base64UrlDecode, AcceptsOneSpellingOfEachValueOnly) {
  std::size_t accepted = 0;
  const auto count = [&](const std::string& text) {
    const auto bytes = base64url_decode(text);
    if (!bytes) return;
    ++accepted;
    EXPECT_EQ(base64url_encode(*bytes), text);
  };
  for (const char first : kAlphabet) {
    for (const char second : kAlphabet) {
      count({first, second});
      count({'A', first, second});
    }
  }
  EXPECT_EQ(accepted, 256U + 1024U) << "one byte has 256 values, two bytes with six leading zeros have 1024";
}

TEST(Base64UrlDecode, RefusesUnusedBitsThatAreSet) {
  EXPECT_EQ(decoded("Zg"), "f");
  for (const std::string_view text : {"Zh", "Zi", "Zo", "Zv", "Zm9", "Zm-", "Zm_"}) {
    EXPECT_EQ(base64url_decode(text), std::nullopt) << text;
  }
}

TEST(Base64UrlDecode, RefusesPaddingWhiteSpaceAndTheOtherAlphabet) {
  for (const std::string_view text : {"Zg==", "Zm8=", "=", "Zm9v=", " Zm9v", "Zm9v ", "Zm9v\n", "Zm\n9v", "+A", "/A"}) {
    EXPECT_EQ(base64url_decode(text), std::nullopt) << text;
  }
}

TEST(Base64UrlDecode, RefusesALengthThatNoBytesHave) {
  for (const std::size_t size : {1U, 5U, 9U, 45U}) {
    EXPECT_EQ(base64url_decode(std::string(size, 'A')), std::nullopt);
  }
}

TEST(Base64UrlDecodeTo, NeedsRoomForAllBytesAndWritesNoMore) {
  std::array<std::byte, 3> out{std::byte{1}, std::byte{2}, std::byte{3}};
  EXPECT_EQ(base64url_decode_to("Zm9v", std::span(out).first(2)), std::nullopt);
  EXPECT_EQ(base64url_decode_to("Zm8", std::span(out).first(2)), 2U);
  EXPECT_EQ(out[2], std::byte{3});
  EXPECT_EQ(base64url_decode_to("Zm9v", out), 3U);
  EXPECT_EQ(text_of(out), "foo");
}

TEST(Base64UrlEncodeTo, ReturnsTheEndOfWhatItWrote) {
  std::string out(8, '#');
  char* const end = base64url_encode_to(bytes_of("foob"), out.data());
  EXPECT_EQ(end - out.data(), 6);
  EXPECT_EQ(out, "Zm9vYg##");
}

}  // namespace
}  // namespace agent_access::base
