#include "unit/tools/probe/fixture.hpp"

#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <map>

#include "content/tools.hpp"
#include "oauth/types.hpp"
#include "support/filled.hpp"

namespace agent_access::tools {
namespace {

using Bodies = std::map<std::string, std::string, std::less<>>;

constexpr std::string_view kFlow =
    R"("clientCredentials":{"tokenUrl":"https://example.com/oauth/token","scopes":{"read:extended":"Read."}})";

constexpr std::string_view kServerMetadata = R"({
  "issuer": "https://example.com",
  "authorization_endpoint": "https://example.com/oauth/authorize",
  "token_endpoint": "https://example.com/oauth/token",
  "registration_endpoint": "https://example.com/oauth/register",
  "jwks_uri": "https://example.com/.well-known/jwks.json",
  "scopes_supported": ["read:extended"],
  "response_types_supported": [],
  "grant_types_supported": ["client_credentials"],
  "protected_resources": ["https://example.com", "https://example.com/api/agent/full-profile"],
  "agent_auth": {"skill": "https://example.com/auth.md", "register_uri": "https://example.com/oauth/register",
    "claim_uri": "https://example.com/auth.md", "identity_types_supported": ["anonymous"],
    "anonymous": {"credential_types_supported": ["client_secret"]}}})";

constexpr std::string_view kResourceMetadata = R"({"resource": "https://example.com",
  "authorization_servers": ["https://example.com"], "scopes_supported": ["read:extended"],
  "bearer_methods_supported": ["header"]})";

constexpr std::string_view kAuthText = R"(# Example - authentication (auth.md)

In the shape of <https://workos.com/auth-md>. `WWW-Authenticate` names /.well-known/oauth-protected-resource, which
names /.well-known/oauth-authorization-server with `agent_auth` and `register_uri`.

## Discover
## Pick a method

`identity_assertion` and `id-jag` are not supported.

## Register

```http
POST /oauth/register HTTP/1.1
```

## Claim
## Use the credential

POST /oauth/token, then GET /api/agent/full-profile with scope read:extended.
Keys: <https://example.com/.well-known/jwks.json>.

## Errors
## Revocation
)";

constexpr std::string_view kCatalogText = R"({"linkset": [
  {"anchor": "https://example.com/.well-known/api-catalog", "item": [
    {"href": "https://example.com/oauth/token"}, {"href": "https://example.com/oauth/register"}]},
  {"anchor": "https://example.com/api/agent/full-profile",
   "service-desc": [{"href": "https://example.com/openapi.json", "type": "application/json"}],
   "service-doc": [{"href": "https://example.com/auth.md", "type": "text/markdown"}]}]})";

// The key of RFC 7517 A.1 with its RFC 7638 thumbprint.
constexpr std::string_view kKeySet = R"({"keys": [{"kty": "EC", "crv": "P-256",
  "x": "ECUgRNmfcr-ufJX-0Kx_dwjiHFo89QNFSHciGe6igy0", "y": "_LuocnpMVALlpHip7TlcGTFKmfPTgEMcqsYR9S24SQI",
  "kid": "9C6YZdmSDGIetzm8uE24R7FQ2HcXeIa-J1FCZOtzjkQ", "use": "sig", "alg": "ES256"}]})";

