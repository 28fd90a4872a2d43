/// \file
/// The chunked transfer coding of a request's body (RFC 9112 section 7.1), decoded in place as it arrives: no sockets,
/// no clock, no memory of its own.
///
/// Accepted, and nothing else: a size of hexadecimal digits without leading zeros, CR LF, as many bytes, CR LF, again
/// and again; then "0" CR LF CR LF. Refused as malformed: extensions, trailers, white space, bare CR or LF, leading
/// zeros (decision 0018). Refused as too large: as soon as the sizes, or the bytes that are no data, exceed the limit
/// of a body.
///
/// Not thread safe: belongs to its connection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "http/handler.hpp"

namespace agent_access::net {

class ChunkedBody {
 public:
  /// What one call of decode() did.
  struct Step {
    std::size_t taken = 0;                    ///< bytes that were read
    std::size_t produced = 0;                 ///< data among them, now at the front of the bytes
    std::optional<http::RequestError> fault;  ///< malformed_chunks or body_too_large: decode nothing more
  };

  /// `most`: data in all, and the same number again of sizes and line ends; at most 2^59.
  explicit ChunkedBody(std::size_t most) noexcept : most_(most) {}

  /// Takes the bytes that follow those of earlier calls, none behind the end of the body. Verdict and data do not
  /// depend on how the stream was cut.
  [[nodiscard]] Step decode(std::span<char> bytes) noexcept;

  [[nodiscard]] bool is_complete() const noexcept { return place_ == Place::end && expected_.empty(); }
  /// Bytes of data so far.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  enum class Place : std::uint8_t { size, data, end };

  void expect(std::string_view text, Place next) noexcept;
  void take_data(std::span<char> bytes, Step& step) noexcept;
  [[nodiscard]] std::optional<http::RequestError> take_framing(char byte) noexcept;
  [[nodiscard]] std::optional<http::RequestError> take_expected(char byte) noexcept;
  [[nodiscard]] std::optional<http::RequestError> take_size(char byte) noexcept;

  std::size_t most_;
  std::size_t size_ = 0;
  std::size_t framing_ = 0;    ///< bytes of sizes and line ends so far
  std::size_t remaining_ = 0;  ///< of the chunk's data; while its size is read, the size so far
  std::string_view expected_;  ///< the bytes that must come next
  Place place_ = Place::size;  ///< what follows them
  bool has_digits_ = false;
};

}  // namespace agent_access::net
