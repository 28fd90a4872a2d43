/// \file
/// The paths of a service. Beside a site (content.beside) it takes these and no others: requests for other paths are
/// not counted, never redirected, and a proxy in front passes these alone. A value; thread safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "site/content/settings.hpp"
#include "site/publish/catalogue.hpp"

namespace agent_access::service {

struct ServicePaths {
  std::vector<std::string> exact;     ///< sorted, in the spelling in which they are published
  std::vector<std::string> prefixes;  ///< each with a slash at its end

  /// `path` is compared as it is, without decoding.
  [[nodiscard]] bool have(std::string_view path) const noexcept;
};

/// Documents and files, the endpoints that the settings enable, gated documents, and the metadata of what a token
/// opens. The latter have prefixes, because every path below a gate has metadata of its own (RFC 9728).
[[nodiscard]] ServicePaths service_paths(const publish::Catalogue& documents, const content::Settings& settings);

/// The prefixes alone.
[[nodiscard]] std::vector<std::string> metadata_prefixes(const content::Settings& settings);

}  // namespace agent_access::service
