#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

/// Everything that a client can get of a document.
std::string text_of(const publish::Document& document) {
  std::string text;
  const auto add = [&text](const publish::Representation& form) {
    for (const auto& part : {form.fields, form.not_modified_fields, form.not_found_fields, form.body})
      text += part + "\n";
  };
  for (const auto* const form : {&document.identity, document.gzip.get(), document.brotli.get()}) {
    if (form != nullptr) add(*form);
  }
  return document.markdown ? text + text_of(*document.markdown) : text;
}

TEST(SnapshotSites, TwoReplicasMakeTheSameSites) {
  const SnapshotChange change{.has_not_found_page = true, .mcp = {.is_enabled = true}};
  const auto one = new_snapshot(change);
  const auto other = new_snapshot(change);
  ASSERT_EQ(one->sites.size(), 2U);
  const publish::Catalogue& documents = one->sites[1].documents;
  const publish::Catalogue& others = other->sites[1].documents;
  ASSERT_EQ(documents.paths(), one->sites[0].documents.paths());
  ASSERT_EQ(documents.paths(), others.paths());
  for (const auto& path : documents.paths()) {
    EXPECT_TRUE(text_of(*documents.find(path)) == text_of(*others.find(path))) << path;
  }
}

TEST(SnapshotSites, HaveAnMcpServerEachIfTheEndpointIsEnabled) {
  const auto enabled = new_snapshot({.mcp = {.is_enabled = true}});
  const auto disabled = new_snapshot();
  for (const auto& site : enabled->sites) EXPECT_NE(site.mcp_server, nullptr);
  for (const auto& site : disabled->sites) EXPECT_EQ(site.mcp_server, nullptr);
}

TEST(SnapshotSites, ShareWhatDoesNotNameTheBaseUrl) {
  const auto snapshot = new_snapshot();
  const publish::Catalogue& first = snapshot->sites[0].documents;
  const publish::Catalogue& second = snapshot->sites[1].documents;
  EXPECT_EQ(second.find("/own/page"), first.find("/own/page"));
  EXPECT_NE(second.find("/auth.md"), first.find("/auth.md"));
}

TEST(SnapshotSites, AReloadKeepsTheDocumentsThatDoNotChange) {
  const auto before = new_snapshot();
  const auto after = snapshot_after(*before, 4, {.master = "another master secret, 32 bytes.."});
  for (const std::size_t host : {0U, 1U}) {
    EXPECT_EQ(after->sites[host].documents.find("/auth.md"), before->sites[host].documents.find("/auth.md"));
    EXPECT_NE(after->sites[host].documents.find("/.well-known/jwks.json"),
              before->sites[host].documents.find("/.well-known/jwks.json"));
  }
}

TEST_F(ServiceTest, AnswersForALaterHostWithItsBaseUrl) {
  const auto answer = send(http::Method::get, "/auth.md", {}, {}, "www.example.com");
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.body, testing::HasSubstr("API of <https://www.example.com>"));
}

}  // namespace
}  // namespace agent_access::test
