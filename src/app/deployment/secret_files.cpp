#include "app/deployment/secret_files.hpp"

#include <algorithm>
#include <bitset>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/files/file_access.hpp"
#include "app/text/words.hpp"
#include "base/protocol.hpp"
#include "base/secret.hpp"

namespace agent_access::app {
namespace {

base::ByteView without_final_newline(base::ByteView bytes) noexcept {
  return !bytes.empty() && bytes.back() == std::byte{'\n'} ? bytes.first(bytes.size() - 1) : bytes;
}

/// What editors, templates and shells add to a secret that is a text, or nothing. Random bytes may be anything.
std::string_view addition_in(std::string_view secret) noexcept {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  constexpr std::string_view kBlanks = " \t\r\n";
  const bool is_marked = secret.starts_with(kMark);
  const std::string_view text = secret.substr(is_marked ? kMark.size() : 0);
  const auto is_of_text = [](char c) { return (c >= ' ' && c <= '~') || c == '\t' || c == '\r' || c == '\n'; };
  if (text.empty() || !std::ranges::all_of(text, is_of_text)) return {};
  if (is_marked) return "begins with a byte order mark";
  if (text.back() == '\r') return "ends with a carriage return, as files of Windows do";
  if (kBlanks.contains(text.front())) return "begins with white space";
  if (kBlanks.contains(text.back())) return "ends with white space";
  if ((text.front() == '"' || text.front() == '\'') && text.back() == text.front()) return "is in quotes";
  const std::size_t end = text.find('=');
  const auto is_of_name = [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; };
  if (end != std::string_view::npos && end > 0 && end + 1 < text.size() &&
      std::ranges::all_of(text.substr(0, end), is_of_name)) {
    return "begins with the name of a variable and =";
  }
  return {};
}

/// "holds 1 different byte, which can be guessed"; empty for a secret that may be random.
std::string weakness_of(base::ByteView secret) {
  std::bitset<256> found;
  for (const std::byte byte : secret) found.set(std::to_integer<std::size_t>(byte));
  if (found.count() >= protocol::kSecretDifferentBytes) return {};
  return "holds " + counted(found.count(), "different byte") + ", which can be guessed";
}

constexpr std::string_view kWeakRemedy =
    "; write 32 random bytes into a new file (openssl rand -base64 32 does), and name this one in "
    "secret.previous_files if clients that must stay have registered with it";

base::Result<oauth::MasterSecret, std::string> secret_of_environment(const base::SecretBytes& text) {
  const std::string name = "secret: AGENT_ACCESS_SECRET ";
  if (const auto weakness = weakness_of(text.reveal()); text.size() >= oauth::kMinMasterSize && !weakness.empty()) {
    return base::Failure(name + weakness + std::string(kWeakRemedy));
  }
  auto master = oauth::MasterSecret::parse(text.reveal());
  if (!master) return base::Failure(name + "has fewer than 32 bytes");
  return std::move(*master);
}

bool is_missing(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::status(path, ignored).type() == std::filesystem::file_type::not_found;
}

/// A new secret is suggested only if there is none: it would end every client that is registered.
std::string remedy_for(const std::filesystem::path& path) {
  if (is_missing(path)) {
    return "; `agent-access init DIR` writes a first secret, or restore yours from the backup and set secret.file";
  }
  return "; correct this file, or restore yours from the backup";
}

}  // namespace

base::Result<oauth::MasterSecret, std::string> load_secret_file(const std::filesystem::path& path,
                                                                std::vector<std::string>& warnings, SecretUse use) {
  const auto content = read_file(path, kMaxKeyFile);
  if (!content) return base::Failure<std::string>("secret: " + content.error());
  const auto bytes = without_final_newline(content->bytes.reveal());
  auto master = oauth::MasterSecret::parse(bytes);
  if (!master) {
    return base::Failure<std::string>("secret: " + shown(path) + " holds " + std::to_string(bytes.size()) +
                                      " bytes without its final newline; 32 or more random bytes are needed");
  }
  if (const auto weakness = weakness_of(bytes); !weakness.empty()) {
    const auto sentence = "secret: " + shown(path) + " " + weakness;
    if (use == SecretUse::current) return base::Failure(sentence + std::string(kWeakRemedy));
    warnings.push_back(sentence + ", and is accepted because secret.previous_files names it; remove it soon");
  }
  if (!content->exposure.empty()) warnings.push_back("secret: " + content->exposure);
  if (const auto addition = addition_in(base::text_of(bytes)); !addition.empty()) {
    warnings.push_back("secret: " + shown(path) + " " + std::string(addition) +
                       ", which counts as part of the secret: replicas and backups whose file has it otherwise refuse "
                       "each other's clients. If the service has not been used yet, write the file anew; else keep it "
                       "as it is");
  }
  return std::move(*master);
}

bool has_secret(const Config& config) { return config.secret_text || !is_missing(config.secret_file); }

base::Result<LoadedSecrets, Problems> load_secrets(const Config& config) {
  LoadedSecrets loaded;
  Problems problems;
  const auto take = [&](const std::filesystem::path& path, SecretUse use, const std::string& remedy) {
    auto secret = load_secret_file(path, loaded.warnings, use);
    if (!secret) {
      // A file that exists but cannot be read needs a right, not another secret.
      problems.push_back(is_missing(path) ? secret.error() + remedy : secret.error());
      return;
    }
    loaded.masters.push_back(std::move(*secret));
  };
  if (config.secret_text) {
    auto master = secret_of_environment(*config.secret_text);
    if (master) loaded.masters.push_back(std::move(*master));
    if (!master) problems.push_back(master.error());
  } else {
    take(config.secret_file, SecretUse::current, remedy_for(config.secret_file));
  }
  for (const auto& path : config.previous_secret_files) {
    take(path, SecretUse::previous, "; see secret.previous_files");
  }
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  return loaded;
}

}  // namespace agent_access::app
