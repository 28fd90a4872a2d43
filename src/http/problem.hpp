/// \file
/// Error responses: JSON with `error` and `error_description`, never cached, readable across origins.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "http/handler.hpp"
#include "http/message.hpp"

namespace agent_access::http {

/// Constants and settings only: a part of the request must not become a part of an error.
struct Problem {
  std::uint16_t status;
  std::string_view error;
  std::string_view description;  ///< characters of RFC 6749 section 5.2 only: no quote, no backslash
  std::string_view fields = {};  ///< what every such response has besides: complete lines
};

/// Replaces status, fields and body of `response`. Fields that the request decides (Allow) are added afterwards.
void write_problem(const Problem& problem, Response& response);

/// The name of a RequestError in the log and in the metrics, and its response.
struct RequestErrorRow {
  RequestError fault;
  std::string_view name;
  Problem problem;
};

/// One row for each RequestError.
[[nodiscard]] std::span<const RequestErrorRow> request_errors() noexcept;

/// The response to bytes that are not a request; used by the service and the admin listener.
[[nodiscard]] Problem problem_of(RequestError fault) noexcept;
[[nodiscard]] std::string_view name_of(RequestError fault) noexcept;

}  // namespace agent_access::http
