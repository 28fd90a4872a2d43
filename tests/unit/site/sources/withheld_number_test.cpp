#include "site/sources/resumes/withheld_number.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/sources/formats.hpp"
#include "unit/site/sources/note_lines.hpp"

namespace agent_access::sources {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kSentence =
    R"(: publishes the telephone number of basics.phone; take it out of this text, or name "phone" in content.publish)";

std::vector<std::string> notes_of(std::string_view resume, const std::vector<std::string>& with = {}) {
  const auto read = read_source(resume, SourceFormat::resume, with);
  EXPECT_TRUE(read);
  return read ? note_lines(read->notes) : std::vector<std::string>();
}

constexpr const char* kPhone = R"(1 basics.phone: left out; "phone" in content.publish publishes it)";
constexpr std::string_view kWithNumber = R"({"basics": {"name": "R", "phone": "+49 (0)30 123 45-67",
  "label": "030/1234567",
  "summary": "030 1234568, 2020",
  "profiles": [{"network": "WhatsApp", "url": "https://wa.me/49301234567"}]}})";

TEST(WithheldNumber, IsNotPublishedFromAnotherTextWithoutAWarning) {
  EXPECT_THAT(notes_of(kWithNumber), ElementsAre(kPhone, "2 basics.label" + std::string(kSentence),
                                                 "4 basics.profiles[0].url" + std::string(kSentence)));
}

TEST(WithheldNumber, IsFoundHoweverItIsWritten) {
  for (const std::string text : {"079‑555‑01‑00", "079 – 555 · 01, 00", "079 555 **01 00**", "079&nbsp;555 01 00",
                                 "０７９ ５５５ ０１ ００", "me.\\n\\nOr +41795550100"}) {
    EXPECT_THAT(notes_of("{\"basics\": {\"name\": \"R\", \"phone\": \"+41 79 555 01 00\",\n\"summary\": \"Call " +
                         text + "\"}}"),
                ElementsAre(kPhone, "2 basics.summary" + std::string(kSentence)))
        << text;
  }
}

TEST(WithheldNumber, MayBeANumberOrOneOfTwo) {
  for (const std::string phone : {"41795550100", "\"031 555 00 00 / 079 555 01 00 (mobile)\"", "\"079/555/01/00\""}) {
    EXPECT_THAT(
        notes_of("{\"basics\": {\"name\": \"R\", \"phone\": " + phone + ",\n\"summary\": \"Call +41 79 555 01 00\"}}"),
        ElementsAre(kPhone, "2 basics.summary" + std::string(kSentence)))
        << phone;
  }
}

TEST(WithheldNumber, IsNotedWhereItIsPublishedOnly) {
  const std::string profiles = R"({"basics": {"name": "R", "phone": "0301234567",
    "profiles": [{"network": "WhatsApp", "username": "0301234567"}])";
  constexpr const char* kProfile = "2 basics.profiles[0]: has no address; left out";
  EXPECT_THAT(notes_of(profiles + "}}"), ElementsAre(kPhone, kProfile));
  EXPECT_THAT(notes_of(profiles + ",\n\"summary\": \"Call 0301234567\"}}"),
              ElementsAre(kPhone, kProfile, "3 basics.summary" + std::string(kSentence)));
}

TEST(WithheldNumber, MayBeThatOfATextWhichIsPublished) {
  EXPECT_THAT(
      notes_of(R"({"basics": {"name": "R", "summary": "Phone: 0301234567"}})"),
      ElementsAre("0 owner.summary: publishes the telephone number of basics.summary; take it out of this text, "
                  "or name \"phone\" in content.publish"));
}

TEST(WithheldNumber, MayHaveALabel) {
  const auto read = read_source(
      "- title: Me\n  type: map\n  contents:\n    - {name: Name, value: R}\n"
      "    - {name: Mobile, value: 030 1234567}\n    - {name: Summary, value: Call 0301234567}\n",
      SourceFormat::alfolio, {});
  ASSERT_TRUE(read);
  EXPECT_THAT(note_lines(read->notes),
              testing::Contains("6 [0].contents[2].value: publishes the telephone number of [0].contents[1].value; "
                                "take it out of this text, or name \"phone\" in content.publish"));
}

TEST(WithheldNumber, MayStandEverywhereIfItIsPublished) { EXPECT_THAT(notes_of(kWithNumber, {"phone"}), IsEmpty()); }

TEST(WithheldNumber, IsOneOfTheFirstHundred) {
  boost::json::array phones;
  for (int i = 0; i < 200; ++i) phones.emplace_back(std::to_string(10'000'000 + i));
  EXPECT_EQ(withheld_numbers(boost::json::object{{"phone", phones}}, {}).size(), 100U);
}

TEST(WithheldNumber, IsNotLookedForInWhatIsLeftOut) {
  EXPECT_THAT(notes_of(R"({"basics": {"name": "R", "phone": "0301234567"}, "references": [{"name": "030 1234567"}]})"),
              ElementsAre(kPhone, R"(1 references: left out; "references" in content.publish publishes them)"));
}

TEST(WithheldNumber, IsNotLookedForIfItIsShort) {
  EXPECT_THAT(notes_of(R"({"basics": {"name": "R", "phone": "2020", "summary": "Since 2020."}})"), ElementsAre(kPhone));
}

}  // namespace
}  // namespace agent_access::sources
