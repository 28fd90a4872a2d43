#include <array>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <utility>

#include "documents/metadata/oauth_metadata.hpp"
#include "documents/openapi/openapi_parts.hpp"
#include "documents/paths.hpp"

namespace agent_access::documents::openapi {

namespace {

namespace bj = boost::json;

/// A document that has no constant example.
constexpr std::string_view kNone;

struct PublishedDocument {
  std::string_view path;
  std::string_view media_type;  ///< as a key of `content`, without parameters
  std::string_view operation_id;
  std::string_view tag;
  std::string_view summary;
  std::string_view description;
  std::string_view schema;   ///< name of a component; empty for text
  std::string_view example;  ///< JSON text, {{base_url}} stands for the host; of a text, the text itself
};

constexpr std::string_view kProfileResourcePath = "/.well-known/oauth-protected-resource/api/agent/full-profile";

constexpr std::string_view kSiteExample = R"json({
  "@context": "https://schema.org",
  "@type": "ProfilePage",
  "url": "{{base_url}}/",
  "name": "Example Person",
  "mainEntity": {"@type": "Person", "name": "Example Person"},
  "hasPart": [{"@type": "ScholarlyArticle", "name": "An example paper", "url": "{{base_url}}/publications/example"}]
})json";

constexpr std::string_view kFaqExample = R"json({
  "@context": "https://schema.org",
  "@type": "FAQPage",
  "mainEntity": [{
    "@type": "Question",
    "name": "Who may read the extended profile?",
    "acceptedAnswer": {"@type": "Answer", "text": "Everybody who registers a client at /oauth/register."}
  }],
  "faqs": [{
    "question": "Who may read the extended profile?",
    "answer": "Everybody who registers a client at /oauth/register."
  }]
})json";

constexpr std::string_view kOpenapiExample =
    R"json({"openapi": "3.1.0", "info": {"title": "Example - Agent Access API", "version": "1.0.0"}, "paths": {}})json";

constexpr std::string_view kCatalogExample = R"json({"linkset": [{
  "anchor": "{{base_url}}/api/agent/full-profile",
  "service-desc": [{"href": "{{base_url}}/openapi.json", "type": "application/json"}],
  "service-doc": [{"href": "{{base_url}}/auth.md", "type": "text/markdown"}]
}]})json";

constexpr std::string_view kCardExample = R"json({
  "name": "Example Person",
  "description": "The site of Example Person for agents.",
  "version": "1.0.0",
  "supportedInterfaces": [{
    "url": "{{base_url}}/",
    "protocolBinding": "https://webmachinelearning.github.io/webmcp/",
    "protocolVersion": "1.0"
  }],
  "capabilities": {"streaming": false, "pushNotifications": false},
  "defaultInputModes": ["application/json"],
  "defaultOutputModes": ["application/json"],
  "skills": [{"id": "get_faq", "name": "FAQ", "description": "Returns the questions and answers.", "tags": ["faq"]}]
})json";

constexpr std::string_view kManifestExample = R"json({
  "protocolVersion": "0.2.6",
  "name": "Example Person",
  "description": "The site of Example Person for agents.",
  "url": "{{base_url}}/",
  "version": "1.0.0",
  "capabilities": {"streaming": false},
  "skills": [{"id": "get_faq", "name": "FAQ", "description": "Returns the questions and answers.", "tags": ["faq"]}],
  "endpoints": [{"type": "openapi", "url": "{{base_url}}/openapi.json"}]
})json";

constexpr std::string_view kMcpExample = R"json({"tools": [{
  "name": "get_faq",
  "description": "Returns the questions and answers.",
  "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false}
}]})json";

constexpr std::string_view kJwksExample = R"json({"keys": [{
  "kty": "EC",
  "crv": "P-256",
  "x": "ECUgRNmfcr-ufJX-0Kx_dwjiHFo89QNFSHciGe6igy0",
  "y": "_LuocnpMVALlpHip7TlcGTFKmfPTgEMcqsYR9S24SQI",
  "kid": "9C6YZdmSDGIetzm8uE24R7FQ2HcXeIa-J1FCZOtzjkQ",
  "use": "sig",
  "alg": "ES256"
}]})json";

