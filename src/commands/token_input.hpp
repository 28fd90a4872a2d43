/// \file
/// The input of `agent-access token inspect`: the token from standard input, the keys from a URL or from the
/// configuration.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "app/config/config.hpp"

namespace agent_access::commands {

struct TokenInputOptions {
  app::ConfigSources sources;  ///< used when there is no jwks_url
  std::string jwks_url;
  std::vector<std::string> base_urls;  ///< empty: those of the configuration
  std::string ca_file;
  bool json = false;
};

/// As run_token_inspect; 1 when the configuration cannot be loaded, 2 without a token.
[[nodiscard]] int run_token_input(const TokenInputOptions& options, std::istream& input);

}  // namespace agent_access::commands
