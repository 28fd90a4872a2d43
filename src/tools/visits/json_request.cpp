#include "tools/visits/json_request.hpp"

#include <algorithm>
#include <array>
#include <boost/json/value.hpp>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/members.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;

constexpr std::size_t kMostIds = 10'000;

/// Forms, each with members (json/members.hpp) of which its objects about a request have one.
constexpr auto kForms = std::to_array<std::pair<std::string_view, LogForm>>({
    {"request.uri", {"Caddy", "no filter that deletes request>headers>User-Agent"}},
    {"RequestMethod DownstreamStatus", {"Traefik", "accesslog.fields.headers.names.User-Agent=keep"}},
    {"ClientRequestMethod EdgeStartTimestamp", {"Cloudflare Logpush", "the field ClientRequestUserAgent"}},
    {"event.request", {"wrangler tail", "--format json"}},
    {"proxy.method", {"Vercel log drain", "proxy.userAgent"}},
    {"requestMethod", {"vercel logs", "a log drain; vercel logs has no User-Agent"}},
});

// What they name differently. The first member that an object has counts.
constexpr std::string_view kTimes =
    "StartUTC StartLocal EdgeStartTimestamp EdgeEndTimestamp eventTimestamp proxy.timestamp timestampInMs ts time "
    "timestamp";
constexpr std::string_view kMethods =
    "request.method RequestMethod ClientRequestMethod event.request.method proxy.method requestMethod";
constexpr std::string_view kTargets =
    "request.uri RequestPath ClientRequestURI ClientRequestPath event.request.url proxy.path requestPath";
constexpr std::string_view kStatuses =
    "DownstreamStatus EdgeResponseStatus event.response.status proxy.statusCode responseStatusCode status";
constexpr std::string_view kPeers =
    "request.client_ip request.remote_ip request.remote_addr ClientHost ClientAddr ClientIP "
    "event.request.headers.cf-connecting-ip "
    "event.request.headers.x-real-ip proxy.clientIp";
constexpr std::string_view kForwarded = "request.headers.X-Forwarded-For request_X-Forwarded-For";
constexpr std::string_view kAgents =
    "request.headers.User-Agent request.headers.user-agent request_User-Agent ClientRequestUserAgent "
    "event.request.headers.user-agent proxy.userAgent";

const bj::value* first_of(const bj::object& object, std::string_view paths) {
  while (!paths.empty()) {
    if (const auto* const value = json::value_at(object, base::take_until(paths, ' '))) return value;
  }
  return nullptr;
}

/// A text or a number; of a list its texts, as fields of HTTP are listed.
std::string text_in(const bj::object& object, std::string_view paths) {
  const auto* const value = first_of(object, paths);
  if (const auto text = json::as_text(value)) return std::string(*text);
  if (value == nullptr) return {};
  if (value->is_double()) return std::to_string(value->get_double());
  if (value->is_int64()) return std::to_string(value->get_int64());
  std::vector<std::string_view> texts;
  if (const auto* const list = value->if_array()) {
    for (const auto& entry : *list) texts.push_back(json::as_text(&entry).value_or(""));
  }
  return base::joined(texts);
}

}  // namespace

bool JsonRequestReader::is_repeated(std::string_view id) {
  if (id.empty()) return false;
  if (ids_.size() >= kMostIds) older_ids_ = std::exchange(ids_, {});
  const std::string key(id);
  return older_ids_.contains(key) || !ids_.insert(key).second;
}

LogLine JsonRequestReader::read(const bj::object& object) {
  if (json::text_at(object, "event.type") == "overload") return NoVisit::sampled;
  // Caddy writes a request that failed into both of its logs.
  if (json::text_at(object, "logger").starts_with("http.log.error")) return NoVisit::repeated;
  if (json::find_text(object, "ClientRequestSource").value_or("eyeball") != "eyeball") return NoVisit::subrequest;
  const auto* const form =
      std::ranges::find_if(kForms, [&](const auto& each) { return first_of(object, each.first) != nullptr; });
  if (form == kForms.end()) return NoVisit::no_request;
  if (is_repeated(json::text_at(object, "requestId"))) return NoVisit::repeated;
  return visit_of({.time = text_in(object, kTimes),
                   .method = text_in(object, kMethods),
                   .target = text_in(object, kTargets),
                   .status = text_in(object, kStatuses),
                   .peer = text_in(object, kPeers),
                   .forwarded = text_in(object, kForwarded),
                   .user_agent = text_in(object, kAgents)},
                  form->second);
}

}  // namespace agent_access::tools
