/// \file
/// Steps of `try`: requests that must be refused, also by what stands in front. The checks are pure and thread safe.
#pragma once

#include <string>
#include <string_view>

#include "tools/probe/test_run.hpp"

namespace agent_access::tools {

/// Requests that must be refused.
void test_refusals(TestRun& run);
/// That the gated documents and gates which the metadata name need a token.
void test_gated(TestRun& run);

/// What http://, in clear text, answers at a path that takes credentials: an error. A warning if it redirects or lets
/// pass.
[[nodiscard]] Verdict check_clear_text(const tools::ClientResponse& response);

/// A gated document or gate without a token: 401 with a challenge that names `metadata`. A warning if a gate is not
/// reachable at this address, or does not list GET.
[[nodiscard]] Verdict check_gated_refusal(const tools::ClientResponse& response, std::string_view path,
                                          const std::string& metadata);

}  // namespace agent_access::tools
