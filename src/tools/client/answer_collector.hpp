/// \file
/// An HTTP/1 response from its lines and pieces, as a library reads them. No I/O. Not thread safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tools/client/client_fault.hpp"
#include "tools/client/client_messages.hpp"

namespace agent_access::tools {

/// Builds one HTTP/1 response from the head lines and body pieces that libcurl passes (RFC 9112 section 4). Stores the
/// head of the final response; interim responses (1xx) and the trailers of a chunked body are skipped. Pure, no I/O.
///
/// NOT checked: transfer coding, content length and the end of the body, which libcurl checks.
class AnswerCollector {
 public:
  /// Adds one line with its line end: a status line, a field, or the empty line after a head. False ends the exchange.
  [[nodiscard]] bool take_line(std::string_view line);
  /// Adds a piece of the body. False if the body is larger than kMaxAnswerSize, which ends the exchange.
  [[nodiscard]] bool take_body(std::string_view piece);

  /// The fault that ended the exchange, if one did: too_large or broken.
  [[nodiscard]] std::optional<ClientFaultKind> fault() const noexcept { return fault_; }
  /// Whether only interim responses were received, up to their limit.
  [[nodiscard]] bool is_interim_only() const noexcept { return interim_ == kMaxInterimAnswers; }
  /// The head of the final response is complete.
  [[nodiscard]] bool has_head() const noexcept { return part_ == MessagePart::body; }
  [[nodiscard]] ClientResponse& response() noexcept { return response_; }

 private:
  enum class MessagePart { status, fields, body };
  static constexpr int kMaxInterimAnswers = 8;

  [[nodiscard]] bool end(ClientFaultKind kind) noexcept;
  [[nodiscard]] bool take_status(std::string_view line);
  [[nodiscard]] bool take_field(std::string_view line);
  [[nodiscard]] bool end_head();

  ClientResponse response_;
  std::optional<ClientFaultKind> fault_;
  std::size_t head_size_ = 0;  ///< of all heads and trailers
  int interim_ = 0;
  MessagePart part_ = MessagePart::status;
};

}  // namespace agent_access::tools
