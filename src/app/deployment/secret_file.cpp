#include "app/deployment/secret_file.hpp"

#include <filesystem>
#include <system_error>

#include "app/files/file_access.hpp"

namespace agent_access::app {
namespace {

base::ByteView without_final_newline(base::ByteView bytes) noexcept {
  return !bytes.empty() && bytes.back() == std::byte{'\n'} ? bytes.first(bytes.size() - 1) : bytes;
}

/// A new secret is suggested only if there is none: it would end every client that is registered.
std::string remedy_for(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::status(path, ignored).type() == std::filesystem::file_type::not_found) {
    return "; `agent-access init DIR` writes a first secret, or restore yours from the backup and set secret.file";
  }
  return "; correct this file, or restore yours from the backup";
}

}  // namespace

base::Result<LoadedSecret, std::string> load_secret_file(const std::filesystem::path& path) {
  const auto content = read_file(path, kMaxSecretSize);
  if (!content) return base::Failure<std::string>("secret: " + content.error());
  const auto bytes = without_final_newline(content->bytes.reveal());
  auto master = oauth::MasterSecret::parse(bytes);
  if (!master) {
    return base::Failure<std::string>("secret: " + path.string() + " holds " + std::to_string(bytes.size()) +
                                      " bytes without its final newline; 32 or more random bytes are needed");
  }
  LoadedSecret loaded{std::move(*master), {}};
  if (!content->exposure.empty()) loaded.warnings.push_back("secret: " + content->exposure);
  return loaded;
}

base::Result<LoadedSecrets, Problems> load_secrets(const Config& config) {
  LoadedSecrets loaded;
  Problems problems;
  const auto take = [&](const std::filesystem::path& path, const std::string& remedy) {
    auto secret = load_secret_file(path);
    if (!secret) {
      // A file that exists but cannot be read needs a right, not another secret.
      std::error_code error;
      const bool is_missing = !std::filesystem::exists(path, error) && !error;
      problems.push_back(is_missing ? secret.error() + remedy : secret.error());
      return;
    }
    loaded.masters.push_back(std::move(secret->master));
    for (auto& warning : secret->warnings) loaded.warnings.push_back(std::move(warning));
  };
  if (config.secret_text) {
    auto master = oauth::MasterSecret::parse(config.secret_text->reveal());
    if (master) loaded.masters.push_back(std::move(*master));
    if (!master) problems.emplace_back("secret: AGENT_ACCESS_SECRET has fewer than 32 bytes");
  } else {
    take(config.secret_file, remedy_for(config.secret_file));
  }
  for (const auto& path : config.previous_secret_files) take(path, "; see secret.previous_files");
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  return loaded;
}

}  // namespace agent_access::app