constexpr std::string_view kOpenapiHead = R"({"openapi": "3.1.0",
  "info": {"title": "Example", "version": "1.0.0", "description": "Text."},
  "servers": [{"url": "https://example.com"}, {"url": "https://www.example.com"}],
  "components": {"securitySchemes": {"oauth2": {"type": "oauth2", "flows": {)";
constexpr std::string_view kOpenapiTail = R"(}}},
    "schemas": {"Error": {"type": "object", "properties": {"error": {}, "error_description": {}}},
                "Narrow": {"allOf": [{"$ref": "#/components/schemas/Error"}]}},
    "responses": {"Bad": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Narrow"}}}}}},
  "paths": {
    "/oauth/register": {"post": {"operationId": "register", "summary": "S", "description": "D", "responses": {
      "201": {"content": {"application/json": {"schema": {"type": "object"}}}},
      "400": {"$ref": "#/components/responses/Bad"}}}},
    "/oauth/token": {"post": {"operationId": "token", "summary": "S", "description": "D", "responses": {
      "200": {"content": {"application/json": {"schema": {"type": "object"}}}},
      "400": {"$ref": "#/components/responses/Bad"}}}},
    "/api/agent/full-profile": {"get": {"operationId": "profile", "summary": "S", "description": "D",
      "security": [{"oauth2": ["read:extended"]}], "responses": {
      "200": {"content": {"application/json": {"schema": {"type": "object"}}}},
      "401": {"$ref": "#/components/responses/Bad"}}}},
    "/api/site.json": {"get": {"operationId": "site", "summary": "S", "description": "D", "responses": {
      "200": {"content": {"application/json": {"schema": {"type": "object"}}}},
      "404": {"$ref": "#/components/responses/Bad"}}}}}})";

constexpr std::string_view kHomePage = R"(<!doctype html><html lang="en"><head><title>Robin Example</title>
<script type="module" src="/browser-tools.js"></script>
<script type="application/ld+json">{"@type":"ProfilePage","mainEntity":{"@type":"Person","sameAs":["https://a.example"]}}</script>
</head><body><h1>Robin Example</h1><p>)";

std::string each_tool(std::string_view before, std::string_view after, std::string_view between) {
  std::string text;
  for (const auto& tool : test::filled(content::browser_tools())) {
    if (!text.empty()) text += between;
    text += std::string(before) + std::string(tool.name) + std::string(after);
  }
  return text;
}

std::string skills() {
  return "\"skills\":[" +
         each_tool(R"({"id":")", R"(","name":"Name","description":"What it does.","tags":["site"]})", ",") + "]";
}

void add_cards(Bodies& bodies) {
  const auto common = R"("name":"Example","description":"Text.","version":"1.0.0","capabilities":{},)"
                      R"("defaultInputModes":["application/json"],"defaultOutputModes":["application/json"],)" +
                      skills();
  bodies[std::string(paths::kAgentCard)] =
      "{" + common +
      R"(,"supportedInterfaces":[{"url":"https://example.com/","protocolBinding":"urn:example","protocolVersion":"1.0"}],)"
      R"("securitySchemes":{"oauth2":{"oauth2SecurityScheme":{"flows":{)" +
      std::string(kFlow) + "}}}}}";
  bodies[std::string(paths::kAgent)] = "{" + common +
                                       R"(,"url":"https://example.com/","protocolVersion":"0.2.6",)"
                                       R"("endpoints":[{"url":"https://example.com/openapi.json","type":"openapi"}],)"
                                       R"("securitySchemes":{"oauth2":{"type":"oauth2","flows":{)" +
                                       std::string(kFlow) + "}}}}";
  bodies[std::string(paths::kMcp)] =
      R"({"serverInfo":{"name":"example","version":"1.0.0"},"transport":{"endpoint":"https://example.com/"},)"
      R"("capabilities":{"tools":{}},"tools":[)" +
      each_tool(R"({"name":")", R"(","description":"Twenty characters or more.","inputSchema":{"type":"object"}})",
                ",") +
      "]}";
}

void add_texts(Bodies& bodies) {
  const auto tools = each_tool("`", "`", ", ");
  bodies[std::string(paths::kAgents)] = "# AGENTS.md\n\nScope read:extended. Tools: " + tools + ".\n";
  bodies[std::string(paths::kLlmsFull)] = "# Example\n\n" + std::string(1200, 'x') + "\n\n" + tools + "\n";
  bodies[std::string(paths::kLlms)] =
      "# Example\n\n> A summary.\n\n## When to use this site\n\n"
      "- [Site data](https://example.com/api/site.json): answers\n- [FAQ](/ai/faq.json): short answers\n"
      "- [Code](https://code.example/x)\n";
  bodies[std::string(paths::kRobots)] =
      "User-agent: GPTBot\nAllow: /\nContent-Signal: search=yes\nSitemap: https://example.com/sitemap.xml\n";
  bodies[std::string(paths::kSitemap)] = "<urlset><url><loc>https://example.com/faq?a=1&amp;b=2</loc></url></urlset>";
  bodies[std::string(paths::kHome)] = std::string(kHomePage) + std::string(600, 'x') + "</p></body></html>";
  bodies[std::string(paths::kTools)] =
      "document.modelContext.registerTool; [" + each_tool(R"({"name":")", "\"}", ",") + "]";
}

