#include "tools/export/pem_keys.hpp"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "base/base_url.hpp"
#include "client/url.hpp"
#include "jose/jwk.hpp"
#include "tools/export/export_folder.hpp"
#include "tools/keys/published_keys.hpp"
#include "tools/proxies/proxy_table.hpp"

namespace agent_access::tools {
namespace {

constexpr std::chrono::seconds kFetchTimeout{10};

base::Result<void, std::string> add_pem(std::vector<PemKey>& keys, const std::string& key_id,
                                        const crypto::PublicKey& key) {
  if (std::ranges::find(keys, key_id, &PemKey::key_id) != keys.end()) return {};
  auto pem = key.to_pem();
  if (!pem) return base::Failure<std::string>("keys: OpenSSL could not write a key as PEM");
  keys.push_back({key_id, std::move(*pem)});
  return {};
}

constexpr std::size_t kThumbprintSize = 32;

std::string file_of(std::string_view key_id) { return std::string(key_id) + ".pem"; }

bool is_file_of_key(const std::filesystem::path& name) {
  const auto thumbprint = base::base64url_decode(name.stem().string());
  return name.extension() == ".pem" && thumbprint && thumbprint->size() == kThumbprintSize;
}

bool is_one_word(std::string_view path) {
  return std::ranges::all_of(path,
                             [](char c) { return base::is_alphanumeric(c) || std::string_view("/._-").contains(c); });
}

base::Result<std::size_t, std::string> remove_others(const std::vector<PemKey>& keys,
                                                     const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> others;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const auto name = entry->path().filename();
    const bool is_wanted = std::ranges::any_of(keys, [&](const PemKey& key) { return file_of(key.key_id) == name; });
    if (is_file_of_key(name) && !is_wanted) others.push_back(entry->path());
  }
  if (error) return base::Failure("cannot read " + folder.string() + ": " + error.message());
  for (const auto& path : others) {
    std::filesystem::remove(path, error);
    if (error) return base::Failure("cannot remove " + path.string() + ": " + error.message());
  }
  return others.size();
}

std::string haproxy_keys(const std::vector<PemKey>& keys, const std::filesystem::path& folder) {
  std::vector<render::View> files;
  for (const auto& key : keys) files.push_back(render::View().set("file", (folder / file_of(key.key_id)).string()));
  return proxy_text("haproxy-keys.cfg", render::View().set("keys", files));
}

}  // namespace

PemKeys pem_keys_of(const oauth::KeySchedule& schedule) {
  std::vector<PemKey> keys;
  for (const auto& scheduled : schedule.keys()) {
    const auto added = add_pem(keys, scheduled.key_id.text(), scheduled.key.public_key());
    if (!added) return base::Failure(added.error());
  }
  return keys;
}

PemKeys pem_keys_of(std::string_view jwks_json) {
  const auto set = jose::parse_jwks(jwks_json);
  if (!set) return base::Failure<std::string>("the answer is not a key set (RFC 7517) of agent-access");
  std::vector<PemKey> keys;
  for (const auto& jwk : *set) {
    const auto thumbprint = jose::thumbprint(jwk.key);
    if (!thumbprint || thumbprint->text() != jwk.key_id) {
      return base::Failure<std::string>(
          "the kid of a key is not its thumbprint (RFC 7638): this is not a key set of agent-access");
    }
    if (const auto added = add_pem(keys, jwk.key_id, jwk.key); !added) return base::Failure(added.error());
  }
  if (keys.empty()) return base::Failure<std::string>("the key set has no ES256 key");
  return keys;
}

PemKeys fetch_pem_keys(const std::string& jwks_url, const std::string& ca_file) {
  const auto url = client::parse_url(jwks_url);
  if (!url) return base::Failure("--jwks: " + std::string(describe(url.error())));
  if (const auto origin = base::parse_base_url(url->origin()); !origin) {
    if (origin.error() != base::BaseUrlFault::insecure) return base::Failure("--jwks: " + app::printable(jwks_url));
    return base::Failure<std::string>(
        "--jwks: use https, because whoever can change the answer on its way would choose the keys; http is accepted "
        "only for this machine (127.0.0.1, localhost)");
  }
  const auto json = fetch_jwks(jwks_url, ca_file, kFetchTimeout);
  if (!json) return base::Failure(json.error());
  auto keys = pem_keys_of(*json);
  if (!keys) return base::Failure(app::printable(jwks_url) + ": " + keys.error());
  return keys;
}

std::string render_pem_keys(const std::vector<PemKey>& keys) {
  std::string text;
  for (const auto& key : keys) text.append("kid: ").append(key.key_id).append("\n").append(key.pem);
  return text;
}

base::Result<KeyFolderChange, std::string> write_key_folder(const std::vector<PemKey>& keys,
                                                            const std::filesystem::path& folder) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(folder, error).string();
  if (error || !is_one_word(absolute)) {
    return base::Failure(absolute +
                         ": HAProxy could not read the name of this folder; use letters, digits, '-', '_', '.', '/'");
  }
  auto out = ExportFolder::open(folder, ExportFolder::Existing::replace);
  if (!out) return base::Failure(out.error());
  for (const auto& key : keys) {
    if (const auto written = out->write(file_of(key.key_id), key.pem); !written) return base::Failure(written.error());
  }
  const auto listed = out->write("keys.cfg", haproxy_keys(keys, out->path()));
  if (!listed) return base::Failure(listed.error());
  const auto removed = remove_others(keys, out->path());
  if (!removed) return base::Failure(removed.error());
  return KeyFolderChange{out->written() - out->unchanged(), *removed};
}

}  // namespace agent_access::tools
