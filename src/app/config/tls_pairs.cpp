#include "app/config/tls_pairs.hpp"

#include <string>
#include <utility>

namespace agent_access::app {
namespace {

/// resolve_paths has resolved the text as a whole, and so the certificate; the key is resolved against the same folder.
TlsPairPaths split(const Config& config, const std::filesystem::path& pair) {
  const std::string text = pair.string();
  const auto colon = text.rfind(':');
  std::filesystem::path key = text.substr(colon + 1);
  if (config.origin("tls.more").kind == OriginKind::file) key = config.file.parent_path() / key;
  return {text.substr(0, colon), std::move(key)};
}

}  // namespace

std::vector<TlsPairPaths> tls_pairs(const Config& config) {
  std::vector<TlsPairPaths> pairs{{config.tls_certificate, config.tls_key}};
  for (const auto& pair : config.tls_more) pairs.push_back(split(config, pair));
  return pairs;
}

std::vector<std::filesystem::path> further_tls_keys(const Config& config) {
  std::vector<std::filesystem::path> keys;
  for (const auto& pair : config.tls_more) keys.push_back(split(config, pair).key);
  return keys;
}

std::vector<std::filesystem::path> further_tls_files(const Config& config) {
  std::vector<std::filesystem::path> files;
  for (const auto& pair : config.tls_more) {
    auto [certificate, key] = split(config, pair);
    files.push_back(std::move(certificate));
    files.push_back(std::move(key));
  }
  return files;
}

}  // namespace agent_access::app