Bodies good_bodies() {
  Bodies bodies;
  bodies[std::string(paths::kServer)] = kServerMetadata;
  auto openid = boost::json::parse(kServerMetadata).as_object();
  openid["subject_types_supported"] = boost::json::array{"public"};
  openid["id_token_signing_alg_values_supported"] = boost::json::array{"ES256"};
  bodies[std::string(paths::kOpenid)] = boost::json::serialize(openid);
  bodies[std::string(paths::kResource)] = kResourceMetadata;
  bodies[std::string(paths::kProfileResource)] =
      R"({"resource":"https://example.com/api/agent/full-profile","authorization_servers":["https://example.com"],)"
      R"("scopes_supported":["read:extended"]})";
  bodies[std::string(paths::kAuth)] = kAuthText;
  bodies[std::string(paths::kCatalog)] = kCatalogText;
  bodies[std::string(paths::kKeys)] = kKeySet;
  bodies[std::string(paths::kOpenapi)] = std::string(kOpenapiHead) + std::string(kFlow) + std::string(kOpenapiTail);
  bodies[std::string(paths::kSite)] = R"({"@context":"https://schema.org","@type":"ProfilePage"})";
  bodies[std::string(paths::kFaq)] =
      R"({"faqs":[{"question":"Who is Robin Example?","answer":"An openly fictional engineer."}],)"
      R"("mainEntity":[{"name":"Who is Robin Example?"}]})";
  bodies[std::string(paths::kSkills)] =
      R"({"$schema":"https://schemas.agentskills.io/discovery/0.2.0/schema.json","skills":[{"name":"a","type":"skill-md",)"
      R"("description":"D","url":"https://example.com/skill.md","digest":"sha256:00"}]})";
  bodies[std::string(paths::kAiCatalog)] =
      R"({"entries":[{"identifier":"urn:a","displayName":"A","type":"text/markdown","url":"https://example.com/a"}]})";
  add_cards(bodies);
  add_texts(bodies);
  return bodies;
}

std::string_view type_of(std::string_view path) {
  if (path == paths::kHome) return "text/html; charset=utf-8";
  if (path.ends_with(".txt")) return "text/plain; charset=utf-8";
  return path.ends_with(".md") ? "text/markdown; charset=utf-8" : "application/json";
}

Documents documents_of(const Bodies& bodies) {
  Documents documents{std::string(kTriedOrigin)};
  for (const auto& [path, body] : bodies) {
    documents.put(path, answer_of(200, type_of(path), body, {{"Link", "</openapi.json>; rel=\"service-desc\""}}));
  }
  documents.put(paths::kHomeMarkdown, answer_of(200, "text/markdown; charset=utf-8", "# Home", {{"Vary", "Accept"}}));
  documents.put(paths::kUnknownPage, answer_of(404, "text/html", "see /llms.txt"));
  documents.put(paths::kUnknownApi,
                answer_of(404, "application/json",
                          R"({"error":"not_found","error_description":"See /openapi.json and /llms.txt."})"));
  documents.put(oauth::kProfilePath,
                answer_of(401, "application/json", R"({"error":"invalid_token","error_description":"Missing."})",
                          {{"WWW-Authenticate",
                            "Bearer error=\"invalid_token\", error_description=\"Missing\", "
                            "resource_metadata=\"https://example.com/.well-known/oauth-protected-resource\""}}));
  return documents;
}

}  // namespace

client::ClientResponse answer_of(unsigned status, std::string_view type, std::string body,
                                 std::vector<client::ClientField> more) {
  client::ClientResponse answer;
  answer.status = status;
  answer.body = std::move(body);
  answer.fields = {{"Content-Type", std::string(type)}, {"Access-Control-Allow-Origin", "*"}};
  answer.fields.push_back({"Cache-Control", status >= 400 ? "no-store" : "public, max-age=300"});
  answer.fields.push_back({"ETag", "\"a\""});
  answer.fields.insert(answer.fields.end(), more.begin(), more.end());
  return answer;
}

Documents good_documents() { return documents_of(good_bodies()); }

Documents broken_documents(std::string_view path, std::string_view from, std::string_view to) {
  auto bodies = good_bodies();
  auto& body = bodies.at(std::string(path));
  EXPECT_NE(body.find(from), std::string::npos) << from;
  for (auto at = body.find(from); at != std::string::npos; at = body.find(from, at + to.size())) {
    body.replace(at, from.size(), to);
  }
  return documents_of(bodies);
}

Documents documents_without(std::string_view path) {
  auto bodies = good_bodies();
  EXPECT_EQ(bodies.erase(std::string(path)), 1U);
  return documents_of(bodies);
}

Verdict verdict_of(const std::vector<DocumentCheck>& checks, std::string_view name, const Documents& documents) {
  for (const auto& check : checks) {
    if (check.name != name) continue;
    EXPECT_TRUE(check.can_run(documents)) << name;
    return check.can_run(documents) ? check.run(documents) : std::nullopt;
  }
  ADD_FAILURE() << "no check is called " << name;
  return std::nullopt;
}

std::vector<std::string> complaints_of(const std::vector<DocumentCheck>& checks) {
  const auto documents = good_documents();
  std::vector<std::string> found;
  for (const auto& check : test::filled(checks)) {
    if (!check.can_run(documents)) found.push_back(std::string(check.name) + ": cannot run");
    const auto verdict = check.can_run(documents) ? check.run(documents) : std::nullopt;
    if (verdict && verdict->mark != Mark::passed) found.push_back(std::string(check.name) + ": " + verdict->detail);
  }
  return found;
}

}  // namespace agent_access::tools