constexpr std::array<PublishedDocument, 15> kDocuments = {{
    {kSiteDataPath, kJsonType, "getSiteData", "site", "Read the public site data",
     "The owner, publications, projects and public CV. Open; needs no token.", "SiteData", kSiteExample},
    {kFaqPath, kJsonType, "getFaq", "site", "Read the questions and answers",
     "What visitors and agents ask most. Open; needs no token.", "Faq", kFaqExample},
    {kOpenapiPath, kJsonType, "getOpenApiDescription", "discovery", "Read this description",
     "OpenAPI 3.1.0, rendered for the host that is asked.", "OpenApiDescription", kOpenapiExample},
    {kAuthMdPath, "text/markdown", "getAuthGuide", "discovery", "Read how an agent gets in",
     "The flow step by step, with requests, answers and errors.", kNone, "# Agent authentication\n"},
    {kApiCatalogPath, "application/linkset+json", "getApiCatalog", "discovery", "Find the APIs of the site",
     "RFC 9727: the endpoints and where each is described.", "ApiCatalog", kCatalogExample},
    {kAgentCardPath, kJsonType, "getAgentCard", "discovery", "Read the agent card",
     "A2A 1.0. It names the browser tools and how the gated one is reached.", "AgentCard", kCardExample},
    {kMcpManifestPath, kJsonType, "getMcpManifest", "discovery", "Read the list of browser tools",
     "The tools that the pages register, with their input schemas.", "McpManifest", kMcpExample},
    {kAgentManifestPath, kJsonType, "getAgentManifest", "discovery", "Read the older agent manifest",
     "A2A 0.2.6 with endpoints, for readers that do not know the agent card.", "AgentManifest", kManifestExample},
    {kAuthorizationServerPath, kJsonType, "getAuthorizationServerMetadata", "discovery",
     "Read the authorization server metadata", "RFC 8414: the endpoints, grants and methods of the host that is asked.",
     "AuthorizationServerMetadata", kNone},
    {kProtectedResourcePath, kJsonType, "getProtectedResourceMetadata", "discovery",
     "Read the protected resource metadata of the site",
     "RFC 9728 for the base URL: the document that the challenge of the profile names.", "ProtectedResourceMetadata",
     kNone},
    {kProfileResourcePath, kJsonType, "getProfileResourceMetadata", "discovery",
     "Read the protected resource metadata of the profile", "RFC 9728 section 3.1: the same for the profile's own URL.",
     "ProtectedResourceMetadata", kNone},
    {kJwksPath, kJsonType, "getJwks", "discovery", "Read the public keys of the tokens",
     "RFC 7517. Keys rotate; fetch the set again when a token names a key that it does not hold.", "JwkSet",
     kJwksExample},
    {kLlmsPath, "text/plain", "getLlmsTxt", "discovery", "Read the overview for language models",
     "The site in short, in Markdown, with links (llmstxt.org).", kNone, "# Example Person\n"},
    {kLlmsFullPath, "text/plain", "getLlmsFullTxt", "discovery", "Read the whole site as text",
     "Everything that is public, in one Markdown text.", kNone, "# Example Person: full text\n"},
    {kAgentsMdPath, "text/markdown", "getAgentsMd", "discovery", "Read the instructions for agents",
     "What the site offers an agent, its tools and its rules.", kNone, "# AGENTS.md\n"},
}};

/// The metadata documents are their own examples.
bj::value example_of(const PublishedDocument& document, const HostView& view) {
  if (document.path == kAuthorizationServerPath) return bj::parse(render_authorization_server(view).body);
  if (document.path == kProtectedResourcePath) return bj::parse(render_protected_resource(view).body);
  if (document.path == kProfileResourcePath) return bj::parse(render_protected_profile(view).body);
  if (document.schema.empty()) return bj::value(document.example);
  return parse_constant(document.example, view);
}

bj::object schema_of(const PublishedDocument& document) {
  if (document.schema.empty()) return {{"type", "string"}, {"minLength", 1}};
  return reference("schemas/" + std::string(document.schema));
}

bj::object caching_headers(bool is_limited) {
  bj::object headers = headers_of_every_answer({"ETag", "Vary"});
  headers["Cache-Control"] = header_reference("Cache-Control-Public");
  if (is_limited) add_rate_limit_headers(headers);
  return headers;
}

/// The documents whose renderer adds a Link field.
bool has_link(std::string_view path) noexcept {
  return path == kApiCatalogPath || path == kAuthMdPath || path == kAgentsMdPath;
}

bj::object responses_of(const PublishedDocument& document, const HostView& view, const Refusals& refusals) {
  bj::object responses;
  bj::object headers = caching_headers(is_rate_limited(document.path));
  headers["Content-Encoding"] = header_reference("Content-Encoding");
  if (has_link(document.path)) headers["Link"] = header_reference("Link");
  responses["200"] = {
      {"description", "The document."},
      {"headers", std::move(headers)},
      {"content", content(document.media_type, schema_of(document), "document", example_of(document, view))}};
  responses["304"] = reference("responses/NotModified");
  refusals.add(document.path, {&refusals.errors().any}, responses);
  return responses;
}

}  // namespace

bj::object not_modified() {
  return {{"description", "The form that the client holds is current; no body."}, {"headers", caching_headers(true)}};
}

void add_documents(const HostView& view, const Refusals& refusals, bj::object& paths) {
  for (const auto& document : kDocuments) {
    bj::object operation = {{"operationId", document.operation_id},
                            {"summary", document.summary},
                            {"description", document.description},
                            {"tags", bj::array{document.tag}},
                            {"security", bj::array{}},
                            {"parameters", bj::array{reference("parameters/IfNoneMatch")}},
                            {"responses", responses_of(document, view, refusals)}};
    paths[document.path] = {{"get", std::move(operation)}};
  }
}

}  // namespace agent_access::documents::openapi
