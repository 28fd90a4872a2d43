/// \file
/// One HTTP/2 request while it is read (RFC 9113 section 8.3.1): the decoded fields, with the same grammar and limits
/// as an HTTP/1.1 head, so that both protocols accept the same requests.
///
/// The library refuses with a stream error: unknown, repeated, missing or late pseudo-fields, upper-case names,
/// connection-specific fields, a TE other than "trailers", a content-length that is not a number, occurs twice or does
/// not match the DATA. This class checks the rest of the grammar, which is answered with a status. Not thread safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/handler.hpp"
#include "http/message.hpp"
#include "net/capacity/limits.hpp"

namespace agent_access::net::h2 {

class RequestHead {
 public:
  /// Adds a copy of one decoded field, unless a fault was found before. False: the block is far beyond the limits,
  /// which counts as abuse of the connection.
  [[nodiscard]] bool add(std::string_view name, std::string_view value, const Limits& limits);
  /// A field of the trailer: checked against the limits and discarded.
  [[nodiscard]] bool add_trailer(std::string_view name, std::string_view value, const Limits& limits);
  /// Validates the whole head. Empty: request() may be used.
  [[nodiscard]] std::optional<http::RequestError> conclude();

  [[nodiscard]] std::optional<http::RequestError> fault() const noexcept { return fault_; }
  /// The head is complete and well-formed, even if the request is refused: request() may be used.
  [[nodiscard]] bool is_whole() const noexcept { return is_whole_; }
  [[nodiscard]] http::Method method() const noexcept { return method_; }
  /// Its approximate memory.
  [[nodiscard]] std::size_t held_bytes() const noexcept {
    return bytes_.size() + entries_.size() * (sizeof(Entry) + sizeof(http::Field));
  }
  /// Memory allocated for it.
  [[nodiscard]] std::size_t allocated_bytes() const noexcept {
    return bytes_.capacity() + entries_.capacity() * sizeof(Entry) + fields_.capacity() * sizeof(http::Field);
  }
  [[nodiscard]] bool expects_continue() const noexcept { return expects_continue_; }
  /// Views into this object; the caller adds body, peer and request ID.
  [[nodiscard]] http::Request request() const noexcept;

 private:
  struct Place {
    std::size_t at = 0;
    std::size_t size = 0;
  };
  struct Entry {
    Place name;
    Place value;
  };
  [[nodiscard]] bool count(std::size_t bytes, const Limits& limits);
  void add_pseudo(std::string_view name, std::string_view value, const Limits& limits);
  void note(std::string_view name, std::string_view value, const Limits& limits);
  void refuse(http::RequestError fault) noexcept;
  [[nodiscard]] Place keep(std::string_view text);
  [[nodiscard]] std::string_view text(Place place) const noexcept {
    return std::string_view(bytes_).substr(place.at, place.size);
  }

  std::string bytes_;
  std::vector<Entry> entries_;
  std::vector<http::Field> fields_;  ///< views of the entries, made by conclude()
  std::optional<Place> path_;
  std::optional<Place> authority_;
  std::optional<Place> host_;
  std::optional<http::RequestError> fault_;
  std::size_t block_ = 0;
  std::size_t total_ = 0;  ///< all decoded bytes, with trailers and fields after a fault
  std::size_t count_ = 0;
  http::Method method_ = http::Method::other;
  bool authorization_ = false;
  bool content_type_ = false;
  bool too_large_ = false;
  bool other_expectation_ = false;
  bool expects_continue_ = false;
  bool is_whole_ = false;
};

}  // namespace agent_access::net::h2
