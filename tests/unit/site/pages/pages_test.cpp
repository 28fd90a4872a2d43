#include "site/pages/pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "example_pages.hpp"

namespace agent_access::pages::test {
namespace {

namespace bj = boost::json;
using testing::HasSubstr;
using testing::Not;

TEST(Pages, SayThatTheyAreADemoWithALinkToWhatThereIs) {
  auto demo = settings();
  demo.preview.is_demo = true;
  const std::string line = "<p class=\"demo\">This is a demo of agent-access; its content is invented.";
  const auto pages = rendered(plain(), demo);
  for (const auto& [path, page] : pages) {
    EXPECT_THAT(page.body, HasSubstr(line + " <a href=\"/agent-access\">")) << path;
  }
  demo.has_profile = false;
  for (const auto& [path, page] : rendered(plain(), demo)) EXPECT_THAT(page.body, HasSubstr(line + "</p>")) << path;
  for (const auto& [path, page] : html_pages(plain())) EXPECT_THAT(page.body, Not(HasSubstr("demo"))) << path;
}

TEST(Pages, EscapeHostileTextEverywhere) {
  const auto hostile = html_pages(content_of(kHostile, kHostileUrl));
  const auto harmless = html_pages(plain());
  ASSERT_EQ(paths_of(hostile), paths_of(harmless));
  for (const auto& [path, page] : hostile) {
    EXPECT_THAT(page.body, HasSubstr("&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/script&gt;")) << path;
    EXPECT_THAT(page.body, Not(HasSubstr("<img src=x"))) << path;
    EXPECT_THAT(page.body, Not(HasSubstr("<script>"))) << path;
    // As many elements as with harmless text, so the owner's text adds none; unsafe links are text.
    for (const auto* tag : {"<script", "</script", "<img", "<h1", "<meta", "<p>", "<li", "<dd"}) {
      EXPECT_EQ(count(page.body, tag), count(harmless.at(path).body, tag)) << path << " " << tag;
    }
    EXPECT_THAT(page.body, Not(HasSubstr("href=\"javascript:"))) << path;
    // Placeholders in the owner's text are not replaced.
    EXPECT_THAT(page.body, HasSubstr("{{base_url}}&amp;")) << path;
  }
}

TEST(Pages, ShowDatesOfTheCvToTheMonth) {
  content::Content content = plain();
  content.site.cv->positions = {{"P", "O", "2021-09-01", "2023-02-15", ""}, {"Q", "O", "2020-01-02", "2020-01-30", ""}};
  content.site.cv->awards = {{"A", "2022-03-04"}};
  const auto cv = html_pages(content).at("/cv").body;
  EXPECT_THAT(
      cv, HasSubstr(
              R"(<time datetime="2021-09">September 2021</time> – <time datetime="2023-02">February 2023</time></p>)"));
  EXPECT_THAT(cv, HasSubstr(R"(<p class="timeline-date"><time datetime="2020-01">January 2020</time></p>)"));
  EXPECT_THAT(cv, HasSubstr(R"(<time datetime="2022-03">March 2022</time>)"));
}

TEST(Pages, ShowWhenAProjectBeganAndEnded) {
  content::Content content = plain();
  auto& project = content.site.projects.front();
  const auto shown = [&] {
    const auto pages = html_pages(content);
    return pages.at("/projects/" + project.slug).body;
  };
  project.date = "2031";
  project.until = "2034-05";
  EXPECT_THAT(
      shown(),
      HasSubstr(
          R"(<dt>Period</dt><dd><time datetime="2031">2031</time> – <time datetime="2034-05">May 2034</time></dd>)"));
  project.date.clear();
  EXPECT_THAT(shown(), HasSubstr(R"(<dt>Period</dt><dd><time datetime="2034-05">May 2034</time></dd>)"));
  project.until.clear();
  EXPECT_THAT(shown(), Not(HasSubstr("<time")));
  project.date = "2031";
  EXPECT_THAT(shown(), HasSubstr(R"(<dt>Since</dt><dd><time datetime="2031">2031</time></dd>)"));
}

TEST(Pages, AreAllReachableFromTheHomePage) {
  const auto pages = html_pages(plain());
  std::set<std::string> reached = {"/"};
  for (std::size_t before = 0; before != reached.size();) {
    before = reached.size();
    const auto known = reached;
    for (const auto& path : known) {
      for (const auto& target : matches(pages.at(path).body, "href=\"(/[^\"#]*)")) {
        if (pages.contains(target)) reached.insert(target);
      }
    }
  }
  EXPECT_EQ(reached, paths_of(pages));
}

bj::value json_ld_of(const Rendered& page) {
  const std::string open = "<script type=\"application/ld+json\">";
  const auto begin = page.body.find(open) + open.size();
  return bj::parse(page.body.substr(begin, page.body.find("</script>", begin) - begin));
}

TEST(Pages, WithAShortSummaryNameTheSiteInTheirDescription) {
  content::Content content = plain();
  content.site.title = "Robin Example";
  content.site.tagline = "Boats, tides and small tools";
  const auto pages = html_pages(content);
  const std::string open = "<meta name=\"description\" content=\"";
  EXPECT_THAT(pages.at("/publications").body,
              HasSubstr(open + "Everything published, newest first. · Robin Example\">"));
  EXPECT_THAT(pages.at("/publications/first").body,
              HasSubstr(open + "Plain text · Robin Example · Boats, tides and small tools\">"));
}

TEST(Pages, DescribeThemselvesAsJsonLdWithHostileText) {
  for (const auto& [path, page] : html_pages(content_of(kHostile, kHostileUrl))) {
    EXPECT_EQ(json_ld_of(page).at("@context"), "https://schema.org") << path;
  }
}

// Properties of single pages and assets.

namespace bj = boost::json;

}  // namespace
}  // namespace agent_access::pages::test
