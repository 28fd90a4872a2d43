#include "documents/openapi/openapi.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <deque>
#include <utility>

#include "documents/gated_resources.hpp"
#include "documents/openapi/openapi_parts.hpp"
#include "documents/paths.hpp"
#include "documents/text_template.hpp"
#include "json/pretty_json.hpp"
#include "oauth/types.hpp"

namespace agent_access::documents {

namespace openapi {

namespace bj = boost::json;

bj::object parse_constant(std::string_view text, const HostView& view) {
  return bj::parse(fill(text, {{"base_url", view.base_url()}})).as_object();
}

bj::object reference(std::string_view component) { return {{"$ref", "#/components/" + std::string(component)}}; }

bj::object content(std::string_view media_type, bj::object schema, std::string_view example_name, bj::value example) {
  bj::object examples;
  examples[example_name] = bj::object{{"value", std::move(example)}};
  bj::object media;
  media["schema"] = std::move(schema);
  media["examples"] = std::move(examples);
  bj::object made;
  made[media_type] = std::move(media);
  return made;
}

}  // namespace openapi

namespace {

namespace bj = boost::json;

constexpr std::string_view kDescription =
    R"(Any agent registers an anonymous client, exchanges its credentials for an ES256 Bearer token of 15 minutes and reads the extended CV and availability profile. No account, no approval, no cost; the service stores nothing.

1. `POST /oauth/register` returns `client_id` and `client_secret`.
2. `POST /oauth/token` with `grant_type=client_credentials` returns `access_token`.
3. `GET /api/agent/full-profile` with `Authorization: Bearer <access_token>` returns the profile.

There is no user interaction: `/oauth/authorize`, which is published because client libraries require an authorization_endpoint, refuses every request with 400 `unsupported_response_type`.

{{open}} {{base_url}}/auth.md describes the flow step by step.

**Every response.** HEAD is supported wherever GET is, with the same headers. OPTIONS returns 204 with `Allow` and the Access-Control fields; every origin may call every operation, and cookies are not used. Besides the headers described for each response there are only those of HTTP itself: `Date`, `Content-Type`, `Content-Length` and `Connection`. Every error is JSON with `error` and `error_description`, including errors of the HTTP layer.

**Rate limit.** One limit for each client address covers `/oauth/*` and `/api/*`. When it is exceeded, the response is 429 `rate_limited` with `Retry-After` and the RateLimit fields.

**Versioning.** Paths have no version segment. This description is version 1.0.0; members may be added to responses at any time, so ignore unknown members.)";

constexpr std::string_view kAllElseIsOpen = "All other content is open.";
constexpr std::string_view kMoreNeedsAToken =
    "A token opens what its scopes allow, also the operations tagged `documents` and `gates`, each with the scope in "
    "its "
    "`security`. All other content is open.";
constexpr std::string_view kScopesAreNamed =
    " The token request names scopes in `scope`, separated by a space; without it the token has `read:extended`.";

constexpr std::string_view kTags = R"({"tags": [
  {"name": "oauth", "description": "Registration of anonymous clients and their access tokens."},
  {"name": "profile", "description": "The protected resource."},
  {"name": "site", "description": "Open, structured data of the site."},
  {"name": "discovery", "description": "Open documents that describe the service to programs."}
]})";

std::string description(const HostView& view) {
  std::string open(gated_resources(view.settings).empty() ? kAllElseIsOpen : kMoreNeedsAToken);
  if (view.settings.access.has_declared_scopes()) open += kScopesAreNamed;
  return fill(kDescription, {{"base_url", view.base_url()}, {"open", open}});
}

bj::array tags(const HostView& view) {
  bj::array made = openapi::parse_constant(kTags, view).at("tags").as_array();
  for (auto& tag : openapi::gated_tags(view)) made.push_back(std::move(tag));
  return made;
}

