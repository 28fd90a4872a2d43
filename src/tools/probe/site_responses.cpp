#include "tools/probe/site_responses.hpp"

#include <algorithm>

#include "tools/probe/responses.hpp"

namespace agent_access::tools {
namespace {

constexpr const char* kOfSite = "the site's own";

/// Where content.keep_paths names the path.
Finding kept_finding(const ClientResponse& response) {
  if (response.status != 200) {
    return {"expected 200, got " + std::to_string(response.status) + ": content.keep_paths leaves it to the site",
            "publish it in the site, or take the path out of content.keep_paths", Mark::warned};
  }
  if (has_own_fields(response)) {
    return {"the service answers, and content.keep_paths leaves it to the site",
            "reload the service, or export and deploy again", Mark::warned};
  }
  return {kOfSite, "", Mark::passed};
}

}  // namespace

bool has_own_fields(const ClientResponse& response) {
  return has_in_field(response, "Access-Control-Expose-Headers", "RateLimit-Policy");
}

Verdict check_kept(const documents::DocumentRow& row, const ClientResponse& response, const Facts& facts) {
  if (facts.kept_paths) {
    if (std::ranges::find(*facts.kept_paths, row.path) == facts.kept_paths->end()) return std::nullopt;
    return kept_finding(response);
  }
  const bool is_of_site =
      facts.has_own_fields && documents::can_be_kept(row) && response.status == 200 && !has_own_fields(response);
  return is_of_site ? Verdict(Finding{kOfSite, "", Mark::passed}) : std::nullopt;
}

Verdict check_unknown_path(const ClientResponse& response, bool is_beside) {
  if (response.status == 200 && !has_own_fields(response)) {
    if (is_beside) {
      return Finding{"the site has a page at unknown paths: 200",
                     "let the host answer 404 there, so that agents notice a wrong address", Mark::warned};
    }
    return Finding{
        "expected 404 not_found, got 200",
        "pass everything below /api/agent/ to the service; if a site beside it (content.beside = true) has a "
        "page at every path, name the configuration with --config"};
  }
  const auto body = json_body(response);
  const bool is_of_service = body && text_at(*body, "error") == "not_found";
  if (response.status != 404 || is_of_service) return check_error(response, 404, "not_found");
  if (is_beside) return Finding{"the site answers unknown paths itself: 404", "", Mark::passed};
  return Finding{"the site answers itself",
                 "right beside a site (content.beside = true); else pass everything below /api/agent/ to the service",
                 Mark::warned};
}

}  // namespace agent_access::tools
