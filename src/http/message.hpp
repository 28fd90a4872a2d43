/// \file
/// HTTP as values: no sockets, no parsing. A Request is a set of views into the connection's buffer, valid during one
/// Handler::handle call. A Response is filled by the handler and sent by net; its storage is reused on a connection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/ip_address.hpp"
#include "http/outcome.hpp"

namespace agent_access::http {

enum class Method : std::uint8_t { get, head, post, options, put, patch, delete_, other };

/// As in a request line; "OTHER" for every method without an enumerator.
[[nodiscard]] std::string_view method_name(Method method) noexcept;
/// Methods are case sensitive; one that is not known is `other`.
[[nodiscard]] Method method_of(std::string_view name) noexcept;

struct Field {
  std::string_view name;   ///< as received; compare with equal_names
  std::string_view value;  ///< without surrounding white space
};

namespace detail {

/// The bit in which the two cases of an ASCII letter differ.
inline constexpr int kCaseBit = 'a' ^ 'A';

/// Whether two texts of the same size are equal if the case of ASCII letters is ignored.
[[nodiscard]] bool equal_letters(std::string_view left, std::string_view right) noexcept;

/// False if they are not equal because of their first characters.
[[nodiscard]] inline bool may_be_equal(std::string_view left, std::string_view right) noexcept {
  return left.empty() || ((left.front() ^ right.front()) & ~kCaseBit) == 0;
}

}  // namespace detail

/// Compares field names without case (RFC 9110 section 5.1), ASCII only.
[[nodiscard]] inline bool equal_names(std::string_view left, std::string_view right) noexcept {
  // Inline, because most names of a request differ from the wanted one in size or first letter.
  return left.size() == right.size() && detail::may_be_equal(left, right) && detail::equal_letters(left, right);
}

/// The element of a list whose elements are all equal: a proxy joins repeated fields to "a, a" (RFC 9110 section 5.3).
/// Any other value as it is.
[[nodiscard]] std::string_view without_copies(std::string_view list) noexcept;

/// A field that may occur once in a request.
struct SingleField {
  std::string_view name;
  std::string_view value = {};  ///< of the first one
  std::size_t count = 0;
  bool differs = false;  ///< a later one has another value

  /// The value; an empty one, which agrees with nothing, if several fields differ; nothing if there is none.
  [[nodiscard]] std::optional<std::string_view> agreed() const noexcept {
    if (count == 0) return std::nullopt;
    return differs ? std::string_view() : value;
  }
  /// The same; of a list of equal elements the element.
  [[nodiscard]] std::optional<std::string_view> without_repeats() const noexcept {
    return agreed().transform(without_copies);
  }
};

/// Guaranteed by the framing rules of net: a target of visible ASCII, exactly one Host, at most one Authorization and
/// Content-Length, one value of Content-Type, no Transfer-Encoding but chunked, a body that is complete, decoded and
/// within its limit.
struct Request {
  Method method = Method::other;
  std::string_view path;   ///< target before '?', byte for byte, without scheme and authority; "*" of OPTIONS only
  std::string_view query;  ///< after '?', empty when absent
  std::string_view host;   ///< authority of an absolute target, else the value of Host
  std::span<const Field> fields;
  std::string_view body;
  std::string_view peer;           ///< text of the socket peer's address, no port
  base::IpAddress peer_address{};  ///< the same as a value
  std::string_view request_id;     ///< made by net, or taken over from a trusted proxy (net/exchange/worker_resources)

  /// The value of the first field of that name, or empty. Use count() where duplicates matter.
  [[nodiscard]] std::string_view field(std::string_view name) const noexcept;
  [[nodiscard]] std::size_t count(std::string_view name) const noexcept;
  /// Finds all of them in one pass.
  void find(std::initializer_list<SingleField*> wanted) const noexcept;
  [[nodiscard]] SingleField single(std::string_view name) const noexcept;
  /// The values of all fields of that name as one list (RFC 9110 section 5.3), or an empty text.
  [[nodiscard]] std::string list(std::string_view name) const;
};

enum class Connection : std::uint8_t { keep, close };

/// net writes the status line, Date, Content-Length, Connection and X-Request-Id; the handler writes all other fields.
struct Response {
  std::uint16_t status = 200;
  std::string fields;                ///< complete lines "Name: value\r\n"
  std::string_view constant_fields;  ///< the same, constant or owned by `body_owner`; sent before `fields`
  std::string_view constant_body;    ///< sent before `body`; constant or owned by `body_owner`
  std::string body;
  std::shared_ptr<const void> body_owner;  ///< keeps constant_fields and constant_body valid while they are sent
  bool omit_body = false;  ///< HEAD: Content-Length counts the body, which is not sent. Never needed for 204 and 304
  Connection connection = Connection::keep;
  Outcome outcome;

  [[nodiscard]] std::size_t content_length() const noexcept { return constant_body.size() + body.size(); }
  /// The memory of its strings.
  [[nodiscard]] std::size_t held_bytes() const noexcept {
    return fields.capacity() + body.capacity() + outcome.held_bytes();
  }
  /// Sets it to an empty 200; keeps the strings' storage.
  void reset() noexcept;
  /// Appends one field line. Neither part may contain CR or LF; values come from constants or settings only.
  void add_field(std::string_view name, std::string_view value);
};

/// The reason phrase of RFC 9110; "Unknown" for others.
[[nodiscard]] std::string_view reason_phrase(std::uint16_t status) noexcept;

/// Whether a Content-Type value (RFC 9110 section 8.3.1) has the media type `type`, for example "application/json":
/// type and subtype are compared without case; parameters are ignored (neither media type that this service reads
/// defines one; both are UTF-8).
[[nodiscard]] bool is_media_type(std::string_view content_type, std::string_view type) noexcept;

}  // namespace agent_access::http