bj::object info(const HostView& view) {
  const auto& site = view.content.site;
  bj::object contact = {{"name", site.owner.name.empty() ? site.title : site.owner.name}, {"url", view.url("/")}};
  if (!site.contact.email.empty()) contact["email"] = site.contact.email;
  return {{"title", site.title + " - Agent Access API"},
          {"version", kApiVersion},
          {"summary", "Anonymous client registration, token issuance and one protected profile endpoint."},
          {"description", description(view)},
          {"contact", std::move(contact)},
          {"license", {{"name", "Apache License 2.0"}, {"identifier", "Apache-2.0"}}}};
}

/// The requested host comes first, because generated clients use the first server.
bj::array servers(const HostView& view) {
  bj::array made = {{{"url", view.base_url()}, {"description", "The host of this description"}}};
  for (const auto& base_url : view.settings.base_urls) {
    if (base_url.text() == view.base_url()) continue;
    made.push_back({{"url", base_url.text()}, {"description", "The same service on another host"}});
  }
  return made;
}

bj::object security_schemes(const HostView& view) {
  bj::object scopes;
  for (const auto& scope : scopes_of(view.settings)) scopes[scope.name] = scope.meaning;
  bj::object flow = {{"tokenUrl", view.url(kTokenPath)}, {"scopes", std::move(scopes)}};
  bj::object oauth2 = {{"type", "oauth2"},
                       {"description", "Register at /oauth/register, then post the credentials to the token URL."},
                       {"flows", {{"clientCredentials", std::move(flow)}}}};
  bj::object basic = {
      {"type", "http"},
      {"scheme", "basic"},
      {"description",
       "client_id and client_secret, each form-encoded, as RFC 6749 section 2.3.1 requires; instead of the body."}};
  return {{"oauth2", std::move(oauth2)}, {"clientBasic", std::move(basic)}};
}

bj::object parameters(const HostView& view) {
  return openapi::parse_constant(R"({"IfNoneMatch": {
    "name": "If-None-Match",
    "in": "header",
    "required": false,
    "description": "The ETag of a stored response; if it is still current, the response is 304.",
    "schema": {"type": "string"},
    "example": "\"b7Yx0S5cZ2m1qk4T9dQe3w\""
  }})",
                                 view);
}

bj::object response_components(const openapi::Refusals& refusals) {
  bj::object components = refusals.response_components();
  components["NotModified"] = openapi::not_modified();
  return components;
}

bj::object components(const HostView& view, const openapi::Refusals& refusals) {
  bj::object schemas = openapi::protocol_schemas(view, refusals.errors());
  for (auto& [name, schema] : openapi::document_schemas(view)) schemas[name] = schema;
  bj::object made = {{"securitySchemes", security_schemes(view)},   {"parameters", parameters(view)},
                     {"headers", openapi::header_components(view)}, {"responses", response_components(refusals)},
                     {"examples", refusals.example_components()},   {"schemas", std::move(schemas)}};
  openapi::add_gated_components(view, made);
  return made;
}

}  // namespace

std::string render_openapi(const HostView& view, const ErrorAnswers& errors) {
  ErrorAnswers own = errors;
  std::deque<std::string> texts;
  openapi::describe_access(view, own, texts);
  const openapi::Refusals refusals(own);
  bj::object paths;
  openapi::add_endpoints(view, refusals, paths);
  openapi::add_documents(view, refusals, paths);
  openapi::add_gated(view, refusals, paths);
  bj::object document;
  document["openapi"] = "3.1.0";
  document["info"] = info(view);
  document["servers"] = servers(view);
  document["externalDocs"] = {{"description", "How an agent gets access, step by step"},
                              {"url", view.url(kAuthMdPath)}};
  document["tags"] = tags(view);
  document["security"] = bj::parse(R"([{"oauth2": ["read:extended"]}])");
  document["paths"] = std::move(paths);
  document["components"] = components(view, refusals);
  return json::pretty_json(document);
}

}  // namespace agent_access::documents
