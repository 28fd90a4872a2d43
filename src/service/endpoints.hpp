/// \file
/// The table of endpoints: path, methods, name in the log and in the metrics, and the function that fills the response
/// to a routed request. The response to a fault is that of fault_table. Paths are compared byte for byte, without
/// decoding, dot segments or case folding. The table is thread safe, a function not for one context.
#pragma once

#include <span>
#include <string_view>

#include "http/fields.hpp"
#include "service/call.hpp"
#include "site/documents/document_row.hpp"

namespace agent_access::service {

/// The constant fields of a profile, which tools/export also writes for hosts that run JavaScript.
inline constexpr std::string_view kProfileFields =
    http::joined<http::kJsonField, http::kNoStoreFields, http::kCorsFields>;

struct EndpointRow {
  std::string_view path;
  std::string_view methods;  ///< the value of Allow: protocol::kReadMethods or protocol::kPostMethods
  http::Route route;         ///< its name is in ops/words/outcome_words.cpp
  void (*answer)(Call& call, http::Response& response);
  documents::Published published = documents::Published::with_tokens;
  /// Refuses a request whatever its method, preflights too; true if it did. Null: nothing is refused so.
  bool (*refuse_first)(Call& call, http::Response& response) = nullptr;
};

[[nodiscard]] std::span<const EndpointRow> endpoint_table() noexcept;

/// Whether a path is below one of the places of endpoints, which are counted, and exact.
[[nodiscard]] bool is_of_api(std::string_view path) noexcept;

/// Null for documents, unknown paths and endpoints that the settings disable.
[[nodiscard]] const EndpointRow* find_endpoint(std::string_view path, const content::Settings& settings) noexcept;

/// GET or HEAD of a gated document (site/publish/resource_metadata.hpp) for a token with its scope. Precondition: the
/// call names the document.
void answer_gated_document(Call& call, http::Response& response);

/// Whether no file can replace the response for the path: true for endpoints that are always there and for documents
/// that change without a change of content.
[[nodiscard]] bool is_dynamic(std::string_view path) noexcept;

}  // namespace agent_access::service
