// Two replicas, and one handler through a reload.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

constexpr std::string_view kOtherMaster = "another master of thirty-two byte";

TEST_F(ServiceTest, AcceptsClientsAndTokensOfAReplicaWithTheSameMaster) {
  const Client client = register_client();
  const std::string token = token_for(client);
  service::VerifiedTokenCache other_table(64);
  ScriptedRandom other_random(77);
  handler_ = service::Handler::create(snapshot_after(*example_snapshot(), 9),
                                      {clock_, monotonic_, other_random, other_table, limiter_})
                 .value();
  EXPECT_FALSE(token_for(client).empty());
  const auto answer = profile(token);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.trace.key_id.size(), 43U);  // verified here, not cached
}

TEST_F(ServiceTest, RefusesCachedTokensAfterTheKeysChange) {
  const Client client = register_client();
  const std::string token = token_for(client);
  ASSERT_EQ(profile(token).status, 200);
  ASSERT_TRUE(handler_->adopt(snapshot_after(*example_snapshot(), 2, {.master = kOtherMaster})));
  EXPECT_EQ(profile(token).status, 401);
  EXPECT_EQ(request_token(client).status, 401);
}

// A token that was verified has a key id in the trace, a cached one has none.
TEST_F(ServiceTest, KeepsCachedTokensAfterAReloadWithTheSameKeys) {
  const std::string token = token_for(register_client());
  ASSERT_EQ(profile(token).trace.key_id, "");
  ASSERT_TRUE(handler_->adopt(snapshot_after(*example_snapshot(), 2)));
  EXPECT_EQ(profile(token).status, 200);
  EXPECT_EQ(profile(token).trace.key_id, "");
}

TEST_F(ServiceTest, RefusesACachedTokenOfARemovedBaseUrl) {
  const std::string token = token_for(register_client(), "www.example.com");
  ASSERT_EQ(profile(token).status, 200);
  ASSERT_TRUE(handler_->adopt(snapshot_after(*example_snapshot(), 2, {.base_urls = {"https://example.com"}})));
  EXPECT_EQ(profile(token).status, 401);
}

TEST(SnapshotKeySet, KeepsItsNumberWhileKeysAndBaseUrlsStay) {
  const auto first = snapshot_after(*example_snapshot(), 4, {.master = kOtherMaster});
  EXPECT_EQ(first->key_set_number, 4U);
  const auto reloaded = snapshot_after(*first, 5, {.master = kOtherMaster});
  EXPECT_EQ(reloaded->number, 5U);
  EXPECT_EQ(reloaded->key_set_number, 4U);
  EXPECT_EQ(snapshot_after(*reloaded, 6, {.master = kOtherMaster})->key_set_number, 4U);
}

TEST(SnapshotKeySet, IsAnotherOneWithOtherKeys) {
  const auto changed = snapshot_after(*example_snapshot(), 7, {.master = kOtherMaster});
  EXPECT_EQ(changed->key_set_number, 7U);
  // Not the earlier number: in between, tokens of these keys were refused.
  EXPECT_EQ(snapshot_after(*changed, 8, {})->key_set_number, 8U);
}

TEST(SnapshotKeySet, IsAnotherOneWithOtherBaseUrlsAndAfterARotation) {
  const auto before = example_snapshot();
  EXPECT_EQ(snapshot_after(*before, 7, {.base_urls = {"https://example.com"}})->key_set_number, 7U);
  EXPECT_EQ(
      snapshot_after(*before, 8, {.base_urls = {"https://example.com", "https://api.example.com"}})->key_set_number,
      8U);
  EXPECT_EQ(snapshot_after(*example_snapshot(), 7, {.now = kNow + 7 * 24 * 3600})->key_set_number, 7U);
}

TEST_F(ServiceTest, KeepsTheOldSnapshotForResponsesInFlight) {
  const std::string token = "Bearer " + token_for(register_client());
  const std::array<http::Field, 1> fields = {{{"Authorization", token}}};
  http::Request request;
  request.method = http::Method::get;
  request.host = "example.com";
  request.fields = fields;
  std::weak_ptr<const service::Snapshot> watched;
  {
    auto snapshot = snapshot_after(*example_snapshot(), 5);
    watched = snapshot;
    ASSERT_TRUE(handler_->adopt(std::move(snapshot)));
  }
  http::Response profile_answer;
  request.path = "/api/agent/full-profile";
  handler_->handle(request, profile_answer);
  http::Response document_answer;
  request.path = "/";
  handler_->handle(request, document_answer);
  ASSERT_TRUE(handler_->adopt(snapshot_after(*example_snapshot(), 6)));
  EXPECT_FALSE(watched.expired());
  EXPECT_TRUE(profile_answer.constant_body.starts_with("{\"about\""));
  profile_answer.reset();
  EXPECT_TRUE(document_answer.constant_body.starts_with("<!DOCTYPE html>"));
  document_answer.reset();
  EXPECT_TRUE(watched.expired());
}

/// Everything that a client can get of a document.
std::string text_of(const publish::Document& document) {
  std::string text;
  const auto add = [&text](const publish::Representation& form) {
    for (const auto& part : {form.fields, form.not_found_fields, form.body}) text += part + "\n";
  };
  for (const auto* const form : {&document.identity, document.gzip.get(), document.brotli.get()}) {
    if (form != nullptr) add(*form);
  }
  return text;
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
    const auto* const markdown = documents.markdown_of(*documents.find(path));
    if (markdown == nullptr) continue;
    EXPECT_TRUE(text_of(*markdown) == text_of(*others.markdown_of(*others.find(path)))) << path;
  }
}

TEST(SnapshotSites, HaveAnMcpServerEachIfTheEndpointIsEnabled) {
  const auto enabled = new_snapshot({.mcp = {.is_enabled = true}});
  const auto disabled = example_snapshot();
  for (const auto& site : enabled->sites) EXPECT_NE(site.mcp_server, nullptr);
  for (const auto& site : disabled->sites) EXPECT_EQ(site.mcp_server, nullptr);
}

TEST(SnapshotSites, ShareWhatDoesNotNameTheBaseUrl) {
  const auto snapshot = example_snapshot();
  const publish::Catalogue& first = snapshot->sites[0].documents;
  const publish::Catalogue& second = snapshot->sites[1].documents;
  EXPECT_EQ(second.find("/own/page"), first.find("/own/page"));
  EXPECT_NE(second.find("/auth.md"), first.find("/auth.md"));
}

TEST(SnapshotSites, AReloadKeepsTheDocumentsThatDoNotChange) {
  const auto before = example_snapshot();
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
