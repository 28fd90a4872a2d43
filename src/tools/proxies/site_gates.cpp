#include "tools/proxies/site_gates.hpp"

#include <algorithm>
#include <utility>
namespace agent_access::tools {
namespace {

bool is_plain_prefix(std::string_view prefix) noexcept {
  return prefix.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/") ==
         std::string_view::npos;
}

/// Of the plain characters only the dot has a meaning in a regular expression.
std::string pattern_text(std::string_view prefix) {
  std::string pattern;
  for (const char c : prefix) pattern.append(c == '.' ? "\\" : "") += c;
  return pattern;
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
  if (config.trusted_proxies.empty()) {
    problems.push_back(
        "limits.trusted_proxies: is empty, so no proxy gets an answer about [[gates]]; add the address of the proxy");
  }
  if (config.proxy_protocol) {
    problems.push_back(
        "listen.proxy_protocol: with it the service sees clients and not the proxy that asks about [[gates]]; set it "
        "to false");
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
  std::string patterns;
  for (const SiteGate& gate : gates) patterns.append(patterns.empty() ? "" : "|").append(gate_pattern(gate));
  return patterns;
}

std::string ambiguous_path_body() {
  return R"({"error":"invalid_request","error_description":"The path could be read in two ways; write it without empty or dot segments, semicolons, backslashes and needless percent-encoding"})";
}

std::string unknown_path_body() {
  return R"({"error":"not_found","error_description":"No such resource; see /openapi.json and /llms.txt for what exists"})";
}

std::string unavailable_body() {
  return R"({"error":"temporarily_unavailable","error_description":"The service is temporarily unavailable; try again shortly"})";
}

}  // namespace agent_access::tools
