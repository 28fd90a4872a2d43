/// \file
/// Settings of earlier versions. One that is still set is an error, which says what to do instead.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace agent_access::app {

struct RemovedSetting {
  std::string_view name;
  std::string_view instead;  ///< what to do, as the rest of a sentence

  [[nodiscard]] std::string sentence() const { return std::string(name).append(" was removed: ").append(instead); }
};

inline constexpr std::array kRemovedSettings{
    RemovedSetting{"listen.http2_prior_knowledge",
                   "delete it here, and \"proto h2\" in the server lines of HAProxy; proxies speak HTTP/1.1 to this "
                   "service"},
};

/// Null for any other name.
[[nodiscard]] constexpr const RemovedSetting* find_removed(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kRemovedSettings, name, &RemovedSetting::name);
  return found == kRemovedSettings.end() ? nullptr : found;
}

}  // namespace agent_access::app
