/// \file
/// Content-Type, RFC 9110 section 8.3.1.
#pragma once

#include <string_view>

namespace agent_access::http {

/// Whether a Content-Type value has the media type `type`, for example "application/json": type and subtype are
/// compared without case; parameters are ignored (neither media type that this service reads defines one; both are
/// UTF-8).
[[nodiscard]] bool is_media_type(std::string_view content_type, std::string_view type) noexcept;

}  // namespace agent_access::http
