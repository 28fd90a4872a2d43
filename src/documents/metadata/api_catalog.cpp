#include "documents/metadata/api_catalog.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "documents/paths.hpp"
#include "json/pretty_json.hpp"
#include "oauth/types.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

constexpr std::string_view kCatalogType =
    R"(application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727")";
constexpr std::string_view kDescriptionTitle = "OpenAPI 3.1 description";

bj::object target(const HostView& view, std::string_view path, std::string_view type, std::string_view title) {
  bj::object object = {{"href", view.url(path)}};
  if (!type.empty()) object["type"] = type;
  object["title"] = title;
  return object;
}

bj::object catalog_context(const HostView& view) {
  return {{"anchor", view.url(kApiCatalogPath)},
          {"item", bj::array{target(view, oauth::kProfilePath, kJsonType, "Extended profile (OAuth 2.0)"),
                             target(view, kTokenPath, "", "Token endpoint"),
                             target(view, kRegisterPath, "", "Client registration"),
                             target(view, kSiteDataPath, kJsonType, "Public site data"),
                             target(view, kFaqPath, kJsonType, "Questions and answers")}}};
}

bj::object profile_context(const HostView& view) {
  return {{"anchor", view.url(oauth::kProfilePath)},
          {"service-desc", bj::array{target(view, kOpenapiPath, kJsonType, kDescriptionTitle)}},
          {"service-doc", bj::array{target(view, kAuthMdPath, "text/markdown", "How to get a credential"),
                                    target(view, kAgentsMdPath, "text/markdown", "Guide for agents")}},
          {"service-meta",
           bj::array{target(view, kProtectedResourcePath, kJsonType, "Protected resource metadata (RFC 9728)"),
                     target(view, kAuthorizationServerPath, kJsonType, "Authorization server metadata (RFC 8414)"),
                     target(view, kJwksPath, kJsonType, "Keys of the tokens (RFC 7517)")}}};
}

bj::object open_context(const HostView& view, std::string_view path) {
  return {{"anchor", view.url(path)},
          {"service-desc", bj::array{target(view, kOpenapiPath, kJsonType, kDescriptionTitle)}},
          {"service-doc", bj::array{target(view, kLlmsPath, "text/plain", "What this site holds")}}};
}

}  // namespace

Rendered render_api_catalog(const HostView& view) {
  const bj::object document = {{"linkset", bj::array{catalog_context(view), profile_context(view),
                                                     open_context(view, kSiteDataPath), open_context(view, kFaqPath)}}};
  return {std::string(kApiCatalogPath), std::string(kCatalogType), json::pretty_json(document),
          "Link: <" + view.url(kApiCatalogPath) + ">; rel=\"api-catalog\"\r\n"};
}

}  // namespace agent_access::documents
