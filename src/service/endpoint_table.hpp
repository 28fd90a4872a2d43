/// \file
/// The table of endpoints: path, methods, name in the log and in the metrics, function. Paths are compared byte for
/// byte, without decoding, dot segments or case folding. Thread safe: constants only.
#pragma once

#include <span>
#include <string_view>

#include "publish/router.hpp"
#include "service/endpoints.hpp"

namespace agent_access::service {

struct EndpointRow {
  std::string_view path;
  std::string_view methods;  ///< the value of Allow: publish::kReadMethods or publish::kPostMethods
  publish::Route route;      ///< its name is in ops/outcome_words.cpp
  void (*answer)(Call& call, http::Response& response);
  /// Refuses a request whatever its method, preflights too; true if it did. Null: nothing is refused so.
  bool (*refuse_first)(Call& call, http::Response& response) = nullptr;
};

[[nodiscard]] std::span<const EndpointRow> endpoint_table() noexcept;

/// Null for documents, unknown paths and endpoints that the settings disable.
[[nodiscard]] const EndpointRow* find_endpoint(std::string_view path, const content::Settings& settings) noexcept;

/// Whether no file can replace the response for the path: true for endpoints that are always there and for documents
/// that change without a change of content.
[[nodiscard]] bool is_dynamic(std::string_view path) noexcept;

}  // namespace agent_access::service
