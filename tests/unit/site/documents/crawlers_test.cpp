#include "site/documents/crawlers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

using testing::HasSubstr;
using testing::Not;

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
  example.settings.signals = {"", "no", "", "reference"};
  EXPECT_THAT(render_robots(example.view()), HasSubstr("\nContent-Signal: ai-input=no, use=reference\nDisallow:\n"));
}

TEST(Robots, NamesTheArdManifestOnlyIfItIsPublished) {
  Example example = example_site();
  EXPECT_THAT(render_robots(example.view()), Not(HasSubstr("Agentmap")));
  example.settings.conventions.ard = true;
  EXPECT_THAT(render_robots(example.view(1)), HasSubstr("\nSitemap: https://www.example.com/sitemap.xml\n"
                                                        "Agentmap: https://www.example.com/.well-known/ard.json\n"));
}

TEST(Sitemap, HasTheDateOfTheContentForEveryAddress) {
  Example example = example_site();
  const auto dates = [&example](const std::string& part) {
    const std::string text = render_sitemap(example.view());
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  const std::size_t addresses = dates("<loc>");
  EXPECT_EQ(dates("<lastmod>2034-06-01<"), addresses - 1);
  EXPECT_EQ(dates("<lastmod>2034-05-20<"), 1U) << "the FAQ has its own date";
  example.content.site.updated.clear();
  EXPECT_EQ(dates("<lastmod>2034-05-20<"), addresses);
  example.content.faq.updated.clear();
  EXPECT_EQ(dates("<lastmod>"), 3U) << "the dates of the works";
}

}  // namespace
}  // namespace agent_access::documents
