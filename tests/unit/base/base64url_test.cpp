#include "base/base64url.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "support/base64url.hpp"

namespace agent_access::base {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

struct Known {
  std::string_view plain;
  std::string_view base64url;
  std::string_view base64;
};

// RFC 4648 section 10.
constexpr Known kKnown[] = {{"", "", ""},
                            {"f", "Zg", "Zg=="},
                            {"fo", "Zm8", "Zm8="},
                            {"foo", "Zm9v", "Zm9v"},
                            {"foob", "Zm9vYg", "Zm9vYg=="},
                            {"fooba", "Zm9vYmE", "Zm9vYmE="},
                            {"foobar", "Zm9vYmFy", "Zm9vYmFy"}};

std::vector<std::byte> vector_of(std::string_view text) {
  const ByteView bytes = bytes_of(text);
  return {bytes.begin(), bytes.end()};
}

std::string base64_of(ByteView bytes) {
  std::string text(base64_encoded_size(bytes.size()) + 1, '.');
  char* const end = base64_encode_to(bytes, text.data());
  EXPECT_EQ(end, text.data() + text.size() - 1);
  EXPECT_EQ(text.back(), '.') << "no more than its room was written";
  text.pop_back();
  return text;
}

TEST(Base64, HasTheValuesOfRfc4648) {
  for (const auto& [plain, base64url, base64] : kKnown) {
    EXPECT_EQ(base64url_encode(bytes_of(plain)), base64url);
    EXPECT_EQ(test::base64url_decode(base64url), vector_of(plain));
    EXPECT_EQ(base64_of(bytes_of(plain)), base64);
    EXPECT_EQ(base64_decode(base64), vector_of(plain));
  }
}

TEST(Base64UrlEncode, UsesEveryCharacterOfTheAlphabetInOrder) {
  // 48 bytes whose 64 groups of six bits count from 0 to 63.
  std::vector<std::byte> bytes;
  for (unsigned value = 0; value < 64; value += 4) {
    const unsigned bits = value << 18 | (value + 1) << 12 | (value + 2) << 6 | (value + 3);
    for (const unsigned shift : {16U, 8U, 0U}) bytes.push_back(static_cast<std::byte>(bits >> shift & 0xff));
  }
  EXPECT_EQ(base64url_encode(bytes), kAlphabet);
  EXPECT_EQ(test::base64url_decode(kAlphabet), bytes);
}

TEST(Base64UrlEncode, KeepsEveryByteAtEveryPosition) {
  for (int value = 0; value < 256; ++value) {
    for (std::size_t size = 1; size <= 5; ++size) {
      for (std::size_t at = 0; at < size; ++at) {
        std::vector<std::byte> bytes(size, std::byte{0xa5});
        bytes[at] = static_cast<std::byte>(value);
        EXPECT_EQ(test::base64url_decode(base64url_encode(bytes)), bytes);
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
        EXPECT_EQ(test::base64url_decode(text), std::nullopt) << value << " at " << at << " of " << good.size();
      }
    }
  }
}

TEST(Base64UrlDecode, AcceptsOneSpellingOfEachValueOnly) {
  std::size_t accepted = 0;
  const auto count = [&](const std::string& text) {
    const auto bytes = test::base64url_decode(text);
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

TEST(Base64UrlDecode, RefusesPaddingWhiteSpaceAndTheOtherAlphabet) {
  for (const std::string_view text : {"Zg==", "Zm8=", "=", "Zm9v=", " Zm9v", "Zm9v ", "Zm9v\n", "Zm\n9v", "+A", "/A"}) {
    EXPECT_EQ(test::base64url_decode(text), std::nullopt) << text;
  }
}

TEST(Base64UrlDecode, RefusesALengthThatNoEncodingHas) {
  for (const std::size_t size : {1U, 5U, 9U, 45U}) {
    EXPECT_EQ(test::base64url_decode(std::string(size, 'A')), std::nullopt);
  }
}

TEST(Base64UrlDecodeTo, NeedsSpaceForAllBytesAndWritesNoMore) {
  std::array<std::byte, 3> out{std::byte{1}, std::byte{2}, std::byte{3}};
  EXPECT_EQ(base64url_decode_to("Zm9v", std::span(out).first(2)), std::nullopt);
  EXPECT_EQ(base64url_decode_to("Zm8", std::span(out).first(2)), 2U);
  EXPECT_EQ(out[2], std::byte{3});
  EXPECT_EQ(base64url_decode_to("Zm9v", out), 3U);
  EXPECT_EQ(text_of(out), "foo");
}

/// Bytes whose encoding repeats the alphabet: 48 bytes are its 64 characters.
std::vector<std::byte> counting_bytes(std::size_t size) {
  const auto once = test::base64url_decode(kAlphabet).value();
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(once[i % once.size()]);
  return bytes;
}

TEST(Base64Url, KeepsTextsOfEveryLength) {
  const std::string letters = std::string(kAlphabet) + std::string(kAlphabet);
  for (std::size_t size = 0; size <= 96; size += 3) {
    EXPECT_EQ(base64url_encode(counting_bytes(size)), letters.substr(0, size / 3 * 4));
  }
  for (std::size_t size = 0; size <= 96; ++size) {
    EXPECT_EQ(test::base64url_decode(base64url_encode(counting_bytes(size))), counting_bytes(size)) << size;
  }
}

TEST(Base64UrlDecode, RefusesCharactersOutsideTheAlphabetAnywhereInALongText) {
  for (const std::size_t size : {43U, 64U, 86U}) {
    std::string text(size, 'A');
    for (char& character : text) {
      for (const char foreign : {'+', '/', '=', '.', '@', '[', '`', '{', ':', '\0', '\x7f', '\x80', '\xff'}) {
        character = foreign;
        EXPECT_EQ(test::base64url_decode(text), std::nullopt) << size;
      }
      character = 'A';
    }
  }
}

TEST(Base64UrlDecode, RefusesUnusedBitsBehindALongText) {
  const std::string secret(42, '_');
  for (const char last : {'A', 'E', 'g', '8'}) EXPECT_TRUE(test::base64url_decode(secret + last)) << last;
  for (const char last : {'B', 'C', 'D', 'h', '_'})
    EXPECT_EQ(test::base64url_decode(secret + last), std::nullopt) << last;
}

TEST(Base64UrlDecodeTo, WritesNothingBehindTheBytesOfALongText) {
  for (std::size_t size = 0; size <= 64; ++size) {
    std::vector<std::byte> out(80, std::byte{7});
    const std::string text = base64url_encode(std::vector<std::byte>(size));
    ASSERT_EQ(base64url_decode_to(text, out), size);
    EXPECT_EQ(std::vector<std::byte>(out.begin() + static_cast<std::ptrdiff_t>(size), out.end()),
              std::vector<std::byte>(80 - size, std::byte{7}));
  }
}

TEST(Base64Decode, RefusesEveryOtherForm) {
  for (const std::string_view text : {"Zg", "Zg=", "Zm8", "Zh==", "Zm9=", "=", "==", "====", "A===", "Zg==Zg==", "--__",
                                      "Zm9v=", "Zm 9", "Zm9v\n", "Z=9v", "Zm9vZ==="}) {
    EXPECT_EQ(base64_decode(text), std::nullopt) << text;
  }
}

TEST(Base64UrlEncodeTo, ReturnsTheEndOfWhatItWrote) {
  std::string out(8, '#');
  char* const end = base64url_encode_to(bytes_of("foob"), out.data());
  EXPECT_EQ(end - out.data(), 6);
  EXPECT_EQ(out, "Zm9vYg##");
}

TEST(Base64Encode, UsesEveryCharacterOfItsAlphabet) {
  EXPECT_EQ(base64_of(counting_bytes(48)), "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
}

TEST(Base64Encode, IsReversedForEveryLength) {
  for (std::size_t size = 0; size <= 96; ++size)
    EXPECT_EQ(base64_decode(base64_of(counting_bytes(size))), counting_bytes(size));
}

}  // namespace
}  // namespace agent_access::base
