/// \file
/// Where a request's head ends and what it says: HTTP/1.0 and 1.1 (RFC 9112) in the smallest grammar that real clients
/// need. Pure functions over bytes: no sockets, no clock.
///
/// Accepted: CR LF line ends only; targets of visible ASCII in origin-form, in absolute-form with http or https, and
/// OPTIONS *; one valid Host, also from HTTP/1.0; at most one Content-Length (1 to 19 digits, no tab beside them) and
/// Authorization, and one value of Content-Type; field names that are tokens; Connection as a list of tokens; on
/// HTTP/1.1 Transfer-Encoding: chunked in place of Content-Length. Refused: obs-fold, bare CR or LF, control bytes,
/// empty lines (RequestReader skips one before a request), white space before a colon, every other Transfer-Encoding,
/// every Expect but 100-continue. Tests compare every accepted head with the readings of llhttp and Boost.Beast
/// (decision 0025). NOT here: the chunks (request_reader.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "http/handler.hpp"
#include "http/message.hpp"
#include "net/capacity/limits.hpp"

namespace agent_access::net {

/// Views into the parsed bytes. The storage of `fields` is reused from head to head.
struct Head {
  http::Method method = http::Method::other;
  std::string_view method_text;
  std::string_view target;
  std::string_view path;
  std::string_view query;
  std::string_view host;  ///< of the target, if that is absolute, else of the field Host
  std::vector<http::Field> fields;
  std::size_t content_length = 0;  ///< 0 when chunked
  std::uint8_t minor_version = 1;
  bool chunked = false;           ///< the body is: its end is known when it has been read
  bool persistent = true;         ///< what version and Connection fields ask for
  bool expects_continue = false;  ///< never for HTTP/1.0, which cannot receive a 100 (RFC 9110 section 10.1.1)
  bool is_absolute = false;       ///< the target names scheme and authority
  bool is_whole = false;          ///< all of it was read, also where it was refused for what it asks

  void reset() noexcept;
};

struct Incomplete {};
/// Size of the head with its empty line; the body follows it: `content_length` bytes, or chunks.
struct HeadSize {
  std::size_t bytes;
};
using HeadResult = std::variant<Incomplete, http::RequestError, HeadSize>;

/// Reads the head at the start of `bytes`. Lines are validated one after the other as they are complete, so that the
/// verdict on a stream does not depend on how it was cut into reads. After a fault request_of() may be used if
/// `head.is_whole`, else only `head.method`, set if the request line was good. Longest accepted head: request_line +
/// header_block + 4 bytes.
[[nodiscard]] HeadResult parse_head(std::string_view bytes, const Limits& limits, Head& head);

/// What a head asks, with its body; the caller adds whose it is and its id. Looks into `head` and `body`.
[[nodiscard]] http::Request request_of(const Head& head, std::string_view body) noexcept;

}  // namespace agent_access::net
