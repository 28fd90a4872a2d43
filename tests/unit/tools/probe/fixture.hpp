// Responses, and what a check says of them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/probe/test_run.hpp"

namespace agent_access::tools {

/// Readable across origins. `more` come first, so that they replace what is there.
[[nodiscard]] inline tools::ClientResponse answer_of(unsigned status, std::string_view type, std::string body,
                                                     std::vector<tools::ClientField> more = {}) {
  tools::ClientResponse response;
  response.status = status;
  response.body = std::move(body);
  response.fields = std::move(more);
  response.fields.push_back({"Content-Type", std::string(type)});
  response.fields.push_back({"Access-Control-Allow-Origin", "*"});
  response.fields.push_back({"Cache-Control", status >= 400 ? "no-store" : "public, max-age=300"});
  return response;
}

[[nodiscard]] inline std::string detail_of(const Verdict& verdict) { return verdict ? verdict->detail : "passed"; }
[[nodiscard]] inline std::string remedy_of(const Verdict& verdict) { return verdict ? verdict->remedy : "passed"; }

}  // namespace agent_access::tools
