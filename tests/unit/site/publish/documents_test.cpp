#include "site/publish/publication.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <map>
#include <set>

#include "unit/site/publish/all_documents.hpp"

namespace agent_access::publish {
namespace {
using documents::Example;
using documents::example_site;
using documents::hostile_site;
using documents::Pages;
}  // namespace

namespace {

namespace bj = boost::json;

std::map<std::string, documents::Rendered> rendered(const Example& example, std::size_t host = 0) {
  auto documents = all_documents(example, {}, host);
  std::erase_if(documents, [](const auto& entry) {
    return std::ranges::find(document_table(), entry.first, &documents::DocumentRow::path) == document_table().end();
  });
  EXPECT_FALSE(documents.empty());
  return documents;
}

bj::value parsed(std::size_t host, const std::string& path) {
  return bj::parse(rendered(example_site(), host).at(path).body);
}

constexpr std::string_view kJson = "application/json";
constexpr std::string_view kMarkdown = "text/markdown; charset=utf-8";
constexpr std::string_view kText = "text/plain; charset=utf-8";

TEST(Documents, AreTheseWithTheseTypes) {
  std::map<std::string, std::string, std::less<>> types;
  for (const auto& [path, document] : rendered(example_site())) types.emplace(path, document.media_type);
  const std::map<std::string, std::string, std::less<>> expected = {
      {"/.well-known/agent-card.json", std::string(kJson)},
      {"/.well-known/agent-skills/index.json", std::string(kJson)},
      {"/.well-known/agent-skills/read-site-profile/SKILL.md", std::string(kMarkdown)},
      {"/.well-known/agent.json", std::string(kJson)},
      {"/.well-known/ai-catalog.json", "application/ai-catalog+json"},
      {"/.well-known/api-catalog", "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\""},
      {"/.well-known/jwks.json", std::string(kJson)},
      {"/.well-known/mcp.json", std::string(kJson)},
      {"/.well-known/mcp/server-card.json", std::string(kJson)},
      {"/.well-known/oauth-authorization-server", std::string(kJson)},
      {"/.well-known/oauth-protected-resource", std::string(kJson)},
      {"/.well-known/openid-configuration", std::string(kJson)},
      {"/.well-known/oauth-protected-resource/api/agent/full-profile", std::string(kJson)},
      {"/AGENTS.md", std::string(kMarkdown)},
      {"/agents.md", std::string(kMarkdown)},
      {"/ai/faq.json", std::string(kJson)},
      {"/assets/agent-access.js", "text/javascript; charset=utf-8"},
      {"/assets/site.css", "text/css; charset=utf-8"},
      {"/browser-tools.js", "text/javascript; charset=utf-8"},
      {"/favicon.svg", "image/svg+xml"},
      {"/favicon.ico", "image/svg+xml"},
      {"/api/site.json", std::string(kJson)},
      {"/auth.md", std::string(kMarkdown)},
      {"/llms-full.txt", std::string(kText)},
      {"/llms.txt", std::string(kText)},
      {"/openapi.json", std::string(kJson)},
      {"/robots.txt", std::string(kText)},
      {"/sitemap.xml", "application/xml"}};
  EXPECT_EQ(types, expected);
}

TEST(Documents, HaveTheServerCardAtItsReservedPlaceIfTheEndpointIsEnabled) {
  Example example = example_site();
  EXPECT_FALSE(rendered(example).contains("/mcp/server-card"));
  example.settings.mcp.is_enabled = true;
  const auto documents = rendered(example);
  EXPECT_EQ(documents.at("/mcp/server-card").media_type, "application/mcp-server-card+json");
  EXPECT_EQ(documents.at("/mcp/server-card").body, documents.at("/.well-known/mcp/server-card.json").body);
}

TEST(Documents, HaveTheArdManifestOnlyIfItIsEnabled) {
  Example example = example_site();
  EXPECT_FALSE(rendered(example).contains("/.well-known/ard.json"));
  EXPECT_EQ(rendered(example).at("/llms-full.txt").body.find("/ard.json"), std::string::npos);
  example.settings.conventions.ard = true;
  EXPECT_EQ(rendered(example).at("/.well-known/ard.json").media_type, kJson);
  EXPECT_NE(rendered(example).at("/llms-full.txt").body.find("https://example.com/.well-known/ard.json"),
            std::string::npos);
}

TEST(Documents, HaveTheServerMetadataAtTheOpenidConfigurationPathWithTheMembersThatParsersRequire) {
  for (const std::size_t host : {std::size_t{0}, std::size_t{1}}) {
    const auto documents = rendered(example_site(), host);
    const auto& openid = documents.at("/.well-known/openid-configuration");
    EXPECT_EQ(openid.extra_fields, documents.at("/.well-known/oauth-authorization-server").extra_fields);
    auto members = parsed(host, "/.well-known/openid-configuration").as_object();
    EXPECT_EQ(members.at("subject_types_supported"), boost::json::parse(R"(["public"])"));
    EXPECT_EQ(members.at("id_token_signing_alg_values_supported"), boost::json::parse(R"(["ES256"])"));
    members.erase("subject_types_supported");
    members.erase("id_token_signing_alg_values_supported");
    EXPECT_EQ(members, parsed(host, "/.well-known/oauth-authorization-server"));
  }
}

TEST(Documents, DoNotIncludeRobotsAndSitemapWithoutPages) {
  const auto documents = rendered(example_site(Pages::off));
  for (const auto* path :
       {"/robots.txt", "/sitemap.xml", "/assets/site.css", "/assets/agent-access.js", "/favicon.svg", "/favicon.ico"}) {
    EXPECT_FALSE(documents.contains(path)) << path;
  }
  EXPECT_TRUE(documents.contains("/llms.txt"));
  EXPECT_TRUE(documents.contains("/browser-tools.js"));
}

TEST(Documents, HaveLinkFieldsForCanonicalAddressesAndTheCatalog) {
  std::map<std::string, std::string> links;
  for (const auto& [path, document] : rendered(example_site(), 1)) {
    if (!document.extra_fields.empty()) links.emplace(path, document.extra_fields);
  }
  EXPECT_EQ(links, (std::map<std::string, std::string>{
                       {"/.well-known/api-catalog",
                        "Link: <https://www.example.com/.well-known/api-catalog>; rel=\"api-catalog\"\r\n"},
                       {"/AGENTS.md", "Link: <https://example.com/AGENTS.md>; rel=\"canonical\"\r\n"},
                       {"/agents.md", "Link: <https://example.com/AGENTS.md>; rel=\"canonical\"\r\n"},
                       {"/auth.md", "Link: <https://example.com/auth.md>; rel=\"canonical\"\r\n"}}));
}

TEST(Documents, RepeatAgentsMdInLowerCase) {
  const auto documents = rendered(example_site());
  EXPECT_EQ(documents.at("/agents.md").body, documents.at("/AGENTS.md").body);
}

TEST(DocumentTable, IsInconsistentIfTwoDocumentsShareAPathOrAPlace) {
  using documents::ApiOperation;
  using documents::DocumentRow;
  constexpr DocumentRow kOne = {.path = "/a", .render = nullptr, .api = ApiOperation{1, "a", "A", "A."}};
  constexpr DocumentRow kSamePlace = {.path = "/b", .render = nullptr, .api = ApiOperation{1, "b", "B", "B."}};
  constexpr DocumentRow kOther = {.path = "/b", .render = nullptr, .api = ApiOperation{2, "b", "B", "B."}};
  constexpr DocumentRow kSamePath = {.path = "/a", .render = nullptr};
  EXPECT_TRUE(documents::is_consistent(std::array{kOne, kOther}));
  EXPECT_FALSE(documents::is_consistent(std::array{kOne, kSamePlace}));
  EXPECT_FALSE(documents::is_consistent(std::array{kOne, kSamePath}));
}

/// The addresses of "https://example.com" in a text, as paths.
std::set<std::string> addresses_in(const std::string& text) {
  constexpr std::string_view kHost = "https://example.com/";
  constexpr std::string_view kEnds = " \"'<>()[]|`\n\\,;";
  std::set<std::string> paths;
  for (auto at = text.find(kHost); at != std::string::npos; at = text.find(kHost, at + 1)) {
    const auto start = at + kHost.size() - 1;
    std::string path = text.substr(start, text.find_first_of(kEnds, start) - start);
    if (path.ends_with('.')) path.pop_back();                                   // the end of a sentence
    if (!path.starts_with("/#")) paths.insert(path.substr(0, path.find('#')));  // names of things in JSON-LD
  }
  return paths;
}

TEST(Documents, NameNoAddressThatIsNotPublished) {
  const std::set<std::string> endpoints = {"/mcp", "/oauth/register", "/oauth/token", "/oauth/authorize",
                                           "/api/agent/full-profile"};
  for (const auto pages : {Pages::on, Pages::off}) {
    for (const bool is_enabled : {true, false}) {
      Example example = example_site(pages);
      example.settings.mcp.is_enabled = is_enabled;
      example.settings.conventions = {.ard = is_enabled, .page_markdown = is_enabled};
      const auto documents = all_documents(example);
      std::set<std::string> named;
      for (const auto& [path, document] : documents) {
        if (path == "/openapi.json") continue;  // its contact is the home page, also if that is the owner's
        named.merge(addresses_in(document.body));
        named.merge(addresses_in(document.markdown));
      }
      EXPECT_GT(named.size(), 20U);
      EXPECT_EQ(named.contains("/mcp"), is_enabled);
      for (const auto& path : named) EXPECT_TRUE(documents.contains(path) || endpoints.contains(path)) << path;
    }
  }
}

TEST(Documents, NameTheirOwnHost) {
  for (const auto& [path, document] : rendered(example_site(), 1)) {
    if (document.kind == documents::DocumentKind::page) continue;  // scripts and styles, the same on every host
    EXPECT_EQ(document.body.find("{{"), std::string::npos) << path;
    if (path == "/openapi.json") continue;  // lists both hosts as servers
    EXPECT_EQ(document.body.find("https://example.com"), std::string::npos) << path;
  }
}

TEST(Documents, WithoutPagesLinkToNoPage) {
  const Example example = example_site(Pages::off);
  const auto documents = rendered(example);
  EXPECT_FALSE(documents.contains("/sitemap.xml"));
  for (const auto& [path, document] : documents) {
    if (path == "/openapi.json") continue;  // has its own tests
    for (const auto* page : {"example.com/\"", "example.com/>", "example.com/)", "example.com/cv", "example.com/faq",
                             "example.com/contact", "example.com/agent-access", "example.com/publications",
                             "example.com/projects", "example.com/favicon", "example.com/sitemap"}) {
      EXPECT_EQ(document.body.find(page), std::string::npos) << path << ": " << page;
    }
  }
}

TEST(Documents, AreWellFormedWithHostileContent) {
  std::size_t checked = 0;
  for (const auto& [path, document] : rendered(hostile_site())) {
    if (!document.media_type.ends_with("json") && !document.media_type.starts_with("application/linkset")) continue;
    boost::system::error_code fault;
    const auto value = bj::parse(document.body, fault);
    EXPECT_FALSE(fault) << path;
    ++checked;
  }
  EXPECT_EQ(checked, 15U);
}

TEST(Jwks, PublishesEveryKeyOfTheScheduleAndNoPrivatePart) {
  const auto keys = parsed(0, "/.well-known/jwks.json").at("keys").as_array();
  EXPECT_EQ(keys.size(), example_keys().keys().size());
  EXPECT_GE(keys.size(), 2U);
  std::set<std::string> key_ids;
  for (const auto& key : keys) {
    EXPECT_EQ(key.at("kty"), "EC");
    EXPECT_EQ(key.at("crv"), "P-256");
    EXPECT_EQ(key.at("use"), "sig");
    EXPECT_EQ(key.at("alg"), "ES256");
    EXPECT_EQ(key.at("x").as_string().size(), 43U);
    EXPECT_EQ(key.at("y").as_string().size(), 43U);
    EXPECT_EQ(key.as_object().size(), 7U);
    key_ids.emplace(key.at("kid").as_string());
  }
  EXPECT_EQ(key_ids.size(), keys.size());
  const Example example = example_site();
  EXPECT_EQ(rendered(example, 0).at("/.well-known/jwks.json").body,
            rendered(example, 1).at("/.well-known/jwks.json").body);
}

}  // namespace
}  // namespace agent_access::publish
