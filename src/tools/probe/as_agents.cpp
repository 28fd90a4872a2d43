#include "tools/probe/as_agents.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "app/text/words.hpp"
#include "base/base_url.hpp"
#include "base/ip_address.hpp"
#include "http/message.hpp"
#include "site/agents/agent_table.hpp"
#include "site/documents/paths.hpp"
#include "tools/guards/guard_table.hpp"
#include "tools/probe/access.hpp"
#include "tools/probe/mcp.hpp"
#include "tools/probe/responses.hpp"

namespace agent_access::tools {
namespace {

bool is_public(const std::string& host) {
  const auto address = base::IpAddress::parse(host);
  if (address) return !address->is_private_use() && !address->is_unspecified();
  return base::is_public_host(host);
}

/// One request of the plain run, with its response.
struct PlainExchange {
  tools::ClientRequest request;
  std::string path;
  tools::ClientResponse plain;
};

std::vector<tools::ClientRequest> requests_of(const TestRun& run) {
  const auto& facts = run.facts;
  std::vector<tools::ClientRequest> requests;
  if (!facts.registration_endpoint.empty()) requests.push_back(registration_request(run));
  if (!facts.client_secret.empty()) requests.push_back(token_request(run, facts.client_secret));
  if (!facts.access_token.empty()) {
    requests.push_back(run.request("GET", run.profile_url(), {bearer(facts.access_token)}));
  }
  if (facts.has_mcp.value_or(false)) requests.push_back(mcp_request(run));
  if (facts.has_profile) {
    requests.push_back(run.request("GET", run.issuer_url_of(documents::kAuthorizationServerPath)));
  }
  requests.push_back(run.request("GET", run.url_of(documents::kLlmsPath)));
  return requests;
}

/// The requests that succeed without the name of an agent: the other steps say why one does not.
std::vector<PlainExchange> plain_calls(TestRun& run) {
  std::vector<PlainExchange> calls;
  for (auto& request : requests_of(run)) {
    auto response = run.send(request);
    if (!response || response->status / 100 != 2) continue;
    const bool is_here = request.url.starts_with(run.origin() + "/");
    auto path = is_here ? request.url.substr(run.origin().size()) : request.url;
    calls.push_back({std::move(request), std::move(path), std::move(*response)});
  }
  return calls;
}

std::string_view media_type_of(const tools::ClientResponse& response) {
  const auto type = response.field("Content-Type");
  return type.substr(0, type.find_first_of("; "));
}

/// The names in a JSON object, sorted; empty for any other body.
std::vector<std::string> names_in(const tools::ClientResponse& response) {
  std::vector<std::string> names;
  if (const auto body = json_body(response)) {
    for (const auto& member : *body) names.emplace_back(member.key());
  }
  std::ranges::sort(names);
  return names;
}

struct Difference {
  std::string text;  ///< "403 instead of 201"
  std::string path;
};

/// What one agent got.
struct AgentResult {
  std::vector<Difference> differences;
  std::optional<tools::ClientResponse> refusal;  ///< the first one; nothing if there was no answer
  std::string fault;                             ///< why there was no answer
  std::optional<tools::ClientResponse> limit;    ///< the 429 of the service, after which nothing is sent
};

AgentResult call_as(TestRun& run, const AgentCaller& caller, const std::string& shown,
                    const std::vector<PlainExchange>& calls) {
  AgentResult result;
  for (const auto& call : calls) {
    auto request = call.request;
    const auto field = std::ranges::find(request.fields, "User-Agent", &tools::ClientField::name);
    // The service's log also shows the end: the owner's own test is not a visit of that agent.
    field->value = caller.user_agent + " " + std::string(agents::kTryUserAgent);
    auto response = run.send_beside(request, shown);
    if (!response) {
      result.differences.push_back({"no answer", call.path});
      result.fault = response.error().detail;
      return result;
    }
    if (is_rate_limit(*response)) {
      result.limit = std::move(*response);
      return result;
    }
    auto differs = difference(call.plain, *response);
    if (differs.empty()) continue;
    result.differences.push_back({std::move(differs), call.path});
    if (!result.refusal) result.refusal = std::move(*response);
  }
  return result;
}

/// "403 instead of 200 at /a, /b": equal differences once.
std::string joined_differences(const std::vector<Difference>& differences) {
  std::string joined;
  std::string_view before;
  for (const auto& [text, path] : differences) {
    if (!joined.empty()) joined += ", ";
    if (text != before) joined += text + " at ";
    joined += path;
    before = text;
  }
  return joined;
}

Finding limited(const tools::ClientResponse& response) {
  auto finding = too_many_requests(response);
  finding.detail += "; the agent itself was not refused";
  finding.mark = Mark::warned;
  return finding;
}

/// The `error` of a refusal by the service itself; empty for the answer of anything else.
std::string own_error(const AgentResult& result) {
  const auto body = result.refusal ? json_body(*result.refusal) : std::nullopt;
  return body && !text_at(*body, "error_description").empty() ? text_at(*body, "error") : "";
}

/// What the owner reads of the refused agents. Says once what the log does not show, and refers an equal remedy to the
/// agent that has it.
class Findings {
 public:
  Finding next(const TestRun& run, std::string_view caller, const AgentResult& result) {
    auto finding = finding_of(run, result);
    finding.detail = joined_differences(result.differences) + ": " + finding.detail;
    if (own_error(result).empty() && !std::exchange(is_log_told_, true)) {
      finding.detail += "; the service's own log may show nothing of it";
    }
    if (finding.remedy != remedy_) {
      remedy_ = finding.remedy;
      remedy_of_ = caller;
    } else {
      finding.remedy = "as for " + std::string(remedy_of_);
    }
    return finding;
  }

