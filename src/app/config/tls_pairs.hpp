/// \file
/// The files of `[tls]`. Thread safe, no I/O.
#pragma once

#include <filesystem>
#include <vector>

#include "app/config/config.hpp"

namespace agent_access::app {

struct TlsPairPaths {
  std::filesystem::path certificate;
  std::filesystem::path key;
};

[[nodiscard]] inline bool has_tls(const Config& config) { return !config.tls_certificate.empty(); }

/// tls.certificate and tls.key, then the pairs of tls.more.
[[nodiscard]] std::vector<TlsPairPaths> tls_pairs(const Config& config);
/// The keys of tls.more.
[[nodiscard]] std::vector<std::filesystem::path> further_tls_keys(const Config& config);
/// The same and their certificates.
[[nodiscard]] std::vector<std::filesystem::path> further_tls_files(const Config& config);

}  // namespace agent_access::app
