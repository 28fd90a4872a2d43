/// \file
/// The status page: one HTML page without scripts and without anything from elsewhere. Pure; thread safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/status/status_data.hpp"

namespace agent_access::app {

/// The Content-Security-Policy with which the page must be sent.
inline constexpr std::string_view kStatusPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

/// Whether the page loads itself again. Off unless a reader asks for it: it would end what they are reading
/// (WCAG 2.2.1).
enum class Refresh : std::uint8_t { off, each_minute };

[[nodiscard]] std::string render_status_html(const StatusData& data, Refresh refresh);

/// The page's style sheet, with a light and a dark palette.
[[nodiscard]] std::string_view status_style() noexcept;

}  // namespace agent_access::app
