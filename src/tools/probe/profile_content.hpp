/// \file
/// A check of `try`: what the owner's profile may leave out, so that agents get nothing from it. Pure and thread safe.
#pragma once

#include <boost/json/object.hpp>

#include "tools/probe/test_run.hpp"

namespace agent_access::tools {

/// A warning if the profile is empty, has placeholders only, or is the example of `init`, which may be on this machine.
[[nodiscard]] Verdict check_profile_content(const boost::json::object& profile, bool is_local);

}  // namespace agent_access::tools
