#include "site/publish/resource_metadata.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "http/fields.hpp"
#include "site/content/path_form.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/catalogue.hpp"

namespace agent_access::publish {
namespace {

// A cache of the client may keep a document and must ask with a token each time. No document is a page of this site: if
// a browser shows one, its scripts do not run.
constexpr std::string_view kOwnGatedFields =
    "Cache-Control: private, no-cache\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Content-Security-Policy: default-src 'none'; sandbox\r\n";
constexpr std::string_view kGatedFields = http::joined<kOwnGatedFields, http::kCorsFields>;

/// RFC 3986 section 3.4, without what JSON would escape.
constexpr bool is_query_character(char c) noexcept {
  return base::is_alphanumeric(c) || std::string_view("-._~%!$&'()*+,;=:@/?").contains(c);
}

/// The path of the resource; nothing if `path` is not of metadata, or not of those of a plain path.
std::optional<std::string_view> resource_path_of(std::string_view path, std::string_view query) noexcept {
  if (!path.starts_with(documents::kProtectedResourcePath)) return std::nullopt;
  path.remove_prefix(documents::kProtectedResourcePath.size());
  if (path.size() + query.size() > kLongestResource) return std::nullopt;
  if (!content::is_normal_path(path) || !std::ranges::all_of(query, is_query_character)) return std::nullopt;
  return path;
}

}  // namespace

GatedFile prepare_gated_file(std::string_view media_type, std::string body) {
  GatedFile file{.body = std::move(body), .etag = {}, .fields = {}, .not_modified_fields = {}};
  if (const std::string tag = entity_tag(file.body); !tag.empty()) {
    file.etag = "\"" + tag + "\"";
    http::append(file.not_modified_fields, "ETag: ", file.etag, "\r\n");
  }
  file.not_modified_fields.append(kGatedFields);
  http::append(file.fields, "Content-Type: ", media_type, "\r\n", file.not_modified_fields);
  return file;
}

std::vector<ResourceMetadata> prepare_resource_metadata(const documents::HostView& view) {
  std::vector<ResourceMetadata> prepared;
  for (const auto& resource : documents::gated_resources(view.settings)) {
    ResourceMetadata& metadata = prepared.emplace_back();
    metadata.text = documents::gated_metadata(view, resource);
    if (const std::string tag = publish::entity_tag(metadata.text.with("")); !tag.empty()) {
      metadata.etag = "\"" + tag + "\"";
      http::append(metadata.not_modified_fields, "ETag: ", metadata.etag, "\r\n");
    }
    http::append(metadata.not_modified_fields, http::kCachedFields, http::kCorsFields);
    http::append(metadata.fields, http::kJsonField, metadata.not_modified_fields);
  }
  return prepared;
}

std::optional<FoundMetadata> find_resource_metadata(std::span<const ResourceMetadata> prepared,
                                                    const content::Access& access, const http::Request& request,
                                                    std::string_view spelled) noexcept {
  if (prepared.empty()) return std::nullopt;
  const auto path = resource_path_of(spelled, request.query);
  if (const auto* const document = path ? access.document_at(*path) : nullptr) {
    // Clients compare it with the address that they asked for (RFC 9728 section 3.3).
    const std::size_t prefix = documents::kProtectedResourcePath.size();
    const bool is_plain = request.path.starts_with(documents::kProtectedResourcePath) &&
                          request.path.size() <= prefix + kLongestResource &&
                          std::ranges::all_of(request.path, is_query_character);
    return FoundMetadata{prepared[static_cast<std::size_t>(document - access.documents.data())],
                         is_plain ? request.path.substr(prefix) : *path};
  }
  const auto asked = resource_path_of(request.path, request.query);
  const auto* const gate = asked ? access.gate_at(*asked) : nullptr;
  if (gate == nullptr) return std::nullopt;
  const auto number = static_cast<std::size_t>(gate - access.gates.data());
  return FoundMetadata{prepared[access.documents.size() + number], *asked};
}

void answer_resource_metadata(const FoundMetadata& found, const http::Request& request, http::Response& response) {
  const ResourceMetadata& metadata = found.metadata;
  response.constant_fields = metadata.fields;
  response.constant_body = metadata.text.before_path;
  http::append(response.body, found.path, request.query.empty() ? "" : "?", request.query, metadata.text.after_path);
}

}  // namespace agent_access::publish
