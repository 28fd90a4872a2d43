#include "tools/probe/test_run.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ranges>

#include "base/visible_text.hpp"
#include "json/json_text.hpp"
#include "oauth/types.hpp"
#include "site/agents/agent_table.hpp"
#include "site/publish/publication.hpp"
#include "tools/guards/guard_table.hpp"

namespace agent_access::tools {
namespace {

constexpr std::size_t kMarkWidth = 6;
constexpr std::size_t kStatusWidth = 5;
constexpr std::size_t kTimeWidth = 8;
constexpr std::string_view kHeadingCode = "1";
constexpr std::string_view kIndent = "  ";
constexpr std::string_view kDetailIndent = "        ";

struct MarkStyle {
  std::string_view word;
  std::string_view code;  // of ECMA-48 SGR
  std::string_view ok;    // in JSON
};
/// In the order of the enumerators.
constexpr std::array<MarkStyle, 4> kStyles{
    {{"ok", "32", "true"}, {"FAIL", "31", "false"}, {"warn", "33", "true"}, {"skip", "2", "null"}}};

const MarkStyle& style_of(Mark mark) noexcept { return kStyles[static_cast<std::size_t>(mark)]; }

std::string painted(std::string_view text, std::string_view code, Colour colour) {
  if (colour == Colour::none) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

std::string left_aligned(std::string_view text, std::size_t width) {
  const auto columns = app::columns_of(text);
  return std::string(text) + std::string(width > columns ? width - columns : 0, ' ');
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

/// Milliseconds with one decimal, rounded.
std::string ms_text(std::chrono::microseconds duration) {
  const auto tenths = (duration.count() + 50) / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

/// A line below the name of a step.
std::string below(std::string_view text, std::size_t columns) {
  return std::string(kDetailIndent) + app::wrapped(base::visible_text(text), kDetailIndent.size(), columns) + "\n";
}

std::string row(const Step& step, std::size_t name_width, Colour colour, std::size_t columns) {
  const auto style = style_of(step.mark);
  const auto name = app::lines_of(base::visible_text(step.name), name_width);
  std::string line(kIndent);
  line += painted(left_aligned(style.word, kMarkWidth), style.code, colour);
  line += left_aligned(name.front(), name_width);
  line += right_aligned(step.status == 0 ? "-" : std::to_string(step.status), kStatusWidth);
  line += right_aligned(step.duration.count() == 0 ? "-" : ms_text(step.duration), kTimeWidth);
  line += "\n";
  for (const auto& rest : name | std::views::drop(1)) line += std::string(kDetailIndent) + rest + "\n";
  if (!step.detail.empty()) line += below(step.detail, columns);
  if (!step.remedy.empty()) line += below("remedy: " + step.remedy, columns);
  return line;
}

/// Of the longest name, or as much as the other columns leave.
std::size_t name_width_of(const StepReport& report, std::size_t columns) {
  constexpr std::size_t kOthers = kIndent.size() + kMarkWidth + kStatusWidth + kTimeWidth;
  constexpr std::size_t kNarrowest = 20;
  std::size_t width = 4;
  for (const auto& step : report.steps) width = std::max(width, app::columns_of(step.name));
  return std::min(width, columns > kOthers + kNarrowest ? columns - kOthers : kNarrowest);
}

std::vector<std::string_view> groups_of(const StepReport& report) {
  std::vector<std::string_view> groups;
  for (const auto& step : report.steps) {
    if (std::ranges::find(groups, step.group) == groups.end()) groups.emplace_back(step.group);
  }
  return groups;
}

std::string total(const StepReport& report, Mark mark, std::string_view word, Colour colour) {
  const auto count = report.count(mark);
  const auto text = std::to_string(count) + " " + std::string(word);
  return count == 0 ? text : painted(text, style_of(mark).code, colour);
}

std::string totals(const StepReport& report, Colour colour) {
  const auto* warnings = report.count(Mark::warned) == 1 ? "warning" : "warnings";
  return total(report, Mark::passed, "passed", colour) + ", " + total(report, Mark::failed, "failed", colour) + ", " +
         total(report, Mark::warned, warnings, colour) + ", " + total(report, Mark::skipped, "skipped", colour);
}

std::string json_of(const Step& step) {
  return "{\"group\":" + json::json_string(step.group) + ",\"name\":" + json::json_string(step.name) +
         ",\"ok\":" + std::string(style_of(step.mark).ok) + ",\"status\":" + std::to_string(step.status) +
         ",\"ms\":" + ms_text(step.duration) + ",\"detail\":" + json::json_string(step.detail) +
         ",\"remedy\":" + json::json_string(step.remedy) + "}";
}

constexpr unsigned kTooManyRequests = 429;
constexpr unsigned kMisdirected = 421;
constexpr std::size_t kShownUrl = 55;

std::string remedy_for(const tools::ClientFault& fault) {
  using Kind = tools::ClientFaultKind;
  switch (fault.kind) {
    case Kind::refused:
      return "start the server (agent-access dev, or agent-access serve --config FILE), or correct the address";
    case Kind::unknown_host: return "correct the host name, or its DNS record";
    case Kind::unreachable: return "check address, routes and firewalls";
    case Kind::tls:
      return "install the full certificate chain for this host name; for a private authority give --ca-file FILE";
    case Kind::timeout: return "check that this port uses this scheme, and look at the server's load and log";
    case Kind::invalid_request: return "the server returned a URL that cannot be used; correct base_urls";
    case Kind::too_large:
    case Kind::broken: return "look at the log of the server and of the proxy in front of it";
  }
  return {};
}

}  // namespace

std::size_t StepReport::count(Mark mark) const noexcept {
  return static_cast<std::size_t>(std::ranges::count(steps, mark, &Step::mark));
}

Colour colour_of_standard_output() {
  const char* no_colour = std::getenv("NO_COLOR");
  const bool unwanted = no_colour != nullptr && *no_colour != '\0';
  return !unwanted && ::isatty(STDOUT_FILENO) == 1 ? Colour::ansi : Colour::none;
}

std::string render_table(const StepReport& report, Colour colour, std::size_t columns) {
  const auto name_width = name_width_of(report, columns);
  std::string text = report.url + "\n\n" + std::string(kIndent) + std::string(kMarkWidth, ' ');
  text += left_aligned("step", name_width) + right_aligned("http", kStatusWidth);
  text += right_aligned("ms", kTimeWidth) + "\n";
  for (const auto group : groups_of(report)) {
    if (!group.empty()) text += std::string(kIndent) + painted(group, kHeadingCode, colour) + "\n";
    for (const auto& step : report.steps) {
      if (step.group == group) text += row(step, name_width, colour, columns);
    }
    text += "\n";
  }
  return text + std::string(kIndent) + totals(report, colour) + "\n";
}

std::string render_json(const StepReport& report) {
  std::string text = "{\"url\":" + json::json_string(report.url);
  for (const auto& [name, mark] : {std::pair{"passed", Mark::passed}, std::pair{"failed", Mark::failed},
                                   std::pair{"warnings", Mark::warned}, std::pair{"skipped", Mark::skipped}}) {
    text += ",\"" + std::string(name) + "\":" + std::to_string(report.count(mark));
  }
  text += ",\"steps\":[";
  for (std::size_t i = 0; i < report.steps.size(); ++i) text += (i == 0 ? "" : ",") + json_of(report.steps[i]);
  return base::visible_text(text) + "]}\n";
}

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
  return line_of(tools::open_paths(std::move(published), prefixes, known.issues_tokens()));
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
  using Kind = tools::ClientFaultKind;
  if (stopped_) return base::Failure(tools::ClientFault{Kind::unreachable, "the server was not reachable before"});
  auto response = send_beside(request, group_);
  if (!response) {
    const auto kind = response.error().kind;
    stopped_ = kind != Kind::too_large && kind != Kind::broken && kind != Kind::invalid_request;
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
