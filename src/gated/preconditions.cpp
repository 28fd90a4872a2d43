#include "gated/preconditions.hpp"

#include <algorithm>
#include <optional>

#include "http/conditional.hpp"
#include "http/http_date.hpp"

namespace agent_access::gated {
namespace {

/// False if the request has no If-Match that the tag satisfies.
bool is_matched(const http::Request& request, std::string_view etag) noexcept {
  return std::ranges::any_of(request.fields, [etag](const http::Field& field) {
    return http::equal_names(field.name, "If-Match") && http::names_strong_etag(field.value, etag);
  });
}

/// The date of the one field of that name.
std::optional<std::time_t> date_in(const http::Request& request, std::string_view name) {
  return request.count(name) == 1 ? http::parse_http_date(request.field(name)) : std::nullopt;
}

}  // namespace

Precondition evaluate_preconditions(const http::Request& request, const Validators& validators) {
  if (request.count("If-Match") > 0) {
    if (!is_matched(request, validators.etag)) return Precondition::failed;
  } else if (const auto since = date_in(request, "If-Unmodified-Since"); since && validators.modified > *since) {
    return Precondition::failed;
  }
  if (request.count("If-None-Match") > 0) {
    return http::is_not_modified(request, validators.etag) ? Precondition::not_modified : Precondition::holds;
  }
  const auto since = date_in(request, "If-Modified-Since");
  return since && validators.modified <= *since ? Precondition::not_modified : Precondition::holds;
}

bool permits_range(const http::Request& request, const Validators& validators, std::time_t now) {
  const std::size_t count = request.count("If-Range");
  if (count != 1) return count == 0;
  if (request.field("If-Range") == validators.etag) return true;
  return date_in(request, "If-Range") == validators.modified && validators.modified < now;
}

}  // namespace agent_access::gated
