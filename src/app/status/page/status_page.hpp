/// \file
/// The status page: one HTML page without scripts and without anything from elsewhere, the same as JSON, and the
/// answers with both. Pure; thread safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "app/status/page_access.hpp"
#include "app/status/status_data.hpp"
#include "http/message.hpp"

namespace agent_access::app {

/// Whether the page loads itself again. Off unless a reader asks for it: it would end what they are reading
/// (WCAG 2.2.1).
enum class Refresh : std::uint8_t { off, each_minute };

[[nodiscard]] std::string render_status_html(const StatusData& data, Refresh refresh);

/// One object and a line feed. Times are RFC 3339 or null, the members of "latency_us" microseconds or null. It has
/// what the page shows, and every day.
[[nodiscard]] std::string render_status_json(const StatusData& data);

/// Answers requests for /status (HTML; with the query "refresh" a page that loads itself again) and /status.json, for
/// those who may see them. `collect` is called only if access is allowed; otherwise the answer is 401 or 403 in JSON.
void answer_status(const PageAccess& access, const std::function<StatusData()>& collect, const http::Request& request,
                   http::Response& response);

}  // namespace agent_access::app
