#include "tools/probe/published/checks.hpp"

#include <gtest/gtest.h>

#include "tools/probe/run/reading.hpp"
#include "unit/tools/probe/fixture.hpp"

namespace agent_access::tools {
namespace {

using Links = std::vector<std::string>;

TEST(LinksIn, AreFoundInEveryKindOfDocument) {
  const auto documents = good_documents();
  EXPECT_EQ(links_in(documents, paths::kLlms),
            (Links{"https://example.com/api/site.json", "https://example.com/ai/faq.json", "https://code.example/x"}));
  EXPECT_EQ(links_in(documents, paths::kSitemap), Links{"https://example.com/faq?a=1&b=2"});
  EXPECT_EQ(links_in(documents, paths::kSkills), Links{"https://example.com/skill.md"});
  EXPECT_EQ(links_in(documents, paths::kCatalog).size(), 6U);
  EXPECT_EQ(links_in(documents, "/absent"), Links{});
}

TEST(LinksOfMarkdown, EndWhereTheAddressEndsAndOmitTemplatesAndFragments) {
  EXPECT_EQ(links_of_markdown(
                "see <https://a.example/b>, [c](https://a.example/d) and https://a.example/e. `https://a.example/f`"),
            (Links{"https://a.example/b", "https://a.example/d", "https://a.example/e", "https://a.example/f"}));
  EXPECT_EQ(links_of_markdown("https://a.example/{id} https://a.example/<slug> [x](/y#z) [x](/y)"), Links{"/y"});
}

TEST(HeadingsOf, OmitsCode) {
  const auto headings = headings_of("# A\n```\n# comment\n```\ntext\n## B  \n#no\n");
  ASSERT_EQ(headings.size(), 2U);
  EXPECT_EQ(headings[1].text, "B");
  EXPECT_EQ(headings[1].level, 2U);
  EXPECT_EQ(headings[1].offset, 27U);
}

TEST(VisibleText, HasNoTagsScriptsAndStyles) {
  EXPECT_EQ(
      visible_text("<head><title>T</title></head><h1>A</h1>\n<script>b()</script><p>c <b>d</b></p><STYLE>e</STYLE>"),
      "A c d");
}

TEST(TagsOf, AreWholeNames) {
  EXPECT_EQ(tags_of("<h1 id=\"A\">x</h1><h12><H1>", "h1"), (Links{"<h1 id=\"A\">", "<h1>"}));
}

TEST(CheckLink, RefusesMissingTargets) {
  const std::string url = "https://example.com/x";
  for (const unsigned status : {200U, 204U, 301U, 400U, 401U, 405U}) {
    EXPECT_FALSE(check_link(url, answer_of(status, "", ""))) << status;
  }
  for (const unsigned status : {404U, 410U, 500U, 503U})
    EXPECT_TRUE(check_link(url, answer_of(status, "", ""))) << status;
}

TEST(CheckDigest, ComparesTheBytes) {
  // SHA-256 of "abc", FIPS 180-4 example.
  constexpr std::string_view kDigest = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_FALSE(check_digest("https://example.com/s", kDigest, "abc"));
  EXPECT_TRUE(check_digest("https://example.com/s", kDigest, "abd"));
  EXPECT_TRUE(check_digest("https://example.com/s", "", "abc"));
}

}  // namespace
}  // namespace agent_access::tools
