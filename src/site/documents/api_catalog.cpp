#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "json/json_text.hpp"
#include "oauth/types.hpp"
#include "site/documents/metadata.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

bj::object target(const HostView& view, std::string_view path, std::string_view type, std::string_view title) {
  bj::object object = {{"href", view.url(path)}};
  if (!type.empty()) object["type"] = type;
  object["title"] = title;
  return object;
}

void append_documents(bj::array& targets, const HostView& view, List list) {
  for (const auto& [document, listing] : listed_in(view, list)) {
    targets.push_back(target(view, document.path, essence_of(document.media_type), listing.title));
  }
}

bj::array documents(const HostView& view, List list) {
  bj::array targets;
  append_documents(targets, view, list);
  return targets;
}

std::string title_of(const GatedResource& resource) {
  return std::string(resource.title) + " (OAuth 2.0, scope " + std::string(resource.scope) + ")";
}

/// The media type of a file, if the owner gives one.
std::string_view type_of(const GatedResource& resource) {
  return resource.document == nullptr ? std::string_view() : essence_of(resource.document->media_type);
}

bj::object catalog_context(const HostView& view) {
  bj::array items = {target(view, oauth::kProfilePath, kJsonType, "Extended profile (OAuth 2.0)"),
                     target(view, kTokenPath, "", "Token endpoint"),
                     target(view, kRegisterPath, "", "Client registration")};
  if (view.settings.mcp.is_enabled) items.push_back(target(view, kMcpPath, "", "MCP endpoint"));
  for (const auto& resource : gated_resources(view.settings)) {
    items.push_back(target(view, resource.path, type_of(resource), title_of(resource)));
  }
  append_documents(items, view, List::catalog_items);
  return {{"anchor", view.url(kApiCatalogPath)}, {"item", std::move(items)}};
}

bj::object profile_context(const HostView& view) {
  return {{"anchor", view.url(oauth::kProfilePath)},
          {"service-desc", documents(view, List::catalog_service_desc)},
          {"service-doc", documents(view, List::catalog_profile_doc)},
          {"service-meta", documents(view, List::catalog_service_meta)}};
}

bj::object mcp_context(const HostView& view) {
  return {
      {"anchor", view.url(kMcpPath)},
      {"service-desc", bj::array{target(view, kMcpCardPath, kMcpCardType, "MCP server card")}},
      {"service-doc", bj::array{target(view, kAgentsMdPath, essence_of(kMarkdownType), "Guide for agents")}},
      {"service-meta", bj::array{target(view, kMcpResourcePath, kJsonType, "Protected resource metadata (RFC 9728)")}}};
}

/// The owner's own description of a gate stands before that of the service.
bj::object gated_context(const HostView& view, const GatedResource& resource) {
  bj::array descriptions;
  if (resource.gate != nullptr && !resource.gate->openapi.empty()) {
    descriptions.push_back(
        bj::object{{"href", openapi_url_of(view, *resource.gate)}, {"title", "OpenAPI description of the owner"}});
  }
  append_documents(descriptions, view, List::catalog_service_desc);
  bj::array metadata = {
      target(view, metadata_path_of(resource.path), kJsonType, "Protected resource metadata (RFC 9728)"),
      target(view, kAuthorizationServerPath, kJsonType, "Authorization server metadata (RFC 8414)")};
  return {{"anchor", view.url(resource.path)},
          {"service-desc", std::move(descriptions)},
          {"service-doc", documents(view, List::catalog_profile_doc)},
          {"service-meta", std::move(metadata)}};
}

bj::object open_context(const HostView& view, std::string_view path) {
  return {{"anchor", view.url(path)},
          {"service-desc", documents(view, List::catalog_service_desc)},
          {"service-doc", documents(view, List::catalog_open_doc)}};
}

}  // namespace

std::string render_api_catalog(const HostView& view) {
  bj::array linkset = {catalog_context(view), profile_context(view)};
  if (view.settings.mcp.is_enabled) linkset.push_back(mcp_context(view));
  for (const auto& resource : gated_resources(view.settings)) linkset.push_back(gated_context(view, resource));
  for (const auto& [document, listing] : listed_in(view, List::catalog_items)) {
    linkset.push_back(open_context(view, document.path));
  }
  const bj::object document = {{"linkset", std::move(linkset)}};
  return json::pretty_json(document);
}

}  // namespace agent_access::documents
