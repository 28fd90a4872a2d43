#include "tools/probe/robots.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

#include "base/ascii.hpp"
#include "base/hex.hpp"
#include "http/message.hpp"
#include "oauth/types.hpp"
#include "site/agents/agent_table.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::tools {
namespace {

/// Unreserved characters are not percent-encoded; bytes beyond ASCII are, and so are '*' and '$' where they mean
/// themselves (RFC 9309 sections 2.2.2 and 2.2.3).
std::string normal_form(std::string_view text, bool is_pattern) {
  std::string form;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char byte = text[at];
    const auto escaped = byte == '%' ? base::percent_decoded(text.substr(at, 3)) : std::nullopt;
    if (escaped) {
      byte = escaped->front();
      at += 2;
    }
    const bool is_unreserved = base::is_alphanumeric(byte) || std::string_view("-._~").contains(byte);
    const bool is_wildcard = (byte == '*' && !is_pattern) || (byte == '$' && !(is_pattern && at + 1 == text.size()));
    if (escaped ? !is_unreserved : is_wildcard || static_cast<unsigned char>(byte) >= 0x80) {
      base::append_percent(form, byte);
    } else {
      form += byte;
    }
  }
  return form;
}

/// Whether the beginning of the path fits: '*' is any text, '$' at the end of the pattern the end of the path.
bool matches(std::string_view pattern, std::string_view path) {
  const bool is_to_end = pattern.ends_with('$');
  if (is_to_end) pattern.remove_suffix(1);
  auto star = pattern.find('*');
  if (!path.starts_with(pattern.substr(0, star))) return false;
  if (star == std::string_view::npos) return !is_to_end || path.size() == pattern.size();
  path.remove_prefix(star);
  pattern.remove_prefix(star + 1);
  // The first place where a part fits leaves the most for the others.
  for (star = pattern.find('*'); star != std::string_view::npos; star = pattern.find('*')) {
    const auto found = path.find(pattern.substr(0, star));
    if (found == std::string_view::npos) return false;
    path.remove_prefix(found + star);
    pattern.remove_prefix(star + 1);
  }
  return is_to_end ? path.ends_with(pattern) : path.contains(pattern);
}

/// What agents need, as an owner reads it. A site may close its pages: "/" alone is only a warning.
constexpr auto kNeeded = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"/", "/"},
    {documents::kLlmsPath, documents::kLlmsPath},
    {"/oauth/*", documents::kRegisterPath},
    {"/oauth/*", documents::kTokenPath},
    {"/api/agent/*", oauth::kProfilePath},
});
constexpr std::size_t kWithoutTokens = 2;

std::string refused_paths(const RobotsFile& robots, std::string_view agent, bool issues_tokens) {
  std::string paths;
  for (const auto& [shown, path] : std::span(kNeeded).first(issues_tokens ? kNeeded.size() : kWithoutTokens)) {
    if (robots.allows(agent, path) || paths.ends_with(shown)) continue;
    paths.append(paths.empty() ? "" : " ").append(shown);
  }
  return paths;
}

constexpr std::string_view kManagedMark = "cloudflare managed";
constexpr const char* kManagedRemedy =
    "remove the rules that something in front adds; at Cloudflare: managed robots.txt (Security Settings, "
    "\"Instruct AI bot traffic with robots.txt\") and AI Crawl Control: Search, Agent, Training";

/// Whom the file keeps from what.
struct Refusals {
  std::map<std::string, std::string> agents_by_paths = {};  ///< "/ /llms.txt" → "GPTBot, CCBot"
  bool is_added = false;                                    ///< several groups name one of them
  bool are_access_paths = false;                            ///< of an agent that is not for training
};

