#include "tools/export/pem_keys.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/text/text.hpp"
#include "base/base_url.hpp"
#include "client/url.hpp"
#include "jose/jwk.hpp"
#include "tools/token/token_reasons.hpp"

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

}  // namespace agent_access::tools
