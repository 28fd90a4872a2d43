#include "service/endpoints.hpp"

#include <algorithm>
#include <array>

#include "service/fault_table.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/negotiation.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::service {
namespace {

/// Only programs request paths below these.
constexpr std::array<std::string_view, 3> kForPrograms = {"/api", "/oauth", "/.well-known"};

bool is_read(http::Method method) noexcept { return method == http::Method::get || method == http::Method::head; }

bool is_for_programs(std::string_view path) noexcept {
  return std::ranges::any_of(kForPrograms, [path](std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
  });
}

/// The index of the owner's folder at the path, or null.
const publish::Document* find_folder(const Call& call) {
  const auto* const index = call.site().documents.find(std::string(call.path).append("/"));
  return index != nullptr && index->source.kind == documents::Kind::file ? index : nullptr;
}

void redirect(const publish::Document& folder, Call& call, http::Response& response) {
  call.outcome.route = publish::route_of(folder);
  response.status = 301;
  response.constant_fields = kRedirectFields;
  response.add_field("Location", folder.source.path);
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

void answer_published_document(const Call& call, const publish::Document& document, http::Response& response) {
  // Most documents have one form; Accept is read for the others only.
  const auto& form = document.markdown ? publish::choose_form(document, call.request.list("Accept")) : document;
  const auto& chosen = publish::negotiate(form, call.request.field("Accept-Encoding"));
  response.body_owner = call.context.hold;
  if (!chosen.etag.empty() && http::is_not_modified(call.request, chosen.etag)) {
    response.status = 304;
    response.constant_fields = chosen.not_modified_fields;
    return;
  }
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
