/// \file
/// `agent-access token inspect`: prints the claims of a token and every reason to refuse it. The token is read from
/// standard input by main; its signature segment is never printed.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace agent_access::commands {

struct TokenInspectOptions {
  std::string token;                   ///< as read; surrounding white space is ignored
  std::string jwks_url;                ///< the URL of the keys; empty when jwks_json is given
  std::string jwks_json;               ///< a JWK Set that the caller made from the configuration
  std::vector<std::string> base_urls;  ///< accepted issuers and audiences; empty: not checked, with a note
  std::int64_t now = 0;                ///< Unix time
  bool json = false;
  std::string ca_file;  ///< PEM of extra certificate authorities for jwks_url
  std::chrono::milliseconds timeout{10'000};
};

/// Prints to standard output. 0 when the token would be accepted, 1 when not, 2 when there is neither token nor key
/// source.
[[nodiscard]] int run_token_inspect(const TokenInspectOptions& options);

}  // namespace agent_access::commands
