/// \file
/// The callbacks of libnghttp2, and the session made with them. No exception passes through the library: out of memory
/// ends the connection.
#pragma once

#include <nghttp2/nghttp2.h>

namespace agent_access::net {

class H2Connection;

/// A server's session that reports to `connection`. Throws std::bad_alloc.
[[nodiscard]] nghttp2_session* new_h2_session(H2Connection& connection);

/// The data provider for the body of a response.
[[nodiscard]] nghttp2_data_provider body_of_answer() noexcept;

}  // namespace agent_access::net