Refusals refusals_of(const RobotsFile& robots, bool issues_tokens) {
  Refusals refusals;
  const auto add = [&](std::string_view agent, std::string_view shown, bool is_for_training) {
    const auto paths = refused_paths(robots, agent, issues_tokens);
    if (paths.empty()) return;
    auto& names = refusals.agents_by_paths[paths];
    names.append(names.empty() ? "" : ", ").append(shown);
    refusals.is_added = refusals.is_added || robots.groups_of(agent) > 1;
    refusals.are_access_paths = refusals.are_access_paths || (!is_for_training && paths != "/");
  };
  for (const auto& agent : agents::AgentTable::built_in().rows()) {
    if (agent.is_in_robots) add(agent.name, agent.name, agent.kind == "training");
  }
  add("*", "all others", false);
  return refusals;
}

std::string told(const Refusals& refusals) {
  std::string text;
  for (const auto& [paths, agents] : refusals.agents_by_paths) {
    text.append(text.empty() ? "" : "; ").append(agents).append(" may not fetch ").append(paths);
  }
  return text;
}

}  // namespace

RobotsFile::RobotsFile(std::string_view text) {
  text = text.substr(0, kMostBytes);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  bool has_rules = true;  // of the group that is read: the next name begins another one
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    const auto line = text.substr(0, std::min(end, text.find('#')));
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const auto name = base::trim(line.substr(0, colon));
    const auto value = base::trim(line.substr(colon + 1));
    const bool allows = http::equal_names(name, "allow");
    if (http::equal_names(name, "user-agent")) {
      if (std::exchange(has_rules, false)) groups_.emplace_back();
      // Many write a version behind the product token.
      groups_.back().agents.emplace_back(value.substr(0, value.find_first_of(" \t/")));
    } else if (!groups_.empty() && (allows || http::equal_names(name, "disallow"))) {
      has_rules = true;
      // A rule without a path has no effect.
      if (!value.empty()) groups_.back().rules.push_back({normal_form(value, true), allows});
    }
  }
}

std::size_t RobotsFile::groups_of(std::string_view agent) const {
  return static_cast<std::size_t>(std::ranges::count_if(groups_, [&](const Group& group) {
    return std::ranges::any_of(group.agents, [&](const auto& name) { return http::equal_names(name, agent); });
  }));
}

bool RobotsFile::allows(std::string_view agent, std::string_view path) const {
  if (path == documents::kRobotsPath) return true;
  const auto name = groups_of(agent) == 0 ? std::string_view("*") : agent;
  const auto target = normal_form(path, false);
  std::size_t longest = 0;
  bool is_allowed = true;
  for (const auto& group : groups_) {
    if (std::ranges::none_of(group.agents, [&](const auto& one) { return http::equal_names(one, name); })) continue;
    for (const auto& rule : group.rules) {
      const bool wins = rule.pattern.size() > longest || (rule.pattern.size() == longest && rule.allows);
      if (!wins || !matches(rule.pattern, target)) continue;
      longest = rule.pattern.size();
      is_allowed = rule.allows;
    }
  }
  return is_allowed;
}

Verdict check_robots(const tools::ClientResponse& response, bool issues_tokens) {
  if (response.status >= 500) {
    return Finding{"got " + std::to_string(response.status) + ": crawlers must then treat every path as forbidden",
                   "look at what answers /robots.txt"};
  }
  const auto text = base::lower_case(response.body);
  if (response.status != 200 || !http::is_media_type(response.field("Content-Type"), "text/plain") ||
      !text.contains("user-agent:")) {
    return Finding{"missing or empty", "publish one; the service has one when it serves the site", Mark::warned};
  }
  const RobotsFile robots(response.body);
  const auto refusals = refusals_of(robots, issues_tokens);
  if (refusals.agents_by_paths.empty()) return std::nullopt;
  if (refusals.is_added || text.contains(kManagedMark)) return Finding{told(refusals), kManagedRemedy};
  if (!refusals.are_access_paths) {
    return Finding{told(refusals), "remove the rule unless it is intended", Mark::warned};
  }
  return Finding{told(refusals), issues_tokens
                                     ? "add to their group: Allow: /llms.txt, Allow: /oauth/ and Allow: /api/agent/"
                                     : "add to their group: Allow: /llms.txt"};
}

}  // namespace agent_access::tools
