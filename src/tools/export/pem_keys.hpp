/// \file
/// The public signing keys as PEM, from the configuration or from a published key set, as text or as a folder for
/// programs that read PEM files. No private data. NOT done: locking of the folder; no other process should write there
/// at the same time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::tools {

struct PemKey {
  std::string key_id;  ///< the thumbprint (RFC 7638) of the key: 43 characters of base64url, so a safe file name
  std::string pem;     ///< SubjectPublicKeyInfo
};

struct KeyFolderChange {
  std::size_t written = 0;  ///< files that are new or have another content
  std::size_t removed = 0;
};

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

/// Writes `folder`/KID.pem for each key, then `folder`/keys.cfg, from which HAProxy loads them, and then removes the
/// files of other keys, so that keys.cfg never names a file that is not there. Each file is replaced atomically, and
/// one that is as it should be is not touched. Files whose name is not that of a key are kept. The folder is created.
/// An error is a sentence that names the file, or a folder whose name HAProxy would not read as one word.
[[nodiscard]] base::Result<KeyFolderChange, std::string> write_key_folder(const std::vector<PemKey>& keys,
                                                                          const std::filesystem::path& folder);

}  // namespace agent_access::tools
