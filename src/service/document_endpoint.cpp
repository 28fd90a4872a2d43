#include "service/document_endpoint.hpp"

#include <algorithm>
#include <array>

#include "base/protocol.hpp"
#include "service/endpoints.hpp"
#include "service/fault_table.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/negotiation.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::service {
namespace {

bool is_read(http::Method method) noexcept { return method == http::Method::get || method == http::Method::head; }

/// Only programs request paths at or below these places.
bool is_for_programs(std::string_view path) noexcept {
  return std::ranges::any_of(protocol::kProgramPlaces, [path](std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
  });
}

/// The index of the owner's folder at the path, or null.
const publish::Document* find_folder(const Call& call) {
  const auto* const index = call.site().documents.find(std::string(call.path).append("/"));
  return index != nullptr && index->source.kind == documents::DocumentKind::file ? index : nullptr;
}

void redirect(const publish::Document& folder, Call& call, http::Response& response) {
  call.outcome.route = publish::route_of(folder);
  response.status = 301;
  response.constant_fields = kRedirectFields;
  response.add_field("Location", folder.source.path);
}

/// Whether a token may be needed at the path, or an endpoint be below it.
bool is_protected(const Call& call, std::string_view path) {
  return is_of_api(path) || call.context.snapshot->settings.access.gate_at(path) != nullptr;
}

void answer_page(const publish::Document& page, const Call& call, http::Response& response) {
  const auto& chosen = publish::negotiate(page, call.request.field("Accept-Encoding"));
  refuse(fault("unknown_path"), response);
  response.body.clear();
  response.body_owner = call.context.hold;
  response.constant_fields = chosen.not_found_fields;
  response.constant_body = chosen.body;
}

}  // namespace

http::Precondition precondition_of(const Call& call, std::string_view etag) {
  const auto modified = std::chrono::system_clock::to_time_t(call.context.snapshot->built_at);
  return http::precondition_of(call.request, etag, modified);
}

bool answer_precondition(const Call& call, std::string_view etag, std::string_view not_modified_fields,
                         http::Response& response) {
  switch (precondition_of(call, etag)) {
    case http::Precondition::holds: return false;
    case http::Precondition::fails: refuse(fault("precondition_failed"), response); return true;
    case http::Precondition::not_modified: break;
  }
  response.status = 304;
  response.constant_fields = not_modified_fields;
  return true;
}

const publish::Document* find_without_slashes(const Call& call) {
  std::string_view rest = call.path;
  if (!rest.starts_with("//") && !rest.ends_with('/')) return nullptr;
  rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
  while (rest.ends_with('/')) rest.remove_suffix(1);
  std::string path = "/" + std::string(rest);
  // What follows there names a resource, with a slash at its end another one (RFC 9728 section 3.1).
  if (call.path.ends_with('/') && path.starts_with(documents::kProtectedResourcePath)) return nullptr;
  const auto* document = call.site().documents.find(path);
  // The index of a folder of the owner.
  if (document == nullptr) document = call.site().documents.find(path.append("/"));
  return document == nullptr || is_protected(call, path) ? nullptr : document;
}

void answer_meant_document(const Call& call, const publish::Document& document, http::Response& response) {
  if (document.source.media_type != documents::kHtmlType) return answer_published_document(call, document, response);
  response.status = 308;
  response.constant_fields = kRedirectFields;
  const std::string_view query = call.request.query;
  http::append(response.fields, "Location: ", document.source.path, query.empty() ? "" : "?", query, "\r\n");
}

void answer_published_document(const Call& call, const publish::Document& document, http::Response& response) {
  // Most documents have one form; Accept is read for the others only.
  const bool is_markdown = document.has_markdown() && publish::prefers_markdown(call.request.list("Accept"));
  const auto* const markdown = is_markdown ? call.site().documents.markdown_of(document) : nullptr;
  const auto& form = markdown == nullptr ? document : *markdown;
  const auto& chosen = publish::negotiate(form, call.request.field("Accept-Encoding"));
  response.body_owner = call.context.hold;
  if (answer_precondition(call, chosen.etag, chosen.not_modified_fields(), response)) return;
  response.constant_fields = chosen.fields;
  response.constant_body = chosen.body;
}

void answer_unknown_path(Call& call, http::Response& response) {
  const http::Request& request = call.request;
  if (!is_read(request.method)) return refuse(fault("unknown_path"), response);
  if (const auto* const folder = find_folder(call)) return redirect(*folder, call, response);
  const auto* const page = call.site().documents.find(documents::kNotFoundPath);
  if (page == nullptr || is_for_programs(call.path) || !publish::prefers_html(request.list("Accept"))) {
    return refuse(fault("unknown_path"), response);
  }
  answer_page(*page, call, response);
}

}  // namespace agent_access::service
