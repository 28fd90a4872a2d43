// Style sheet and icon of the owner's design, and what a site with little content leaves out. What a design changes in
// the pages: golden/everything.html, by golden_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "example_pages.hpp"
#include "site/content/load.hpp"
#include "site/content/palette.hpp"
#include "site/pages/pages.hpp"
#include "site/pages/style_sheet.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::pages::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(StyleSheet, HasTheColorsOfTheProgramWithoutADesign) {
  const auto sheet = render_style_sheet({});
  EXPECT_THAT(sheet, HasSubstr("--accent: #0b5d5b;"));
  EXPECT_THAT(sheet, HasSubstr("--accent: #86d3c8;"));
  EXPECT_THAT(sheet, Not(HasSubstr("palette")));
  EXPECT_EQ(count(sheet, "--accent: "), 3U) << "light, dark and print";
}

TEST(StyleSheet, HasTheOwnersColorsAfterThoseOfTheProgramAndBeforeThoseOfPrint) {
  const auto sheet = render_style_sheet({.accent = "#7a2e4d"});
  const auto light = sheet.find("--accent: #7a2e4d;\n  --accent-strong: #552036;\n  --on-accent: #ffffff;\n");
  const auto dark = sheet.find("--accent: #caabb8;\n  --accent-strong: #dac4cd;\n  --on-accent: #0b1110;\n");
  ASSERT_NE(light, std::string::npos);
  ASSERT_NE(dark, std::string::npos);
  EXPECT_LT(sheet.find("--accent: #86d3c8;"), light);
  EXPECT_LT(light, dark);
  EXPECT_LT(dark, sheet.find("@media print"));
}

// The contrast of an accent is checked with these grounds (site/content/palette.hpp).
TEST(StyleSheet, HasTheGroundsThatThePaletteAssumes) {
  const std::string sheet(templates::asset("site.css"));
  EXPECT_THAT(sheet, HasSubstr("--sunken: " + content::to_text(content::kLightGround) + ";"));
  EXPECT_THAT(sheet, HasSubstr("--surface: " + content::to_text(content::kDarkGround) + ";"));
  EXPECT_THAT(sheet, HasSubstr("--paper: #f8f7f3;"));
  EXPECT_THAT(sheet, HasSubstr("--paper: #101716;\n    --surface: #17201e;\n    --sunken: #0b1110;"));
}

TEST(Icon, HasTheAccent) {
  EXPECT_EQ(render_icon({}), templates::asset("favicon.svg"));
  const auto icon = render_icon({.accent = "#7a2e4d"});
  EXPECT_EQ(count(icon, "#7a2e4d"), 2U);
  EXPECT_EQ(count(icon, "#0b5d5b"), 0U);
}

/// A page with the least content that its file may have.
std::map<std::string, Rendered> least_pages() {
  auto site = content::parse_site(R"({"tagline": "T", "owner": {"name": "N", "job_title": "J"},
      "cv": {"positions": [{"title": "P", "organisation": "O", "from": "2030", "until": "2031-02-01"}],
             "education": [{"degree": "D", "institution": "I"}], "skills": [{"area": "A", "items": []}],
             "languages": [{"language": "L"}], "awards": [{"name": "W"}]},
      "publications": [{"slug": "p", "title": "P", "date": "2034"}], "projects": [{"slug": "q", "title": "Q"}]})");
  EXPECT_TRUE(site);
  return html_pages({*site, content::minimal_faq()});
}

TEST(SmallSites, ShowEachEntryOfTheCvWithTheLittleThatItHas) {
  const std::string cv = least_pages().at("/cv").body;
  for (const auto* part : {"<p class=\"timeline-date\"><time datetime=\"2030\">2030</time> – "
                           "<time datetime=\"2031-02\">February 2031</time></p>\n<h3>P</h3>\n"
                           "<p class=\"timeline-place\">O</p>\n</li>",
                           "<li>\n<h3>D</h3>\n<p class=\"timeline-place\">I</p>\n</li>", "<p>A</p>\n",
                           "<div><dt>L</dt><dd></dd></div>", "<div><dt>W</dt><dd></dd></div>"}) {
    EXPECT_THAT(cv, HasSubstr(part));
  }
}

TEST(SmallSites, ShowAWorkWithoutFactsAsItsTitle) {
  EXPECT_THAT(least_pages().at("/projects/q").body, HasSubstr("<h1>Q</h1>\n</header>\n</article>"));
}

TEST(HomePage, ShowsThePortraitOfAPerson) {
  auto content = plain();
  content.site.design.portrait = "/me.jpg";
  EXPECT_THAT(html_pages(content).at("/").body,
              HasSubstr("<img class=\"portrait\" src=\"/me.jpg\" alt=\"Portrait of Plain text\" width=\"192\""));
}

TEST(SmallSites, HaveNoHeadingWithNothingBelow) {
  for (const auto& [path, page] : least_pages()) {
    // A heading followed by the end of its part, or by a heading of the same or a higher level.
    EXPECT_EQ(matches(page.body, "(<h([23])[^>]*>[^<]*</h[23]>\\s*</(?:section|aside|article|li|main)>)"),
              std::set<std::string>{})
        << path;
    EXPECT_EQ(matches(page.body, "(<h([23])[^>]*>[^<]*</h[23]>\\s*<h2)"), std::set<std::string>{}) << path;
    EXPECT_EQ(matches(page.body, "(<(dl|ul|ol|p|div|section|h1|h2|h3)( class=\"[^\"]*\")?>\\s*</\\2>)"),
              std::set<std::string>{})
        << path;
  }
}

}  // namespace
}  // namespace agent_access::pages::test
