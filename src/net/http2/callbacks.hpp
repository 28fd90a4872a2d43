/// \file
/// The callbacks of libnghttp2, and the session made with them. No exception passes through the library: out of memory
/// ends the connection.
#pragma once

#include <nghttp2/nghttp2.h>

#include <cstdint>
#include <string_view>

namespace agent_access::net {

class H2Connection;

struct H2Callbacks {
  /// A server's session that reports to `connection`. Throws std::bad_alloc.
  [[nodiscard]] static nghttp2_session* new_session(H2Connection& connection);
  /// The data provider for the body of a response.
  [[nodiscard]] static nghttp2_data_provider body_of_answer() noexcept;

 private:
  static int begin_headers(nghttp2_session*, const nghttp2_frame*, void*) noexcept;
  static int header(nghttp2_session*, const nghttp2_frame*, const std::uint8_t*, std::size_t, const std::uint8_t*,
                    std::size_t, std::uint8_t, void*) noexcept;
  static int invalid_header(nghttp2_session*, const nghttp2_frame*, const std::uint8_t*, std::size_t,
                            const std::uint8_t*, std::size_t, std::uint8_t, void*) noexcept;
  static int frame_received(nghttp2_session*, const nghttp2_frame*, void*) noexcept;
  static int data(nghttp2_session*, std::uint8_t, std::int32_t, const std::uint8_t*, std::size_t, void*) noexcept;
  static int frame_sent(nghttp2_session*, const nghttp2_frame*, void*) noexcept;
  static int stream_closed(nghttp2_session*, std::int32_t, std::uint32_t, void*) noexcept;
  static ssize_t read_body(nghttp2_session*, std::int32_t, std::uint8_t*, std::size_t, std::uint32_t*,
                           nghttp2_data_source*, void*) noexcept;
  static int send_body(nghttp2_session*, nghttp2_frame*, const std::uint8_t*, std::size_t, nghttp2_data_source*,
                       void*) noexcept;
};

}  // namespace agent_access::net
