#include "service/host_site.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

using service::HostSite;
using service::HostSites;

TEST(HostSites, MakesASiteWhenItIsFirstAskedForAndOnlyOnce) {
  std::vector<std::size_t> asked;
  const HostSites sites(3, [&asked](std::size_t host) {
    asked.push_back(host);
    return std::make_unique<HostSite>();
  });
  EXPECT_EQ(sites.size(), 3U);
  EXPECT_EQ(sites.made(1), nullptr);
  const HostSite* const site = &sites.at(1);
  EXPECT_EQ(&sites.at(1), site);
  EXPECT_EQ(sites.made(1), site);
  EXPECT_EQ(sites.made(2), nullptr);
  EXPECT_THAT(asked, testing::ElementsAre(1));
}

/// Everything that a client can get of a document.
std::string text_of(const publish::Document& document) {
  std::string text;
  const auto add = [&text](const publish::Representation& form) {
    for (const auto& part : {form.fields, form.not_modified_fields, form.not_found_fields, form.body})
      text += part + "\n";
  };
  add(document.identity);
  if (document.gzip) add(*document.gzip);
  if (document.brotli) add(*document.brotli);
  return document.markdown ? text + text_of(*document.markdown) : text;
}

/// A snapshot of which only the first site is made, whatever other tests have asked for.
std::shared_ptr<const service::Snapshot> new_snapshot(const SnapshotChange& change = {}) {
  SnapshotChange one_host = change;
  one_host.base_urls = {"https://example.com"};
  return snapshot_after(*snapshot_after(*example_snapshot(), 2, one_host), 3, change);
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
  const publish::Catalogue& documents = one->sites->at(1).documents;
  const publish::Catalogue& others = other->sites->at(1).documents;
  ASSERT_EQ(documents.paths(), one->sites->at(0).documents.paths());
  ASSERT_EQ(documents.paths(), others.paths());
  for (const auto& path : documents.paths()) {
    EXPECT_TRUE(text_of(*documents.find(path)) == text_of(*others.find(path))) << path;
  }
  EXPECT_NE(one->sites->at(1).mcp_server, nullptr);
}

TEST(SnapshotSites, ShareWhatDoesNotNameTheBaseUrl) {
  const auto snapshot = new_snapshot();
  const publish::Catalogue& first = snapshot->sites->at(0).documents;
  const publish::Catalogue& second = snapshot->sites->at(1).documents;
  EXPECT_EQ(first.find("/own/page"), second.find("/own/page"));
  EXPECT_NE(first.find("/auth.md"), second.find("/auth.md"));
}

// No request after a reload waits for a site that was made before it.
TEST(SnapshotSites, AReloadMakesThoseThatWereInUseAndKeepsTheirDocuments) {
  const std::vector<std::string_view> hosts = {"https://example.com", "https://www.example.com", "https://a.example"};
  const auto before = new_snapshot({.base_urls = hosts});
  const HostSite& used = before->sites->at(1);
  const auto after = snapshot_after(*before, 4, {.base_urls = hosts});
  ASSERT_NE(after->sites->made(1), nullptr);
  EXPECT_EQ(after->sites->made(1)->documents.find("/auth.md"), used.documents.find("/auth.md"));
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
