/// \file
/// The one table of endpoints: path, methods, name in the log and in the metrics, function. Paths match byte for byte:
/// no decoding, no dot segments, no case folding; another spelling is unknown. Thread safe: constants only.
#pragma once

#include <span>
#include <string_view>

#include "publish/router.hpp"
#include "service/endpoints.hpp"

namespace agent_access::service {

struct EndpointRow {
  std::string_view path;
  std::string_view methods;  ///< the value of Allow: publish::kReadMethods or publish::kPostMethods
  publish::Route route;      ///< its name is in ops/routes.cpp
  void (*answer)(Call& call, http::Response& response);
};

[[nodiscard]] std::span<const EndpointRow> endpoint_table() noexcept;

/// Null for documents and unknown paths.
[[nodiscard]] const EndpointRow* find_endpoint(std::string_view path) noexcept;

/// Paths that only the service can answer: the endpoints and the documents that change by themselves. No file replaces
/// them.
[[nodiscard]] bool is_dynamic(std::string_view path) noexcept;

}  // namespace agent_access::service
