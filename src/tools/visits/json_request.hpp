/// \file
/// Requests in the JSON of Caddy, Traefik, Cloudflare (Logpush, `wrangler tail`) and Vercel (log drains, `vercel
/// logs`). Not thread safe.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <unordered_set>

#include "tools/visits/visit.hpp"

namespace agent_access::tools {

class JsonRequestReader {
 public:
  /// NoVisit::no_request for an object without a request, and of another program.
  [[nodiscard]] LogLine read(const boost::json::object& object);

 private:
  [[nodiscard]] bool is_repeated(std::string_view id);

  /// Of the last requests: Vercel writes each entry of a function's console with the whole request.
  std::unordered_set<std::string> ids_;
  std::unordered_set<std::string> older_ids_;
};

}  // namespace agent_access::tools
