/// \file
/// Values that are not in the configuration itself: credentials of the service manager, and the token of the status
/// page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/result.hpp"
#include "base/secret.hpp"

namespace agent_access::app {

// Credentials, systemd.exec(5) LoadCredential: files in $CREDENTIALS_DIRECTORY. The setting table says which credential
// is used for which setting. NOT done: reading them. systemd copies them when the service starts, so that a reload
// finds the same bytes again.

/// Sets each setting that has a credential and is not set otherwise. For a list: the credential of that name, then
/// those whose names continue it after a hyphen ("secret-previous", "secret-previous-2"), in the order of their names.
void take_credentials(Config& config, const Environment& environment);

/// The full names of the settings whose values are credentials.
[[nodiscard]] std::vector<std::string> settings_from_credentials(const Config& config);

// Who may see the status page, as far as the settings say it: report.token_file and the address of listen.admin.

inline constexpr std::size_t kLeastToken = 32;
inline constexpr std::size_t kMostToken = 256;

/// Whether an address without port, such as "127.0.0.1" or "::1", is reachable from this machine only.
[[nodiscard]] bool is_loopback_address(std::string_view address);

/// The content of a token file as a token: kLeastToken to kMostToken letters, digits and `-._~+/=` (the b64token of RFC
/// 6750), without one final newline. An error says what is wrong with it and how to make one, never its content.
[[nodiscard]] base::Result<base::SecretBytes, std::string> parse_status_token(base::ByteView content);

/// Reads report.token_file into Config::report_token. A problem when the file cannot be read, may be read by other
/// users or is no token, and when the status page is on and listen.admin is not on loopback without a token.
void read_status_access(Config& config, Problems& problems);

}  // namespace agent_access::app
