/// \file
/// Requests and responses of the client as values, and their limits. Thread safe, no I/O.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::tools {

inline constexpr std::size_t kMaxAnswerSize =
    std::size_t{1024} * 1024;  ///< of the body; the largest generated document is below 100 KiB
/// The most bytes of all heads, including interim ones and trailers. libcurl limits a single line to 100 KiB.
inline constexpr std::size_t kMaxAnswerHead = std::size_t{64} * 1024;

struct ClientField {
  std::string name;
  std::string value;
};

struct ClientRequest {
  std::string method = "GET";
  std::string url{};
  std::vector<ClientField> fields{};  ///< Host, Connection and Content-Length are written by the client
  std::string body{};                 ///< not sent with HEAD
  std::string host{};                 ///< value of the Host field; empty: from the URL
  std::string ca_file{};              ///< PEM of additional certificate authorities; empty: only those of the system
  std::chrono::milliseconds timeout{10'000};
};

struct ClientResponse {
  unsigned status = 0;
  std::vector<ClientField> fields;
  std::string body;
  std::chrono::microseconds duration{0};

  /// The value of the first field of that name (compared without case), or empty.
  [[nodiscard]] std::string_view field(std::string_view name) const noexcept;
  [[nodiscard]] std::size_t count(std::string_view name) const noexcept;
};

/// Whether method, Host and fields have no characters that HTTP does not allow (RFC 9110 section 5). NOT checked: the
/// URL.
[[nodiscard]] bool can_be_sent(const ClientRequest& request) noexcept;
/// With HEAD there is none; with POST there is one, also if it is empty.
[[nodiscard]] bool has_body(const ClientRequest& request) noexcept;

}  // namespace agent_access::tools