 private:
  static Finding finding_of(const TestRun& run, const AgentResult& result) {
    if (const auto error = own_error(result); !error.empty()) {
      return {"the service itself answers " + app::printable(error, 40),
              "look at its log, and let nothing on the way change requests by their User-Agent"};
    }
    const auto open = run.open_paths();
    if (!result.refusal) return {result.fault, remedy_of_unknown(open)};
    if (const auto known = recognize(*result.refusal)) return {told(*known), remedy_of(*known, open)};
    return {told_of_unknown(*result.refusal), remedy_of_unknown(open)};
  }

  bool is_log_told_ = false;
  std::string remedy_;
  std::string_view remedy_of_;
};

}  // namespace

std::vector<AgentCaller> callers() {
  std::vector<AgentCaller> callers;
  for (const auto& agent : agents::AgentTable::built_in().rows()) {
    if (agent.user_agent.empty()) continue;
    // "curl/" is curl.
    callers.push_back({agent.contains.substr(0, agent.contains.find('/')), agent.user_agent});
  }
  return callers;
}

bool wants_callers(const TryOptions& options, const tools::Url& url) {
  if (!options.as.empty()) return options.as == "agents";
  return url.scheme == tools::Scheme::https && is_public(url.host);
}

std::string difference(const tools::ClientResponse& plain, const tools::ClientResponse& as_agent) {
  if (plain.status / 100 != as_agent.status / 100) {
    return std::to_string(as_agent.status) + " instead of " + std::to_string(plain.status);
  }
  const auto expected = media_type_of(plain);
  const auto got = media_type_of(as_agent);
  if (!http::equal_names(expected, got)) {
    return (got.empty() ? "no Content-Type" : app::printable(got, 40)) + " instead of " + app::printable(expected, 40);
  }
  const auto names = names_in(plain);
  const bool is_same = names.empty() ? plain.body == as_agent.body : names == names_in(as_agent);
  return is_same ? "" : "another body";
}

void test_as_agents(TestRun& run) {
  if (run.is_stopped()) return;
  run.begin_group("Agents");
  const auto calls = plain_calls(run);
  Findings findings;
  bool is_limited = false;
  std::size_t number = 0;
  const auto all = callers();
  for (const auto& caller : all) {
    const auto name = "As " + caller.name;
    ++number;
    if (calls.empty() || is_limited) {
      run.skip(name);
      continue;
    }
    const auto shown = std::to_string(number) + "/" + std::to_string(all.size()) + " " + caller.name;
    const auto result = call_as(run, caller, shown, calls);
    is_limited = result.limit.has_value();
    Verdict verdict;
    if (!result.differences.empty()) {
      verdict = findings.next(run, caller.name, result);
    } else if (is_limited) {
      verdict = limited(*result.limit);
    }
    const auto& response = result.refusal ? result.refusal : result.limit;
    run.check(name, verdict, response ? &*response : nullptr);
  }
  if (calls.empty()) return;
  run.check("Refusals by address",
            Finding{"not seen from here: the addresses of agents cannot be imitated; and a guard that knows them may "
                    "refuse the name of such an agent from elsewhere",
                    "", Mark::passed});
}

}  // namespace agent_access::tools
