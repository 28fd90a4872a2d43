/// \file
/// The one form of every error answer: JSON with `error` and `error_description`, never cached, readable across
/// origins.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "http/handler.hpp"
#include "http/message.hpp"

namespace agent_access::http {

/// All constants: nothing of the request may get in.
struct Problem {
  std::uint16_t status;
  std::string_view error;
  std::string_view description;  ///< characters of RFC 6749 section 5.2 only: no quote, no backslash
};

/// Replaces status, fields and body of `response`. Fields added afterwards stay (Allow, Retry-After).
void write_problem(const Problem& problem, Response& response);

/// All that is known of a RequestError: the name is that of the log and of the metrics.
struct RequestErrorRow {
  RequestError fault;
  std::string_view name;
  Problem problem;
};

/// One row for each RequestError.
[[nodiscard]] std::span<const RequestErrorRow> request_errors() noexcept;

/// The answer to bytes that are no request; shared by the service and the admin listener. Sets Connection::close.
[[nodiscard]] Problem problem_of(RequestError fault) noexcept;
[[nodiscard]] std::string_view name_of(RequestError fault) noexcept;

}  // namespace agent_access::http
