/// \file
/// A folder of public signing keys for programs that read PEM files, and the list from which HAProxy loads them. No
/// private data. NOT done: locking; no other process should write there at the same time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace agent_access::tools {

struct PemKey {
  std::string key_id;  ///< the thumbprint (RFC 7638) of the key: 43 characters of base64url, so a safe file name
  std::string pem;     ///< SubjectPublicKeyInfo
};

struct KeyFolderChange {
  std::size_t written = 0;  ///< files that are new or have another content
  std::size_t removed = 0;
};

/// A section of an HAProxy configuration that has no effect but to load each key: HAProxy reads keys only at start, and
/// only those whose files a configuration names.
[[nodiscard]] std::string render_haproxy_keys(const std::vector<PemKey>& keys, const std::filesystem::path& folder);

/// Writes `folder`/KID.pem for each key, then `folder`/keys.cfg (render_haproxy_keys), and then removes the files of
/// other keys, so that keys.cfg never names a file that is not there. Each file is replaced atomically, and one that is
/// as it should be is not touched. Files whose name is not that of a key are kept. The folder is created. An error is a
/// sentence that names the file, or a folder whose name HAProxy would not read as one word.
[[nodiscard]] base::Result<KeyFolderChange, std::string> write_key_folder(const std::vector<PemKey>& keys,
                                                                          const std::filesystem::path& folder);

}  // namespace agent_access::tools
