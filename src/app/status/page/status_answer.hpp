/// \file
/// Answers requests for /status (HTML; with the query "refresh" a page that loads itself again) and /status.json, for
/// those who may see them. Thread safe.
#pragma once

#include <functional>

#include "app/status/page_access.hpp"
#include "app/status/status_data.hpp"
#include "http/message.hpp"

namespace agent_access::app {

/// `collect` is called only if access is allowed; otherwise the answer is 401 or 403 in JSON.
void answer_status(const PageAccess& access, const std::function<StatusData()>& collect, const http::Request& request,
                   http::Response& response);

}  // namespace agent_access::app
