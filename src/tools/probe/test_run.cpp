#include "tools/probe/test_run.hpp"

#include "app/text/words.hpp"
#include "oauth/types.hpp"
#include "site/agents/agent_table.hpp"
#include "site/publish/open_paths.hpp"
#include "site/publish/publication.hpp"
#include "tools/guards/guard_table.hpp"

namespace agent_access::tools {
namespace {

constexpr unsigned kTooManyRequests = 429;
constexpr unsigned kMisdirected = 421;
constexpr std::size_t kShownUrl = 55;

std::string remedy_for(const tools::ClientFault& fault) {
  using enum tools::ClientFaultKind;
  switch (fault.kind) {
    case refused:
      return "start the server (agent-access dev, or agent-access serve --config FILE), or correct the address";
    case unknown_host: return "correct the host name, or its DNS record";
    case unreachable: return "check address, routes and firewalls";
    case tls:
      return "install the full certificate chain for this host name; for a private authority give --ca-file FILE";
    case timeout: return "check that this port uses this scheme, and look at the server's load and log";
    case invalid_request: return "the server returned a URL that cannot be used; correct base_urls";
    case too_large:
    case broken: return "look at the log of the server and of the proxy in front of it";
  }
  return {};
}

}  // namespace

bool is_rate_limit(const tools::ClientResponse& response) {
  return response.status == kTooManyRequests && !recognize(response);
}

Finding too_many_requests(const tools::ClientResponse& response) {
  const auto wait = response.field("Retry-After");
  return {"429 rate_limited: this address has used up its requests",
          wait.empty() ? "wait and run try again" : "wait " + app::printable(wait, 10) + " s and run try again"};
}

TestRun::TestRun(const TryOptions& options, const tools::Url& url) : options_(options), scheme_(url.scheme) {
  report_.url = url.origin();
}

bool TestRun::is_local() const {
  const auto url = base::parse_base_url(origin());
  return url && base::is_loopback(*url);
}

std::string TestRun::profile_url() const { return issuer_url_of(oauth::kProfilePath); }

content::Settings TestRun::settings(bool has_mcp) const {
  content::Settings settings;
  settings.has_pages = false;
  settings.has_profile = facts.has_profile;
  settings.issuer = facts.issuer;
  settings.mcp.is_enabled = has_mcp;
  settings.kept_paths = facts.kept_paths.value_or(std::vector<std::string>());
  return settings;
}

std::string TestRun::open_paths() const {
  const auto known = settings(facts.has_mcp.value_or(true));
  std::vector<std::string> published;
  for (const auto& row : publish::document_table()) {
    if (documents::is_published(row, known)) published.emplace_back(row.path);
  }
  if (known.serves_mcp()) published.emplace_back(documents::kMcpPath);
  std::vector<std::string> prefixes;
  for (const auto& resource : facts.gated_resources) {
    if (!resource.starts_with(origin() + "/")) continue;
    auto& list = resource.ends_with('/') ? prefixes : published;
    list.push_back(resource.substr(origin().size()));
  }
  return publish::line_of(publish::open_paths(std::move(published), prefixes, known.issues_tokens()));
}

tools::ClientRequest TestRun::request(std::string method, std::string url, const Fields& more) const {
  tools::ClientRequest request;
  request.method = std::move(method);
  request.url = std::move(url);
  request.fields = {{"Accept", "*/*"}, {"User-Agent", std::string(agents::kTryUserAgent)}};
  request.fields.insert(request.fields.end(), more.begin(), more.end());
  request.ca_file = options_.ca_file;
  request.timeout = options_.timeout;
  return request;
}

tools::ClientRequest TestRun::post(std::string url, std::string_view media_type, std::string body,
                                   const Fields& more) const {
  auto result = request("POST", std::move(url), {{"Content-Type", std::string(media_type)}});
  result.fields.insert(result.fields.end(), more.begin(), more.end());
  result.body = std::move(body);
  return result;
}

base::Result<tools::ClientResponse, tools::ClientFault> TestRun::send(const tools::ClientRequest& request) {
  using enum tools::ClientFaultKind;
  if (stopped_) return base::Failure(tools::ClientFault{unreachable, "the server was not reachable before"});
  auto response = send_beside(request, group_);
  if (!response) {
    const auto kind = response.error().kind;
    stopped_ = kind != too_large && kind != broken && kind != invalid_request;
  }
  return response;
}

base::Result<tools::ClientResponse, tools::ClientFault> TestRun::send_beside(const tools::ClientRequest& request,
                                                                             std::string_view shown) {
  status_.show(std::string(shown) + ": " + request.method + " " + app::printable(request.url, kShownUrl));
  return tools::fetch(request);
}

Step TestRun::begun(std::string name) const {
  Step step;
  step.group = group_;
  step.name = std::move(name);
  return step;
}

bool TestRun::step(std::string name, const tools::ClientRequest& request, const ResponseCheck& check) {
  if (stopped_) return false;
  auto step = begun(std::move(name));
  const auto response = send(request);
  if (!response)
    return record(std::move(step), nullptr, Finding{response.error().detail, remedy_for(response.error())});
  auto verdict = check(*response);
  if (verdict && response->status == kMisdirected && request.host.empty()) {
    verdict->remedy = "add " + origin() + " to base_urls, or try the address at which the service is published";
  }
  if (verdict && verdict->mark == Mark::failed) {
    if (const auto guard = recognize(*response)) {
      verdict->detail += "; " + told(*guard);
      verdict->remedy = remedy_of(*guard, open_paths());
    }
  }
  step.duration = response->duration;
  return record(std::move(step), &*response, verdict);
}

bool TestRun::step(std::string name, Needed needed, const tools::ClientRequest& request, const ResponseCheck& check) {
  return ready(name, needed) && step(std::move(name), request, check);
}

bool TestRun::check(std::string name, const Verdict& verdict, const tools::ClientResponse* response) {
  return !stopped_ && record(begun(std::move(name)), response, verdict);
}

void TestRun::skip(std::string name) { (void)ready(std::move(name), {""}); }

bool TestRun::ready(std::string name, Needed needed) {
  if (stopped_) return false;
  if (std::ranges::none_of(needed, [](std::string_view fact) { return fact.empty(); })) return true;
  auto step = begun(std::move(name));
  step.mark = Mark::skipped;
  report_.steps.push_back(std::move(step));
  return false;
}

bool TestRun::record(Step step, const tools::ClientResponse* response, const Verdict& verdict) {
  if (response != nullptr) step.status = response->status;
  if (verdict) {
    const bool is_limited = response != nullptr && verdict->mark == Mark::failed && is_rate_limit(*response);
    const auto finding = is_limited ? too_many_requests(*response) : *verdict;
    step.mark = finding.mark;
    step.detail = finding.detail;
    step.remedy = finding.remedy;
  }
  const bool good = step.mark != Mark::failed;
  report_.steps.push_back(std::move(step));
  return good;
}

}  // namespace agent_access::tools
