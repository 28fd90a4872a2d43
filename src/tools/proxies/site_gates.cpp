#include "tools/proxies/site_gates.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace agent_access::tools {
namespace {

bool is_plain_prefix(std::string_view prefix) noexcept {
  return std::ranges::all_of(
      prefix, [](char c) { return base::is_letter(c) || base::is_digit(c) || std::string_view("-._~/").contains(c); });
}

/// Escapes the dot, the only one of the plain characters that has a meaning in a regular expression.
std::string pattern_text(std::string_view prefix) {
  std::string pattern;
  for (const char c : prefix) pattern.append(c == '.' ? "\\" : "") += c;
  return pattern;
}

/// Letters and digits as they are, because kUnreadablePath has all that are encoded.
std::string name_pattern(std::string_view name) {
  std::string pattern;
  for (const char c : name) {
    if (base::is_letter(c) || base::is_digit(c)) pattern += base::lower(c);
    if (c == '-') pattern += "(-|%(25)*2d)";
    if (c == '.') pattern += R"((\.|%(25)*2e))";
    if (c == '_') pattern += "(_|%(25)*5f)";
    if (c == '~') pattern += "(~|%(25)*7e)";
  }
  return pattern;
}

/// Each once.
std::vector<std::string> first_segments(const std::vector<SiteGate>& gates) {
  std::vector<std::string> names;
  for (const SiteGate& gate : gates) {
    auto name = name_pattern(std::string_view(gate.prefix).substr(1, gate.prefix.find('/', 1) - 1));
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

bool SiteGate::lists(std::string_view method) const { return std::ranges::find(methods, method) != methods.end(); }

bool SiteGate::is_for_reading() const {
  return std::ranges::all_of(methods, [](const std::string& method) { return method == "GET" || method == "HEAD"; });
}

std::vector<SiteGate> gates_of_site(const content::Settings& settings) {
  std::vector<SiteGate> gates;
  for (const content::Gate& gate : settings.access.gates) {
    SiteGate row{gate.prefix, settings.access.scopes[gate.scope].name, gate.methods};
    if (row.lists("GET") && !row.lists("HEAD")) row.methods.emplace_back("HEAD");
    gates.push_back(std::move(row));
  }
  std::ranges::stable_sort(gates, std::ranges::greater{}, [](const SiteGate& gate) { return gate.prefix.size(); });
  return gates;
}

app::Problems problems_of_asking(const app::Config& config) {
  app::Problems problems;
  if (config.policy.trusted.networks.empty()) {
    problems.push_back(
        "limits.trusted_proxies: is empty, so no proxy gets an answer about [[gates]]; add the address of the proxy");
  }
  return problems;
}

app::Problems problems_of_gates(const app::Config& config, const content::Settings& settings) {
  if (settings.access.gates.empty()) return {};
  auto problems = problems_of_asking(config);
  for (const content::Gate& gate : settings.access.gates) {
    if (is_plain_prefix(gate.prefix)) continue;
    problems.push_back("gates: no site of a proxy can be printed for the prefix " + gate.prefix +
                       "; use letters, digits and the characters - . _ ~");
  }
  return problems;
}

std::string gate_pattern(const SiteGate& gate) {
  return "^" + pattern_text(std::string_view(gate.prefix).substr(0, gate.prefix.size() - 1)) + "([/?#]|$)";
}

std::string pattern_of_gates(const std::vector<SiteGate>& gates) {
  std::vector<std::string> patterns;
  for (const SiteGate& gate : gates) patterns.push_back(gate_pattern(gate));
  return base::joined(patterns, "|");
}

std::string named_path(const std::vector<SiteGate>& gates) {
  return "([^a-z0-9._~?-]|%(25)*[0-9a-f][0-9a-f])(" + base::joined(first_segments(gates), "|") + ")([^a-z0-9._~-]|$)";
}

}  // namespace agent_access::tools
