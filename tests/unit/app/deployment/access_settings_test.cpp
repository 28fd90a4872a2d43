#include "app/deployment/access_settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/deployment/material.hpp"
#include "unit/app/config/config_fixture.hpp"

namespace agent_access::app {
namespace {

// What declared rows become, and what they conflict with.

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kSiteSettings = "base_urls = [\"https://example.com\"]\n";

class AccessSettingsTest : public ConfigTest {
 protected:
  static std::string gate(const std::string& prefix, const std::string& more = {}) {
    return "[[gates]]\nprefix = \"" + prefix + "\"\ntitle = \"A\"\ndescription = \"A.\"\n" + more;
  }
  static std::string document(const std::string& path, const std::string& more = {}) {
    return "[[documents]]\npath = \"" + path + "\"\nsource = \"a\"\ntitle = \"A\"\ndescription = \"A.\"\n" + more;
  }
  content::Access access(const std::string& toml) {
    auto settings = load_settings(load(std::string(kSiteSettings) + toml));
    if (!settings) ADD_FAILURE() << testing::PrintToString(settings.error());
    return settings ? settings->access : content::Access{};
  }
  Problems conflicts(const std::string& toml, const std::vector<content::StaticFile>& files = {}) {
    const auto config = load(std::string(kSiteSettings) + toml);
    const auto settings = load_settings(config);
    content::Content content;
    content.site.projects.emplace_back().slug = "boats";
    return access_conflicts(config.access, *settings, content, files);
  }
};

TEST_F(AccessSettingsTest, BeginWithTheScopeOfTheProfile) {
  const auto found = access(gate("/data/"));
  ASSERT_EQ(found.scopes.size(), 1U);
  EXPECT_EQ(found.scopes[0].name, "read:extended");
  EXPECT_EQ(found.scopes[0].meaning, "Read the extended CV and availability profile.");
  EXPECT_EQ(found.gates.at(0).scope, 0U);
  EXPECT_FALSE(found.has_declared_scopes());
}

TEST_F(AccessSettingsTest, NumberTheScopesInTheirOrder) {
  const auto found = access("[[scopes]]\nname = \"b\"\nmeaning = \"B.\"\n[[scopes]]\nname = \"a\"\nmeaning = \"A.\"\n" +
                            document("/api/agent/a", "scope = \"a\"\nmedia_type = \"text/csv\"\n") +
                            gate("/data/", "scope = \"b\"\nmethods = [\"POST\"]\nopenapi = \"/o.json\"\n"));
  ASSERT_EQ(found.scopes.size(), 3U);
  EXPECT_EQ(found.scopes[1].name, "b");
  EXPECT_EQ(found.scopes[2].meaning, "A.");
  ASSERT_EQ(found.documents.size(), 1U);
  EXPECT_EQ(found.documents[0].path, "/api/agent/a");
  EXPECT_EQ(found.documents[0].title, "A");
  EXPECT_EQ(found.documents[0].description, "A.");
  EXPECT_EQ(found.documents[0].media_type, "text/csv");
  EXPECT_EQ(found.documents[0].scope, 2U);
  ASSERT_EQ(found.gates.size(), 1U);
  EXPECT_EQ(found.gates[0].prefix, "/data/");
  EXPECT_THAT(found.gates[0].methods, ElementsAre("POST"));
  EXPECT_EQ(found.gates[0].openapi, "/o.json");
  EXPECT_EQ(found.gates[0].scope, 1U);
}

TEST_F(AccessSettingsTest, HoldNothingThatIsPublished) {
  const auto refused = [&](const std::string& prefix, const std::string& path) {
    return at(3,
              "gates.prefix: \"" + prefix + "\" holds " + path + ", which this program serves; choose another prefix");
  };
  EXPECT_THAT(conflicts(gate("/data/")), IsEmpty());
  EXPECT_THAT(conflicts(gate("/ai/")), ElementsAre(refused("/ai/", "/ai/faq.json")));
  EXPECT_THAT(conflicts(gate("/AI/")), ElementsAre(refused("/AI/", "/ai/faq.json")));
  EXPECT_THAT(conflicts(gate("/projects/")), ElementsAre(refused("/projects/", "/projects")));
  EXPECT_THAT(conflicts("content.pages = false\n" + gate("/projects/")), IsEmpty());
}

TEST_F(AccessSettingsTest, DoNotShareAPathWithAFileForEverybody) {
  const std::vector<content::StaticFile> files = {{"/data/a.csv", "text/csv", "a"}, {"/api/agent/b", "text/csv", "a"}};
  EXPECT_THAT(conflicts(gate("/data/") + document("/api/agent/B"), files),
              ElementsAre(at(3,
                             "gates.prefix: \"/data/\" holds /data/a.csv, which content.root publishes for everybody; "
                             "move that file, or choose another prefix"),
                          at(7,
                             "documents.path: \"/api/agent/B\": content.root has /api/agent/b, which everybody can "
                             "read; move that file, or choose another path")));
  EXPECT_THAT(conflicts(gate("/data/b/") + document("/api/agent/c"), files), IsEmpty());
  EXPECT_THAT(
      conflicts(gate("/data/"), {{"/data", "text/csv", "a"}}),
      ElementsAre(at(3,
                     "gates.prefix: \"/data/\" holds /data, which content.root publishes for everybody; move that "
                     "file, or choose another prefix")));
}

TEST_F(AccessSettingsTest, WarnAboutScopesWithoutUse) {
  const std::string scope = "[[scopes]]\nname = \"a\"\nmeaning = \"A.\"\n";
  EXPECT_THAT(access_warnings(load(scope).access),
              ElementsAre(at(2, "scopes.name: \"a\" is the scope of no document and no gate")));
  EXPECT_THAT(access_warnings(load(scope + gate("/a/", "scope = \"a\"\n")).access), IsEmpty());
}

}  // namespace
}  // namespace agent_access::app
