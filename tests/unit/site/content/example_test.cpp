#include <gtest/gtest.h>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include "site/content/load.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::content {
namespace {

std::string all_of(const std::vector<ContentError>& errors) {
  std::string text;
  for (const ContentError& error : errors) text.append(describe(error)).append("\n");
  return text;
}

TEST(Example, LoadsAndHasEveryKindOfContent) {
  const auto site = parse_site(templates::asset("example/site.json"));
  ASSERT_TRUE(site) << all_of(site.error());
  EXPECT_EQ(site->owner.name, "Robin Example");
  EXPECT_EQ(site->publications.size(), 5U);
  EXPECT_EQ(site->publications.front().slug, "forty-stations-one-calibration");
  ASSERT_EQ(site->projects.size(), 4U);
  for (const Project& project : site->projects) EXPECT_GE(project.text.size(), 2U) << project.slug;
  ASSERT_TRUE(site->cv);
  EXPECT_FALSE(site->cv->positions.empty() || site->cv->education.empty() || site->cv->skills.empty());
  EXPECT_TRUE(site->source.contains("notice"));
  const auto faq = parse_faq(templates::asset("example/faq.json"));
  ASSERT_TRUE(faq) << all_of(faq.error());
  EXPECT_EQ(faq->questions.size(), 6U);
  EXPECT_TRUE(parse_profile(templates::asset("example/profile.json")));
}

TEST(Schemas, AreCompiledInAndDraft7) {
  for (const char* name : {"schemas/site.schema.json", "schemas/faq.schema.json", "schemas/profile.schema.json"}) {
    EXPECT_EQ(boost::json::parse(templates::asset(name)).at("$schema"), "http://json-schema.org/draft-07/schema#")
        << name;
  }
}

}  // namespace
}  // namespace agent_access::content
