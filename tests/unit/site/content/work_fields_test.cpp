#include "site/content/work_fields.hpp"

#include <gtest/gtest.h>

#include <string>

#include "site/content/load.hpp"

namespace agent_access::content {
namespace {

/// The one publication with these members, as a file has them.
Publication work_with(const std::string& members) {
  return parse_site(R"({"tagline": "T", "owner": {"name": "N"}, "publications": [{"slug": "s", "title": "T", )" +
                    members + "}]}")
      .value()
      .publications.front();
}

TEST(Venue, IsThatOfTheFileOrElseWhatTheWorkIsPartOfOrWhoPublishedIt) {
  EXPECT_EQ(work_with(R"("venue": "V", "journal": "J")").venue, "V");
  EXPECT_EQ(work_with(R"("journal": "J", "publisher": "P")").venue, "J");
  EXPECT_EQ(work_with(R"("book": "B", "event": "E")").venue, "B");
  EXPECT_EQ(work_with(R"("event": "E")").venue, "E");
  EXPECT_EQ(work_with(R"("institution": "I", "publisher": "P")").venue, "I");
  EXPECT_EQ(work_with(R"("publisher": "P")").venue, "P");
  EXPECT_EQ(work_with(R"("series": "S")").venue, "");
}

TEST(VenueText, HasVolumeNumberAndPagesOfWhatContainsTheWork) {
  EXPECT_EQ(venue_text(work_with(R"("journal": "J", "volume": "12", "number": "3", "pages": "1–9")")), "J 12(3), 1–9");
  EXPECT_EQ(venue_text(work_with(R"("venue": "V", "pages": "1", "publisher": "P")")), "V, 1");
  EXPECT_EQ(venue_text(work_with(R"-("venue": "Journal 19(1)")-")), "Journal 19(1)");
}

TEST(VenueText, OfAWorkThatStandsAloneSaysWhatItIsAndWhoPublishedIt) {
  EXPECT_EQ(venue_text(work_with(R"("genre": "PhD thesis", "institution": "U", "pages": "300")")), "PhD thesis, U");
  EXPECT_EQ(venue_text(work_with(R"("genre": "Research report", "number": "12", "institution": "I")")),
            "Research report 12, I");
  EXPECT_EQ(venue_text(work_with(R"("publisher": "P", "volume": "2")")), "P");
}

TEST(WorkFields, AreShownOnceBesideTheVenue) {
  const auto shown = [](const Publication& work) {
    std::string names;
    for (const auto& field : kWorkFields<Publication>) {
      if (!(work.*field.member).empty() && !is_in_venue_text(field, work)) names.append(field.name).append(" ");
    }
    return names;
  };
  EXPECT_EQ(shown(work_with(R"("book": "B", "event": "E", "pages": "1", "publisher": "P")")), "event publisher ");
  EXPECT_EQ(shown(work_with(R"("publisher": "P", "pages": "300", "number": "7", "isbn": "9")")), "number pages isbn ");
  EXPECT_EQ(shown(work_with(R"("venue": "V", "journal": "J", "genre": "G", "number": "7")")), "journal genre ");
}

TEST(Periodical, OfAnArticleMayStandInItsVenue) {
  EXPECT_EQ(periodical_of(work_with(R"("venue": "V", "volume": "1", "type": "article")")), "V");
  EXPECT_EQ(periodical_of(work_with(R"("venue": "V", "journal": "J", "volume": "1")")), "J");
  for (const auto* other : {R"("venue": "V")", R"("venue": "V", "volume": "1", "type": "book")",
                            R"("book": "B", "volume": "1")", R"("publisher": "P", "volume": "1")"}) {
    EXPECT_EQ(periodical_of(work_with(other)), "") << other;
  }
}

}  // namespace
}  // namespace agent_access::content
