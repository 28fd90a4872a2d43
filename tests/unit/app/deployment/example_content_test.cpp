#include "app/deployment/example_content.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "content/assets.hpp"
#include "content/load.hpp"

namespace agent_access::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

content::Settings settings_of(std::initializer_list<const char*> base_urls) {
  content::Settings settings;
  for (const auto* base_url : base_urls) settings.base_urls.push_back(base::parse_base_url(base_url).value());
  return settings;
}

TEST(ExampleWarnings, AreNoneForOwnDomains) {
  EXPECT_THAT(example_warnings(settings_of({"https://kim.dev", "http://127.0.0.1:8080", "https://notexample.com",
                                            "https://example.com.kim.dev"})),
              IsEmpty());
}

TEST(ExampleWarnings, NameDomainsThatAreReserved) {
  const std::string end = " is a domain for examples, which nobody can reach; write the addresses of your site";
  EXPECT_THAT(
      example_warnings(settings_of({"https://example.com", "https://www.example.org:8443", "https://site.example"})),
      ElementsAre("base_urls: https://example.com" + end, "base_urls: https://www.example.org:8443" + end,
                  "base_urls: https://site.example" + end));
}

TEST(IsExample, KnowsWhatInitWrites) {
  EXPECT_TRUE(is_example(content::parse_profile(content::asset("example/profile.json")).value()));
  EXPECT_TRUE(is_example(content::parse_site(content::asset("example/site.json")).value()));
  EXPECT_TRUE(is_example(content::parse_faq(content::asset("example/faq.json")).value()));
  EXPECT_FALSE(is_example(content::parse_profile("{\"name\": \"Kim\"}").value()));
  EXPECT_FALSE(is_example(content::minimal_site("Kim")));
  EXPECT_FALSE(is_example(content::minimal_faq()));
}

}  // namespace
}  // namespace agent_access::app
