#include "site/documents/crawlers.hpp"

#include <gtest/gtest.h>

#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

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
