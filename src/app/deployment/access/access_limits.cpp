#include "app/deployment/access/access_limits.hpp"

#include <algorithm>
#include <string_view>

namespace agent_access::app {

std::vector<std::optional<limit::ResourceLimit>> make_own_limits(const content::Access& access) {
  std::vector<std::optional<limit::ResourceLimit>> limits;
  const auto add = [&limits](std::string_view path, const std::optional<content::ResourceLimit>& limit) {
    limits.emplace_back();
    if (limit)
      limits.back() = limit::ResourceLimit::of(path, static_cast<std::int64_t>(limit->requests), limit->window);
  };
  for (const auto& document : access.documents) add(document.path, document.limit);
  for (const auto& gate : access.gates) add(gate.prefix, gate.limit);
  const bool has_any = std::ranges::any_of(limits, [](const auto& limit) { return limit.has_value(); });
  if (!has_any) limits.clear();
  return limits;
}

}  // namespace agent_access::app
