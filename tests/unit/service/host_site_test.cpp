#include "service/host_site.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

using service::Completion;
using service::HostSite;

/// Everything that a client can get of a document.
std::string text_of(const publish::Document& document) {
  std::string text;
  const auto add = [&text](const publish::Representation& form) {
    for (const auto& part : {form.fields, form.not_modified_fields, form.not_found_fields, form.body})
      text += part + "\n";
  };
  add(document.identity);
  if (const auto* const codings = document.codings.made()) {
    add(*codings->gzip);
    add(*codings->brotli);
  }
  return document.markdown ? text + text_of(*document.markdown) : text;
}

TEST(SnapshotSites, TheFirstSiteIsMadeWithTheSnapshot) {
  const auto snapshot = new_snapshot();
  EXPECT_NE(snapshot->sites->made(0), nullptr);
  EXPECT_EQ(snapshot->sites->made(1), nullptr);
}

TEST(SnapshotSites, TwoReplicasMakeTheSameSite) {
  const SnapshotChange change{.has_not_found_page = true, .mcp = {.is_enabled = true}};
  const auto one = new_snapshot(change);
  const auto other = new_snapshot(change);
  const publish::Catalogue& documents = one->sites->at(1).documents();
  const publish::Catalogue& others = other->sites->at(1).documents();
  ASSERT_EQ(documents.paths(), one->sites->at(0).documents().paths());
  ASSERT_EQ(documents.paths(), others.paths());
  for (const auto& path : documents.paths()) {
    EXPECT_TRUE(text_of(*documents.find(path)) == text_of(*others.find(path))) << path;
  }
  EXPECT_TRUE(one->sites->at(1).has_mcp_server());
}

TEST(SnapshotSites, ShareWhatDoesNotNameTheBaseUrl) {
  const auto snapshot = new_snapshot();
  const publish::Catalogue& first = snapshot->sites->at(0).documents();
  const publish::Catalogue& second = snapshot->sites->at(1).documents();
  for (const std::string_view path : {"/own/page", "/auth.md"}) {
    const auto* const made = first.find(path);  // before the second one asks for it
    EXPECT_EQ(second.find(path) == made, path == "/own/page") << path;
  }
}

TEST(SnapshotSites, AreCompletedInSteps) {
  const auto snapshot = new_snapshot({.mcp = {.is_enabled = true}});
  const HostSite& first = snapshot->sites->at(0);
  const HostSite& second = snapshot->sites->at(1);
  ASSERT_NE(second.documents().find("/auth.md"), nullptr);
  ASSERT_EQ(second.documents().made("/auth.md")->codings.made(), nullptr);
  // Each group of the first site twice, its MCP server, and the document of the second one.
  EXPECT_EQ(complete(*snapshot), static_cast<int>(2 * first.documents().group_count()) + 2);
  for (const auto& path : first.documents().paths()) {
    ASSERT_NE(first.documents().made(path), nullptr) << path;
    EXPECT_NE(first.documents().made(path)->codings.made(), nullptr) << path;
  }
  EXPECT_TRUE(first.has_made_mcp_server());
  EXPECT_NE(second.documents().made("/auth.md")->codings.made(), nullptr);
  EXPECT_EQ(second.documents().made("/llms.txt"), nullptr);
  EXPECT_FALSE(second.has_made_mcp_server());
  EXPECT_EQ(complete(*snapshot), 0);
}

TEST(SnapshotSites, ACompletionThatIsDoneBeginsAnew) {
  const auto snapshot = new_snapshot();
  Completion completion(*snapshot->sites);
  while (completion.step()) {
  }
  ASSERT_NE(snapshot->sites->at(1).documents().find("/auth.md"), nullptr);
  EXPECT_TRUE(completion.step());
  EXPECT_NE(snapshot->sites->at(1).documents().made("/auth.md")->codings.made(), nullptr);
  EXPECT_FALSE(completion.step());
}

// No request after a reload waits for what was in use before it.
TEST(SnapshotSites, AReloadMakesWhatWasInUseAndKeepsIt) {
  const std::vector<std::string_view> hosts = {"https://example.com", "https://www.example.com", "https://a.example"};
  const SnapshotChange change{.base_urls = hosts, .mcp = {.is_enabled = true}};
  const auto before = new_snapshot(change);
  const HostSite& used = before->sites->at(1);
  ASSERT_NE(used.documents().find("/auth.md"), nullptr);
  ASSERT_NE(&used.mcp_server(), nullptr);
  const publish::Document* const home = before->sites->at(0).documents().find("/");
  const auto after = snapshot_after(*before, 4, change);
  EXPECT_EQ(after->sites->at(0).documents().made("/"), home);
  EXPECT_NE(home->codings.made(), nullptr);
  ASSERT_NE(after->sites->made(1), nullptr);
  const HostSite& now = *after->sites->made(1);
  EXPECT_EQ(now.documents().made("/auth.md"), used.documents().find("/auth.md"));
  EXPECT_TRUE(now.has_made_mcp_server());
  EXPECT_FALSE(after->sites->at(0).has_made_mcp_server());
  EXPECT_EQ(after->sites->made(2), nullptr);
}

TEST_F(ServiceTest, AnswersForALaterHostWithItsBaseUrl) {
  const auto snapshot = new_snapshot();
  ASSERT_TRUE(handler_->adopt(snapshot));
  ASSERT_EQ(snapshot->sites->made(1), nullptr);
  const auto answer = send(http::Method::get, "/auth.md", {}, {}, "www.example.com");
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.body, testing::HasSubstr("API of <https://www.example.com>"));
  EXPECT_NE(snapshot->sites->made(1), nullptr);
}

}  // namespace
}  // namespace agent_access::test
