#include "base/uuid.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/fixed_ports.hpp"

namespace agent_access::base {
namespace {

constexpr std::string_view kGood = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6";

TEST(RandomUuid, SetsVersionAndVariantAndKeepsTheOtherBits) {
  test::ScriptedRandom random;
  const auto uuid = random_uuid(random);
  ASSERT_TRUE(uuid);
  EXPECT_EQ(to_text(*uuid), "00010203-0405-4607-8809-0a0b0c0d0e0f");

  test::ScriptedRandom high(0xf0);
  EXPECT_EQ(to_text(random_uuid(high).value()), "f0f1f2f3-f4f5-46f7-b8f9-fafbfcfdfeff");
}

TEST(RandomUuid, IsEmptyWithoutRandomness) {
  test::ScriptedRandom random(0, 0);
  EXPECT_EQ(random_uuid(random), std::nullopt);
}

TEST(ParseUuid, ReadsWhatToTextWrites) {
  const auto uuid = parse_uuid(kGood);
  ASSERT_TRUE(uuid);
  EXPECT_EQ(uuid->bytes[0], std::byte{0xf8});
  EXPECT_EQ(uuid->bytes[15], std::byte{0xf6});
  EXPECT_EQ(to_text(*uuid), kGood);
}

TEST(ParseUuid, AcceptsTheFourVariantDigits) {
  for (const char digit : std::string_view("0123456789abcdef")) {
    std::string text(kGood);
    text[19] = digit;
    EXPECT_EQ(parse_uuid(text).has_value(), std::string_view("89ab").contains(digit)) << digit;
  }
}

TEST(ParseUuid, RefusesOtherVersions) {
  for (const char digit : std::string_view("01235678 9abcdef")) {
    std::string text(kGood);
    text[14] = digit;
    EXPECT_EQ(parse_uuid(text), std::nullopt) << digit;
  }
}

TEST(ParseUuid, AcceptsLettersOfEitherCase) {
  for (const std::string_view text : {"F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6", "f81d4FAE-7dec-41D0-a765-00A0C91E6bf6"}) {
    EXPECT_EQ(to_text(parse_uuid(text).value()), "f81d4fae-7dec-41d0-a765-00a0c91e6bf6");
  }
  EXPECT_EQ(parse_uuid("G81D4FAE-7DEC-41D0-A765-00A0C91E6BF6"), std::nullopt);
}

TEST(ParseUuid, RefusesOtherForms) {
  for (const std::string_view text : {"", "f81d4fae7dec41d0a76500a0c91e6bf6", "{f81d4fae-7dec-41d0-a765-00a0c91e6bf6}",
                                      "urn:uuid:f81d4fae-7dec-41d0-a765-00a0c91e6bf6",
                                      "f81d4fae-7dec-41d0-a765-00a0c91e6bf", "f81d4fae-7dec-41d0-a765-00a0c91e6bf66",
                                      " f81d4fae-7dec-41d0-a765-00a0c91e6bf", "f81d4fae-7dec-41d0-a76500-a0c91e6bf6",
                                      "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"}) {
    EXPECT_EQ(parse_uuid(text), std::nullopt) << text;
  }
}

TEST(ParseUuid, RefusesEveryWrongCharacterAtEveryPosition) {
  for (std::size_t at = 0; at < kGood.size(); ++at) {
    for (const char wrong : {'g', '/', ':', '`', '@', ' ', '\0', '\xff', '_'}) {
      std::string text(kGood);
      text[at] = wrong;
      EXPECT_EQ(parse_uuid(text), std::nullopt) << at;
    }
  }
}

TEST(WriteText, WritesEveryDigitAtEveryPosition) {
  Uuid uuid;
  for (unsigned i = 0; i < 16; ++i) uuid.bytes[i] = static_cast<std::byte>(i * 0x10 + (15 - i));
  EXPECT_EQ(to_text(uuid), "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0");
  for (unsigned i = 0; i < 16; ++i) uuid.bytes[i] = static_cast<std::byte>((15 - i) * 0x10 + i);
  EXPECT_EQ(to_text(uuid), "f0e1d2c3-b4a5-9687-7869-5a4b3c2d1e0f");
}

TEST(WriteText, WritesExactly36Characters) {
  std::string out(38, '#');
  write_text(parse_uuid(kGood).value(), out.data());
  EXPECT_EQ(out, std::string(kGood) + "##");
}

}  // namespace
}  // namespace agent_access::base
