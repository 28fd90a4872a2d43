/// \file
/// The owner's gated documents (content::GatedDocument) as they are sent for a token with their scope: whole, from
/// memory, as they were when they were loaded. Immutable, shared by threads. NOT checked: scopes and tokens.
///
/// The protected resource metadata (RFC 9728) of gated documents and gates, and of every path below a gate: a client
/// that knows only the URL of a file compares `resource` with exactly this URL (section 3.3). Prepared when the
/// snapshot is built, completed with the path of the request. It does not say whether a file is there. Immutable.
///
/// Source: RFC 9728 sections 2, 3.1 (a query of the resource is that of the request) and 3.3.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/protocol.hpp"
#include "http/message.hpp"
#include "site/content/settings.hpp"
#include "site/documents/document_row.hpp"
#include "site/documents/oauth_metadata.hpp"

namespace agent_access::publish {

struct GatedFile {
  std::string body;
  std::string etag;                 ///< strong, quoted; empty if it could not be made
  std::string fields;               ///< all field lines of a 200
  std::string not_modified_fields;  ///< of a 304
};

/// By the index in content::Access::documents.
using GatedFiles = std::vector<GatedFile>;

/// `media_type` with its parameters.
[[nodiscard]] GatedFile prepare_gated_file(std::string_view media_type, std::string body);

/// Bytes of the path and the query of a resource; a longer one has no metadata of its own.
inline constexpr std::size_t kLongestResource = protocol::kResourceBytes;

/// The metadata of one gated document or gate on one host.
struct ResourceMetadata {
  documents::ResourceText text;
  std::string etag;                 ///< the same for all paths: they have one text
  std::string fields;               ///< all field lines of a 200
  std::string not_modified_fields;  ///< of a 304
};

/// One for each document, then one for each gate, of the host of the view.
[[nodiscard]] std::vector<ResourceMetadata> prepare_resource_metadata(const documents::HostView& view);

struct FoundMetadata {
  const ResourceMetadata& metadata;
  std::string_view path;  ///< of the resource: as it was asked for, if it has no character that JSON would escape
};

/// The metadata for the path of the request, of which `spelled` is the published spelling. Nothing if the path is no
/// metadata path, if no document or gate holds the path after it, or if that is not in normal form
/// (site/content/path_form.hpp), or longer than kLongestResource. A document is found in every spelling, a gate only in
/// normal form. `prepared` is that of the host.
[[nodiscard]] std::optional<FoundMetadata> find_resource_metadata(std::span<const ResourceMetadata> prepared,
                                                                  const content::Access& access,
                                                                  const http::Request& request,
                                                                  std::string_view spelled) noexcept;

/// 200 to GET and HEAD; the response refers to `found.metadata`, which was found for the request.
void answer_resource_metadata(const FoundMetadata& found, const http::Request& request, http::Response& response);

}  // namespace agent_access::publish
