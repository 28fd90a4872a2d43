#include "discovery/documents.hpp"

#include <gtest/gtest.h>

#include <array>
#include <boost/json.hpp>
#include <map>
#include <set>

#include "base/bytes.hpp"
#include "crypto/digest.hpp"
#include "oauth/master.hpp"

namespace agent_access::discovery {
namespace {

namespace json = boost::json;

oauth::KeySchedule schedule() {
  const auto master = oauth::MasterSecret::parse(base::bytes_of("a master secret of thirty-two by")).value();
  const std::array masters = {master.duplicate()};
  return oauth::KeySchedule::derive(masters, 1, std::chrono::hours{24 * 7},
                                    base::Seconds{std::chrono::seconds{1790000000}})
      .value();
}

site::Settings settings() {
  return {
      {base::parse_base_url("https://example.com").value(), base::parse_base_url("https://www.example.com").value()},
      "Example \"A\" <b> & c"};
}

std::map<std::string, Rendered> rendered(std::size_t host) {
  std::map<std::string, Rendered> documents;
  for (auto& document : render_documents(settings(), host, schedule())) documents.emplace(document.path, document);
  return documents;
}

json::value parsed(std::size_t host, const std::string& path) { return json::parse(rendered(host).at(path).body); }

TEST(Documents, AreTheseWithTheseTypes) {
  std::map<std::string, std::string> types;
  for (const auto& [path, document] : rendered(0)) types[path] = document.media_type;
  EXPECT_EQ(types, (std::map<std::string, std::string>{
                       {"/", "text/html; charset=utf-8"},
                       {"/.well-known/jwks.json", "application/json"},
                       {"/.well-known/oauth-authorization-server", "application/json"},
                       {"/.well-known/oauth-protected-resource", "application/json"},
                       {"/.well-known/oauth-protected-resource/api/agent/full-profile", "application/json"}}));
}

TEST(AuthorizationServer, StatesEveryMemberForItsHost) {
  EXPECT_EQ(parsed(0, "/.well-known/oauth-authorization-server"), json::parse(R"({
    "issuer": "https://example.com",
    "authorization_endpoint": "https://example.com/oauth/authorize",
    "token_endpoint": "https://example.com/oauth/token",
    "registration_endpoint": "https://example.com/oauth/register",
    "jwks_uri": "https://example.com/.well-known/jwks.json",
    "scopes_supported": ["read:extended"],
    "response_types_supported": [],
    "grant_types_supported": ["client_credentials"],
    "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
    "service_documentation": "https://example.com/auth.md",
    "protected_resources": ["https://example.com", "https://example.com/api/agent/full-profile"],
    "agent_auth": {
      "skill": "https://example.com/auth.md",
      "register_uri": "https://example.com/oauth/register",
      "claim_uri": "https://example.com/auth.md",
      "identity_types_supported": ["anonymous"],
      "anonymous": {"credential_types_supported": ["client_secret"]}}})"));
  EXPECT_EQ(parsed(1, "/.well-known/oauth-authorization-server").at("issuer"), "https://www.example.com");
}

TEST(ProtectedResource, ExistsForTheRootAndForTheProfile) {
  EXPECT_EQ(parsed(1, "/.well-known/oauth-protected-resource"), json::parse(R"({
    "resource": "https://www.example.com",
    "resource_name": "Example \"A\" <b> & c - Agent Access API",
    "resource_documentation": "https://www.example.com/auth.md",
    "authorization_servers": ["https://www.example.com"],
    "scopes_supported": ["read:extended"],
    "bearer_methods_supported": ["header"]})"));
  const auto profile = parsed(0, "/.well-known/oauth-protected-resource/api/agent/full-profile");
  EXPECT_EQ(profile.at("resource"), "https://example.com/api/agent/full-profile");
  EXPECT_EQ(profile.at("resource_name"), "Example \"A\" <b> & c - extended CV and availability profile");
  EXPECT_EQ(profile.at("authorization_servers"), json::parse(R"(["https://example.com"])"));
}

TEST(Jwks, PublishesEveryKeyOfTheScheduleAndNoPrivatePart) {
  const auto keys = parsed(0, "/.well-known/jwks.json").at("keys").as_array();
  EXPECT_EQ(keys.size(), schedule().keys().size());
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
  EXPECT_EQ(rendered(0).at("/.well-known/jwks.json").body, rendered(1).at("/.well-known/jwks.json").body);
}

std::string between(const std::string& text, const std::string& open, const std::string& close) {
  const auto start = text.find(open) + open.size();
  return text.substr(start, text.find(close, start) - start);
}

TEST(Home, ShowsTheThreeRequestsOfItsHost) {
  const auto home = rendered(1).at("/");
  for (const auto* line : {"curl -s -X POST https://www.example.com/oauth/register",
                           "curl -s https://www.example.com/oauth/token \\\n  -d grant_type=client_credentials \\\n"
                           "  -d client_id=\"$CLIENT_ID\" \\\n  -d client_secret=\"$CLIENT_SECRET\"",
                           "curl -s https://www.example.com/api/agent/full-profile \\\n"
                           "  -H \"Authorization: Bearer $ACCESS_TOKEN\""}) {
    EXPECT_NE(home.body.find(line), std::string::npos) << line;
  }
  EXPECT_EQ(home.body.find("{{"), std::string::npos);
  EXPECT_EQ(home.body.find("https://example.com"), std::string::npos);
}

TEST(Home, EscapesTheNameOfTheSite) {
  const auto home = rendered(0).at("/");
  EXPECT_NE(home.body.find("<h1>Example &quot;A&quot; &lt;b&gt; &amp; c: agent access</h1>"), std::string::npos);
  EXPECT_EQ(home.body.find("<b>"), std::string::npos);
}

TEST(Home, AllowsItsOwnStyleAndNothingElse) {
  const auto home = rendered(0).at("/");
  EXPECT_EQ(home.body.find("<script"), std::string::npos);
  EXPECT_EQ(home.body.find("style=\""), std::string::npos);
  // Decoded here and held against the digest of the style as it stands in the page, so that page and policy cannot
  // part.
  const std::string style = between(home.body, "<style>", "</style>");
  const auto digest = crypto::Sha256::create()->digest(base::bytes_of(style)).value();
  const std::string hash = between(home.extra_fields, "'sha256-", "'");
  static const std::string kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string decoded;
  for (std::size_t i = 0; i + 4 <= hash.size(); i += 4) {
    unsigned bits = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      bits = bits << 6U | (hash[i + j] == '=' ? 0U : static_cast<unsigned>(kAlphabet.find(hash[i + j])));
    }
    for (const unsigned shift : {16U, 8U, 0U}) decoded.push_back(static_cast<char>(bits >> shift & 0xFFU));
  }
  ASSERT_EQ(hash.size(), 44U);
  EXPECT_EQ(hash.back(), '=');
  EXPECT_EQ(decoded.substr(0, 32), base::text_of(digest));
  EXPECT_NE(home.extra_fields.find("Content-Security-Policy: default-src 'none'; style-src 'sha256-"),
            std::string::npos);
  EXPECT_NE(home.extra_fields.find("frame-ancestors 'none'\r\n"), std::string::npos);
}

TEST(Home, LinksToWhatAgentsRead) {
  EXPECT_TRUE(rendered(0).at("/").extra_fields.starts_with(
      "Link: </.well-known/api-catalog>; rel=\"api-catalog\", </openapi.json>; rel=\"service-desc\"; "
      "type=\"application/json\", </auth.md>; rel=\"service-doc\"; type=\"text/markdown\", </llms.txt>; "
      "rel=\"describedby\"; type=\"text/plain\"\r\n"));
}

}  // namespace
}  // namespace agent_access::discovery
