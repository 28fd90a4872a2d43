/// \file
/// One HTTP/1 answer from the head lines and body pieces that libcurl hands over (RFC 9112 section 4). Keeps the head
/// of the final answer: interim ones (1xx) and the trailers of a chunked body are passed over. Pure, no I/O.
///
/// NOT checked: transfer coding, content length and the end of the body, which libcurl reads.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "client/client.hpp"

namespace agent_access::client {

class AnswerCollector {
 public:
  /// One line with its line end: a status line, a field, the empty line behind a head. False ends the exchange.
  [[nodiscard]] bool take_line(std::string_view line);
  /// A piece of the body. False: it is larger than kMaxAnswerSize, and the exchange ends.
  [[nodiscard]] bool take_body(std::string_view piece);

  /// Why the exchange was ended, if it was: too_large, or broken.
  [[nodiscard]] std::optional<ClientFaultKind> fault() const noexcept { return fault_; }
  /// Only interim answers came, as many as are taken.
  [[nodiscard]] bool is_interim_only() const noexcept { return interim_ == kMaxInterimAnswers; }
  /// The head of the final answer has ended.
  [[nodiscard]] bool has_head() const noexcept { return place_ == Place::body; }
  [[nodiscard]] ClientResponse& response() noexcept { return response_; }

 private:
  enum class Place { status, fields, body };
  static constexpr int kMaxInterimAnswers = 8;

  [[nodiscard]] bool end(ClientFaultKind kind) noexcept;
  [[nodiscard]] bool take_status(std::string_view line);
  [[nodiscard]] bool take_field(std::string_view line);
  [[nodiscard]] bool end_head();

  ClientResponse response_;
  std::optional<ClientFaultKind> fault_;
  std::size_t head_size_ = 0;  ///< of all heads and trailers
  int interim_ = 0;
  Place place_ = Place::status;
};

}  // namespace agent_access::client
