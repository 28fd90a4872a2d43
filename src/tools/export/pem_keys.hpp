/// \file
/// The public signing keys as PEM, from the configuration or from a published key set. No private data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "oauth/key_schedule.hpp"
#include "tools/export/key_folder.hpp"

namespace agent_access::tools {

/// The keys, or a sentence why there are none.
using PemKeys = base::Result<std::vector<PemKey>, std::string>;

/// The keys of the schedule in its order: those that the key set has.
[[nodiscard]] PemKeys pem_keys_of(const oauth::KeySchedule& schedule);

/// The keys of a key set of this service (RFC 7517), each once. An error, a sentence, if it is none: no ES256 key, or
/// one whose `kid` is not its thumbprint.
[[nodiscard]] PemKeys pem_keys_of(std::string_view jwks_json);

/// Fetches a key set and takes the keys of it. The URL must be https, except of this machine: who can change the answer
/// on its way would choose the keys. `ca_file` as in client::ClientRequest.
[[nodiscard]] PemKeys fetch_pem_keys(const std::string& jwks_url, const std::string& ca_file);

/// Each key after a line "kid: KID". What precedes a PEM block is not a part of it (RFC 7468 section 2).
[[nodiscard]] std::string render_pem_keys(const std::vector<PemKey>& keys);

}  // namespace agent_access::tools
