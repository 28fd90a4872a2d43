#include "documents/site/site.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Robots, IsThisDocument) { expect_golden("robots.txt", render_robots(example_site().view())); }

TEST(Robots, ForbidsNothingAndAllowsNothing) {
  const std::string body = render_robots(example_site().view());
  EXPECT_THAT(body, HasSubstr("\nDisallow:\n"));
  EXPECT_THAT(body, Not(HasSubstr("Disallow: ")));
  EXPECT_THAT(body, Not(HasSubstr("\nAllow")));
}

TEST(Robots, StatesTheContentSignalsThatTheOwnerHasSet) {
  Example example = example_site();
  EXPECT_THAT(render_robots(example.view()), Not(HasSubstr("Content-Signal")));
  example.settings.signals.training = "no";
  EXPECT_THAT(render_robots(example.view()),
              HasSubstr("\nContent-Signal: ai-train=no\nContent-Usage: train-ai=n\nDisallow:\n"));
  example.settings.signals = {"yes", "no", "no"};
  EXPECT_THAT(render_robots(example.view()),
              HasSubstr("\nContent-Signal: search=yes, ai-input=no, ai-train=no\nContent-Usage: search=y, "
                        "train-ai=n\nDisallow:\n"));
  example.settings.signals = {"", "no", ""};
  EXPECT_THAT(render_robots(example.view()), HasSubstr("\nContent-Signal: ai-input=no\nDisallow:\n"));
}

TEST(Robots, NamesTheSitemapOfItsHost) {
  EXPECT_THAT(render_robots(example_site().view(1)), HasSubstr("\nSitemap: https://www.example.com/sitemap.xml\n"));
}

TEST(Robots, NamesTheArdManifestOnlyIfItIsPublished) {
  Example example = example_site();
  EXPECT_THAT(render_robots(example.view()), Not(HasSubstr("Agentmap")));
  example.settings.conventions.ard = true;
  EXPECT_THAT(render_robots(example.view(1)), HasSubstr("\nSitemap: https://www.example.com/sitemap.xml\n"
                                                        "Agentmap: https://www.example.com/.well-known/ard.json\n"));
}

TEST(Sitemap, IsThisDocument) { expect_golden("sitemap.xml", render_sitemap(example_site().view())); }

TEST(Sitemap, HasDatesOnlyForWorksWithAFullDate) {
  const std::string body = render_sitemap(example_site().view());
  EXPECT_THAT(body, HasSubstr("<loc>https://example.com/publications/tides-of-the-example-sea</loc>\n"
                              "    <lastmod>2034-05-01</lastmod>"));
  EXPECT_THAT(body, HasSubstr("<loc>https://example.com/publications/old-tides</loc>\n  </url>"));
  EXPECT_THAT(body, HasSubstr("<loc>https://example.com/projects/tide-table</loc>\n  </url>"));
  EXPECT_THAT(body, HasSubstr("<loc>https://example.com/faq</loc>\n    <lastmod>2034-05-20</lastmod>"));
}

}  // namespace
}  // namespace agent_access::documents
