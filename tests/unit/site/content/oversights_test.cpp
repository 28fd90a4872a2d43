#include "site/content/load.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

namespace agent_access::content {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(UnknownMembers, AreNoneOfAnEmptySite) { EXPECT_THAT(unknown_members(minimal_site("host").source), IsEmpty()); }

TEST(UnknownMembers, AreCountedByTheirPlace) {
  const auto site = parse_site(R"({
    "tagline": "t", "volunteer": [{"a": 1}, {"a": 2}],
    "owner": {"name": "n", "phone": "1", "a b": 2},
    "links": [{"title": "x", "url": "https://a.example", "rel": "me"}],
    "publications": [{"slug": "a", "title": "A", "abstract": "x", "links": [{"title": "x", "url": "/x", "n": 1}]},
                     {"slug": "b", "title": "B", "abstract": "y", "doi": "10.1000/1"}],
    "cv": {"positions": [{"title": "t", "organisation": "o", "from": "2030", "highlights": []}]},
    "design": {"unknown": 1}})");
  ASSERT_TRUE(site);
  EXPECT_THAT(unknown_members(site->source),
              ElementsAre(Pair("cv.positions[].highlights", 1), Pair("links[].rel", 1), Pair("owner.phone", 1),
                          Pair("owner[\"a b\"]", 1), Pair("publications[].abstract", 2),
                          Pair("publications[].links[].n", 1), Pair("volunteer", 1)));
}

TEST(Markup, IsFoundInEachLanguage) {
  for (const auto* text : {"Review of <em>Manufacturing</em>", "a<br>b", "a<br />b", "<A HREF='x'>y</A>", "R&amp;D",
                           "caf&#233;", "x</p>"}) {
    EXPECT_EQ(markup_in(text), "HTML") << text;
  }
  for (const auto* text : {"A **bold** word", "**All**", "see [here](https://a.example)", "[x](/y)"}) {
    EXPECT_EQ(markup_in(text), "Markdown") << text;
  }
  for (const auto* text : {R"(\emph{Quiet})", R"(M\"uller)", R"(M{\"u}ller)", R"(of $\alpha$)", R"(Caf\'{e})"}) {
    EXPECT_EQ(markup_in(text), "LaTeX") << text;
  }
}

TEST(Markup, IsNotFoundInPlainTexts) {
  for (const auto* text : {"",
                           "2 < 3 > 1",
                           "std::vector<int>",
                           "a <b and c",
                           "R&D; and more",
                           "AT&T",
                           "2**3 and 4**5",
                           "** note",
                           "*x*",
                           "f[i](j)",
                           "[1] (2)",
                           R"(C:\notes\a)",
                           R"(a \ b)",
                           "<",
                           "</",
                           "&",
                           "\\",
                           "[](",
                           "****",
                           "<https://a.example>",
                           "price: $5",
                           "https://a.example/?a=1&b=2"}) {
    EXPECT_EQ(markup_in(text), "") << text;
  }
}

TEST(Markup, HasItsPlaceAndLine) {
  constexpr std::string_view kText =
      "{\n\"owner\": {\"name\": \"n\",\n\"about\": [\"a\", \"**b**\"]},\n\"x\": \"<b>\"}";
  const auto found = find_markup(boost::json::parse(kText).as_object(), kText);
  ASSERT_EQ(found.size(), 2);
  EXPECT_EQ(describe(found[0]), "line 3: owner.about[1]: has Markdown, which is shown as it is; write plain text");
  EXPECT_EQ(describe(found[1]), "line 4: x: has HTML, which is shown as it is; write plain text");
}

}  // namespace
}  // namespace agent_access::content
