// CSL-JSON as Zotero, ORCID and Crossref write it.
#include "site/sources/works/csl.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace agent_access::sources {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

std::vector<Work> works_of_csl(std::string_view text) {
  auto read = read_csl(text);
  EXPECT_TRUE(read) << read.error();
  return read ? std::move(read->works) : std::vector<Work>();
}

TEST(ReadCsl, TakesWhatZoteroWrites) {
  const auto all = works_of_csl(R"([
    {"id": "example2020", "type": "article-journal", "title": "Quiet <i>Structures</i>", "container-title": "Journal", "volume": "12",
     "issue": 3, "page": "1-20", "DOI": "https://doi.org/10.1000/AbC", "URL": "https://doi.org/10.1000/AbC",
     "author": [{"family": "Example", "given": "Robin"}, {"literal": "The Group"}, {"family": "Berg", "non-dropping-particle": "van"},
                {"family": "Wright", "given": "F.L.", "suffix": "III"}, {"family": "李", "given": "明"}, {"family": "李", "given": "明"}],
     "issued": {"date-parts": [["2020", 3, "9"]]}, "keyword": "sea; noise"},
    {"type": "paper-conference", "title": "A talk", "issued": {"raw": "in press"}, "event-title": "Days", "container-title": "Proc."}])");
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].line, 2U);
  EXPECT_EQ(all[0].key + "|" + all[0].type + "|" + all[0].title + "|" + all[0].date,
            "example2020|article|Quiet Structures|2020-03-09");
  EXPECT_THAT(all[0].authors,
              ElementsAre("Robin Example", "The Group", "van Berg", "F. L. Wright III", "李明", "李明"));
  EXPECT_EQ(all[0].journal + "|" + all[0].volume + "|" + all[0].number + "|" + all[0].pages, "Journal|12|3|1-20");
  EXPECT_EQ(all[0].doi + "|" + all[0].url, "10.1000/AbC|");
  EXPECT_THAT(all[0].keywords, ElementsAre("sea", "noise"));
  EXPECT_EQ(all[1].book + "|" + all[1].event + "|" + all[1].status, "Proc.|Days|in press");
}

TEST(ReadCsl, TakesWhatCrossrefReturns) {
  const auto all =
      works_of_csl(R"({"message": {"title": ["T"], "subtitle": ["S"], "type": "journal-article", "DOI": "10.1000/x",
    "published": {"date-parts": [[2019]]}, "author": [{"given": "A", "family": "B", "sequence": "first"}, {"name": "Group"}]}})");
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].title + "|" + all[0].date + "|" + all[0].doi, "T: S|2019|10.1000/x");
  EXPECT_THAT(all[0].authors, ElementsAre("A B", "Group"));
  EXPECT_THAT(works_of_csl(R"({"items": [{"title": "T"}]})"), SizeIs(1));
}

TEST(ReadCsl, SaysWhatItLeavesOut) {
  const auto read = read_csl("[{\"title\": \"T\", \"issued\": {\"raw\": \"soon\"}},\n {\"type\": \"book\"}]");
  ASSERT_TRUE(read);
  ASSERT_THAT(read->notes, SizeIs(2));
  EXPECT_EQ(read->notes[0].place + ": " + read->notes[0].sentence, "[0].issued: \"soon\" is not a date; left out");
  EXPECT_EQ(read->notes[1].line, 2U);
  EXPECT_EQ(read->notes[1].place + ": " + read->notes[1].sentence, "[1]: has no title; left out");
}

TEST(ReadCsl, RefusesWhatIsNoJsonAndWhatHasNoWork) {
  EXPECT_THAT(read_csl("[\n{]").error(), HasSubstr("2: is not JSON"));
  EXPECT_EQ(read_csl("[]").error(), "has no entry that can be read");
}

}  // namespace
}  // namespace agent_access::sources
