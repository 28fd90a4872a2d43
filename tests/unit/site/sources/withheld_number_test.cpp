#include "site/sources/withheld_number.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/sources/formats.hpp"
#include "unit/site/sources/note_lines.hpp"

namespace agent_access::sources {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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
  constexpr const char* kSentence =
      ": publishes the telephone number that basics.phone withholds; take it out of this text, or publish that one as "
      "well";
  EXPECT_THAT(notes_of(kWithNumber), ElementsAre(kPhone, "2 basics.label" + std::string(kSentence),
                                                 "4 basics.profiles[0].url" + std::string(kSentence)));
}

TEST(WithheldNumber, MayHaveALabel) {
  const auto read = read_source(
      "- title: Me\n  type: map\n  contents:\n    - {name: Name, value: R}\n"
      "    - {name: Mobile, value: 030 1234567}\n    - {name: Summary, value: Call 0301234567}\n",
      SourceFormat::alfolio, {});
  ASSERT_TRUE(read);
  EXPECT_THAT(note_lines(read->notes),
              testing::Contains("6 [0].contents[2].value: publishes the telephone number that [0].contents[1].value "
                                "withholds; take it out of this text, or publish that one as well"));
}

TEST(WithheldNumber, MayStandEverywhereIfItIsPublished) { EXPECT_THAT(notes_of(kWithNumber, {"phone"}), IsEmpty()); }

TEST(WithheldNumber, IsNotLookedForInWhatIsLeftOut) {
  EXPECT_THAT(notes_of(R"({"basics": {"name": "R", "phone": "0301234567"}, "references": [{"name": "030 1234567"}]})"),
              ElementsAre(kPhone, R"(1 references: left out; "references" in content.publish publishes them)"));
}

TEST(WithheldNumber, IsNotLookedForIfItIsShort) {
  EXPECT_THAT(notes_of(R"({"basics": {"name": "R", "phone": "2020", "summary": "Since 2020."}})"), ElementsAre(kPhone));
}

}  // namespace
}  // namespace agent_access::sources
