#include "tools/proxies/path_rule.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace agent_access::tools {
namespace {

/// Letters and digits as they are, because kUnreadablePath has all that are encoded.
std::string name_pattern(std::string_view name) {
  std::string pattern;
  for (const char c : name) {
    if (base::is_alphanumeric(c)) pattern += base::lower(c);
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

std::string named_path(const std::vector<SiteGate>& gates) {
  std::string names;
  for (const auto& name : first_segments(gates)) names.append(names.empty() ? "" : "|").append(name);
  return "([^a-z0-9._~?-]|%(25)*[0-9a-f][0-9a-f])(" + names + ")([^a-z0-9._~-]|$)";
}

}  // namespace agent_access::tools
