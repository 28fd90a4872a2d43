/// \file
/// Who sent a request, as the log may have it: the address of the client, and what the client calls itself and the
/// service, without secrets and of bounded length (http/log_text). Copied from the request, because the line is written
/// when the response has been sent. Without allocation. Not thread safe: belongs to an outcome.
#pragma once

#include <cstddef>

#include "base/ip_address.hpp"
#include "http/log_text.hpp"
#include "http/message.hpp"

namespace agent_access::service {

struct Caller {
  static constexpr std::size_t kMostHost = 96;
  static constexpr std::size_t kMostUserAgent = 256;
  static constexpr std::size_t kTraceSize = 32;
  static constexpr std::size_t kMostName = 128;

  bool is_noted = false;  ///< false: no request was read
  /// The request names a client in X-Forwarded-For or Forwarded, but its peer is no trusted proxy.
  bool is_unlisted_proxy = false;
  base::IpAddress address{};  ///< of the client (http/client_address)
  http::LogText<kMostHost> host;
  http::LogText<kMostUserAgent> user_agent;
  http::LogText<kTraceSize> trace_id;  ///< of traceparent, from a trusted proxy only
  http::LogText<kMostName> name;       ///< client_name of a registration

  /// Reads the fields of the request; `name` stays empty.
  void note(const http::Request& request, const base::TrustedProxies& trusted) noexcept;
  void reset() noexcept;
};

}  // namespace agent_access::service
