#include "tools/probe/published/checks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/tools/probe/fixture.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kMarkdownType = "text/markdown; charset=utf-8";
constexpr Published kJsonDocument{"/openapi.json"};
constexpr Published kMarkdown{"/auth.md", kMarkdownType};
constexpr Published kLinkset{"/.well-known/api-catalog",
                             R"(application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727")"};

client::ClientResponse json_answer() { return answer_of(200, "application/json", R"({"a":1})"); }

client::ClientResponse without(client::ClientResponse answer, std::string_view name) {
  std::erase_if(answer.fields, [&](const auto& field) { return field.name == name; });
  return answer;
}

client::ClientResponse with(client::ClientResponse answer, std::string_view name, std::string value) {
  answer = without(std::move(answer), name);
  answer.fields.push_back({std::string(name), std::move(value)});
  return answer;
}

TEST(PublishedDocuments, AreThoseOfTheSpecification) {
  EXPECT_EQ(published_documents().size(), 14U);
  const auto is_llms = [](const Published& document) { return document.path == "/llms-full.txt"; };
  EXPECT_TRUE(std::ranges::any_of(published_documents(), is_llms));
}

TEST(CheckGet, AcceptsACorrectDocument) {
  EXPECT_FALSE(check_get(kJsonDocument, json_answer()));
  EXPECT_FALSE(check_get(kJsonDocument, with(json_answer(), "Content-Type", "application/json; charset=utf-8")));
  EXPECT_FALSE(check_get(kMarkdown, answer_of(200, "text/markdown;charset=UTF-8", "# A\n")));
}

TEST(CheckGet, RefusesWrongMediaTypes) {
  EXPECT_TRUE(check_get(kJsonDocument, with(json_answer(), "Content-Type", "text/plain")));
  EXPECT_TRUE(check_get(kMarkdown, answer_of(200, "text/markdown", "# A\n")));
  const auto verdict = check_get(kLinkset, answer_of(200, "application/linkset+json", "{}"));
  ASSERT_TRUE(verdict);
  EXPECT_NE(verdict->remedy.find("rfc9727"), std::string::npos);
}

TEST(CheckGet, RefusesContentOfAnotherMediaType) {
  const auto type = std::string_view("application/json");
  EXPECT_TRUE(check_get(kJsonDocument, answer_of(200, type, "")));
  EXPECT_TRUE(check_get(kJsonDocument, answer_of(200, type, R"({"a":1,"a":2})")));
  EXPECT_TRUE(check_get(kJsonDocument, answer_of(200, type, "[]")));
  EXPECT_TRUE(check_get(kJsonDocument, answer_of(200, type, "{\"a\":\"\xff\"}")));
  EXPECT_TRUE(check_get(kMarkdown, answer_of(200, kMarkdownType, "## A\n")));
  EXPECT_TRUE(check_get(kMarkdown, answer_of(200, kMarkdownType, "text\n# A\n")));
  EXPECT_TRUE(check_get(kMarkdown, answer_of(200, kMarkdownType, "\xef\xbb\xbf# A\n")));
}

TEST(CheckGet, RefusesResponsesThatPagesAndCachesCannotUse) {
  EXPECT_TRUE(check_get(kJsonDocument, answer_of(404, "application/json", "{}")));
  EXPECT_TRUE(check_get(kJsonDocument, without(json_answer(), "Access-Control-Allow-Origin")));
  EXPECT_TRUE(check_get(kJsonDocument, without(json_answer(), "ETag")));
  EXPECT_TRUE(check_get(kJsonDocument, with(json_answer(), "Cache-Control", "no-store")));
}

TEST(CheckHead, RequiresTheFieldsOfGet) {
  const auto get = json_answer();
  auto head = get;
  head.body.clear();
  EXPECT_FALSE(check_head(kJsonDocument, get, head));
  EXPECT_FALSE(check_head(kJsonDocument, get, with(head, "Content-Length", "7")));
  EXPECT_TRUE(check_head(kJsonDocument, get, with(head, "Content-Length", "8")));
  EXPECT_TRUE(check_head(kJsonDocument, get, with(head, "ETag", "\"b\"")));
  EXPECT_TRUE(check_head(kJsonDocument, get, with(head, "Content-Type", "text/html")));
  head.status = 405;
  EXPECT_TRUE(check_head(kJsonDocument, get, head));
}

TEST(CheckHead, RequiresTheLinkOfTheCatalogue) {
  const auto answer = answer_of(200, "application/linkset+json", "");
  EXPECT_TRUE(check_head(kLinkset, answer, answer));
  const auto linked = with(answer, "Link", R"(<https://example.com/.well-known/api-catalog>; rel="api-catalog")");
  EXPECT_FALSE(check_head(kLinkset, linked, linked));
}

TEST(CheckOptions, RequiresPermissionForEveryOrigin) {
  const auto granted = answer_of(204, "", "", {{"Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"}});
  EXPECT_FALSE(check_options(granted));
  EXPECT_TRUE(check_options(without(granted, "Access-Control-Allow-Methods")));
  EXPECT_TRUE(check_options(without(granted, "Access-Control-Allow-Origin")));
  EXPECT_TRUE(check_options(answer_of(200, "", "", {{"Access-Control-Allow-Methods", "GET"}})));
}

TEST(CheckPost, RequiresAllowAndJson) {
  const auto refused = answer_of(405, "application/json", R"({"error":"method_not_allowed","error_description":"x"})",
                                 {{"Allow", "GET"}});
  EXPECT_FALSE(check_post(refused));
  EXPECT_TRUE(check_post(without(refused, "Allow")));
  EXPECT_TRUE(check_post(answer_of(405, "text/html", "<html>", {{"Allow", "GET"}})));
  EXPECT_TRUE(check_post(json_answer()));
}

TEST(CheckRevalidation, Requires304) {
  EXPECT_FALSE(check_revalidation(answer_of(304, "", "")));
  EXPECT_TRUE(check_revalidation(json_answer()));
}

}  // namespace
}  // namespace agent_access::tools
