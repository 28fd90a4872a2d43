/// \file
/// Checks of `try`: what files of the owner may leave out, so that agents do not find the service or get nothing from
/// it. Pure and thread safe.
#pragma once

#include <boost/json/object.hpp>

#include "tools/probe/test_run.hpp"

namespace agent_access::tools {

/// A warning if the profile is empty, has placeholders only, or is the example of `init`, which may be on this machine.
[[nodiscard]] Verdict check_profile_content(const boost::json::object& profile, bool is_local);
/// A warning if a guide, which may be the owner's own, never names auth.md.
[[nodiscard]] Verdict check_names_auth_md(const tools::ClientResponse& response);
/// A warning if the page at / has no Link field (RFC 8288) to a document of the service. Where no tokens are issued a
/// link in the page is enough: a host of files may send no such field. Another status than 200: there is no page.
[[nodiscard]] Verdict check_home(const tools::ClientResponse& response, bool issues_tokens = true);

}  // namespace agent_access::tools
