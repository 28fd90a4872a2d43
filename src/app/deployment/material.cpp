#include "app/deployment/material.hpp"

#include <algorithm>
#include <bitset>
#include <iterator>
#include <span>
#include <system_error>
#include <utility>

#include "app/deployment/content_checks.hpp"
#include "app/deployment/static_root.hpp"
#include "app/files/file_access.hpp"
#include "app/text/text.hpp"
#include "base/base_url.hpp"
#include "crypto/random.hpp"

namespace agent_access::app {
namespace {

/// Of a master secret or a PEM key.
constexpr std::size_t kMaxKeyFile = 64UL * 1024;

void append(Problems& problems, const Problems& more) { problems.insert(problems.end(), more.begin(), more.end()); }

template <class... Results>
void take_problems(Problems& problems, const Results&... results) {
  ((results ? void() : append(problems, results.error())), ...);
}

void load_pems(const Config& config, KeyPlan& plan, Problems& problems, std::vector<std::string>& warnings) {
  for (const auto& path : config.pem_files) {
    auto content = read_file(path, kMaxKeyFile);
    if (!content) {
      problems.push_back("keys.pem_files: " + content.error());
      continue;
    }
    if (!content->exposure.empty()) warnings.push_back("keys: " + content->exposure);
    if (!crypto::PrivateKey::from_pem(base::text_of(content->bytes.reveal()))) {
      problems.push_back("keys.pem_files: " + shown(path) +
                         " is not an unencrypted PEM private key on the curve P-256");
    }
    plan.pems.push_back(std::move(content->bytes));
  }
}

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

/// Forty times one letter has the length of a secret; 32 random bytes have fewer than ten different ones in no
/// lifetime.
constexpr std::size_t kFewestDifferent = 10;

/// "holds 1 different byte, which can be guessed"; empty for a secret that may be random.
std::string weakness_of(base::ByteView secret) {
  std::bitset<256> found;
  for (const std::byte byte : secret) found.set(std::to_integer<std::size_t>(byte));
  if (found.count() >= kFewestDifferent) return {};
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

/// A new secret is suggested only if there is none: it would end every client that is registered.
std::string remedy_for(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::status(path, ignored).type() == std::filesystem::file_type::not_found) {
    return "; `agent-access init DIR` writes a first secret, or restore yours from the backup and set secret.file";
  }
  return "; correct this file, or restore yours from the backup";
}

std::string state_of(const oauth::ScheduledKey& key, base::Seconds at) {
  if (at >= key.published_until) return "retired";
  // A key of a previous master secret is published and accepted, but never signs.
  if (key.signs_from == key.signs_until) return "published";
  if (at < key.signs_from) return "next";
  return at < key.signs_until ? "signs" : "published";
}

KeyRow key_row(const oauth::ScheduledKey& key, base::Seconds at) {
  return {key.key_id.text(), state_of(key, at),  key.signs_from,
          key.signs_until,   key.published_from, key.published_until};
}

/// Without a file: there are no clients and tokens that it would have to keep valid.
base::Result<KeyPlan, Problems> plan_without_tokens() {
  crypto::SystemRandom random;
  base::SecretBytes bytes(oauth::kMinMasterSize);
  if (!random.fill(bytes.reveal_for_writing())) {
    return base::Failure<Problems>({"the system's random generator failed"});
  }
  KeyPlan plan;
  plan.rotation = std::chrono::hours{24 * 3650};
  plan.masters.push_back(oauth::MasterSecret::parse(bytes.reveal()).value());
  return plan;
}

}  // namespace

std::string_view describe(oauth::KeyFault fault) noexcept {
  switch (fault) {
    case oauth::KeyFault::secret_too_short: return "the master secret has fewer than 32 bytes";
    case oauth::KeyFault::invalid_pem: return "a PEM file contains no P-256 private key";
    case oauth::KeyFault::no_keys: return "there is no key";
    case oauth::KeyFault::unavailable: return "the crypto library failed";
  }
  return "unknown";
}

base::Result<content::Settings, Problems> load_settings(const Config& config) {
  if (config.settings.base_urls.empty()) {
    return base::Failure<Problems>(
        {"base_urls: not set; name the addresses of the site, for example base_urls = "
         "[\"https://example.com\", \"https://www.example.com\"]"});
  }
  auto settings = config.settings;
  settings.access = make_access(config.access);
  return settings;
}

base::Result<KeyPlan, Problems> load_key_plan(const Config& config, std::vector<std::string>& warnings) {
  if (!config.settings.issues_tokens()) return plan_without_tokens();
  KeyPlan plan;
  Problems problems;
  plan.generation = config.key_generation;
  plan.rotation = std::chrono::duration_cast<std::chrono::seconds>(config.key_rotation);
  auto secrets = load_secrets(config);
  if (secrets) {
    plan.masters = std::move(secrets->masters);
    warnings.insert(warnings.end(), secrets->warnings.begin(), secrets->warnings.end());
  } else {
    append(problems, secrets.error());
  }
  load_pems(config, plan, problems, warnings);
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  return plan;
}

base::Result<Material, Problems> load_material(const Config& config) {
  std::vector<std::string> warnings;
  auto plan = load_key_plan(config, warnings);
  auto material = load_material(config, std::move(plan), Fallback::minimal, std::move(warnings));
  if (material) std::ranges::move(example_warnings(material->settings), std::back_inserter(material->warnings));
  return material;
}

base::Result<Material, Problems> load_material(const Config& config, base::Result<KeyPlan, Problems> plan,
                                               Fallback fallback, std::vector<std::string> warnings) {
  auto settings = load_settings(config);
  auto profile = load_profile(config, fallback, warnings);
  auto site =
      load_site(config, settings ? base::host_and_port(settings->base_urls.front()).host : "", fallback, warnings);
  auto faq = load_faq(config, site ? site->language : "en", fallback, warnings);
  const Confidential confidential(
      config, plan ? std::span<const oauth::MasterSecret>(plan->masters) : std::span<const oauth::MasterSecret>());
  auto root = load_static_root(config, confidential, warnings);
  auto gated_files = load_gated_files(config, make_access(config.access), confidential, warnings);
  Problems problems;
  take_problems(problems, settings, plan, profile, site, faq, root, gated_files);
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  if (const auto warning = ineffective_robots_settings(config, root->files)) warnings.push_back(*warning);
  std::ranges::move(page_warnings(config, *site, root->files), std::back_inserter(warnings));
  content::Content content{std::move(*site), std::move(*faq)};
  if (auto conflicts = access_conflicts(config.access, *settings, content, root->files); !conflicts.empty()) {
    return base::Failure<Problems>(std::move(conflicts));
  }
  std::ranges::move(access_warnings(config.access), std::back_inserter(warnings));
  const auto replaced = replaced_documents(config.root, *settings, content, root->files);
  if (!replaced) return base::Failure<Problems>(replaced.error());
  return Material{.settings = std::move(*settings),
                  .key_plan = std::move(*plan),
                  .profile = std::move(*profile),
                  .content = std::make_shared<const content::Content>(std::move(content)),
                  .files = std::make_shared<const std::vector<content::StaticFile>>(std::move(root->files)),
                  .warnings = std::move(warnings),
                  .limits = config.policy,
                  .gated_files = std::move(*gated_files)};
}

base::Result<oauth::KeySchedule, oauth::KeyFault> make_schedule(const KeyPlan& plan, base::Seconds now) {
  if (plan.pems.empty()) return oauth::KeySchedule::derive(plan.masters, plan.generation, plan.rotation, now);
  return oauth::KeySchedule::from_pem(plan.pems);
}

base::Result<std::shared_ptr<const service::Snapshot>, oauth::KeyFault> make_snapshot(
    const Material& material, std::uint64_t number, base::Seconds now, const service::Snapshot* previous) {
  auto client_secret_keys = oauth::ClientSecretKeys::derive(material.key_plan.masters);
  if (!client_secret_keys) return base::Failure<oauth::KeyFault>(client_secret_keys.error());
  auto schedule = make_schedule(material.key_plan, now);
  if (!schedule) return base::Failure<oauth::KeyFault>(schedule.error());
  return service::build_snapshot({.number = number,
                                  .now = now,
                                  .settings = material.settings,
                                  .client_secret_keys = std::move(*client_secret_keys),
                                  .keys = std::move(*schedule),
                                  .profile = material.profile,
                                  .content = material.content,
                                  .files = material.files,
                                  .gated_files = material.gated_files,
                                  .limits = material.limits,
                                  .compression = material.compression},
                                 previous);
}

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

base::Result<LoadedSecrets, Problems> load_secrets(const Config& config) {
  LoadedSecrets loaded;
  Problems problems;
  const auto take = [&](const std::filesystem::path& path, SecretUse use, const std::string& remedy) {
    auto secret = load_secret_file(path, loaded.warnings, use);
    if (!secret) {
      // A file that exists but cannot be read needs a right, not another secret.
      std::error_code error;
      const bool is_missing = !std::filesystem::exists(path, error) && !error;
      problems.push_back(is_missing ? secret.error() + remedy : secret.error());
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

base::Result<std::vector<KeyRow>, oauth::KeyFault> list_keys(const KeyPlan& plan, base::Seconds at) {
  const auto schedule = make_schedule(plan, at);
  if (!schedule) return base::Failure<oauth::KeyFault>(schedule.error());
  std::vector<KeyRow> rows;
  for (const auto& key : schedule->keys()) rows.push_back(key_row(key, at));
  const auto epoch = at.time_since_epoch() / plan.rotation;
  if (plan.pems.empty() && epoch > 0) {
    const auto before = oauth::derive_epoch_key(plan.masters.front(), plan.generation, plan.rotation, epoch - 1);
    if (!before) return base::Failure<oauth::KeyFault>(before.error());
    if (std::ranges::find(rows, before->key_id.text(), &KeyRow::key_id) == rows.end()) {
      rows.push_back(key_row(*before, at));
    }
  }
  std::ranges::stable_sort(rows, {}, &KeyRow::published_from);
  return rows;
}

}  // namespace agent_access::app
