#include "app/material.hpp"

#include <utility>

#include "app/file_access.hpp"
#include "app/secret_file.hpp"
#include "base/base_url.hpp"
#include "jose/jwk.hpp"

namespace agent_access::app {
namespace {

void append(Problems& problems, const Problems& more) { problems.insert(problems.end(), more.begin(), more.end()); }

/// "https://www.example.com:8443" names the site "www.example.com".
std::string host_of(const base::BaseUrl& base_url) {
  const std::string& text = base_url.text();
  const auto start = text.find("://") + 3;
  const auto end = text[start] == '[' ? text.find(']', start) + 1 : text.find(':', start);
  return text.substr(start, end == std::string::npos ? end : end - start);
}

void load_pems(const Config& config, KeyPlan& plan, Problems& problems, std::vector<std::string>& warnings) {
  for (const auto& path : config.pem_files) {
    auto content = read_file(path, kMaxPemSize);
    if (!content) {
      problems.push_back("keys.pem_files: " + content.error());
      continue;
    }
    if (content->readable_by_others) {
      warnings.push_back("keys: " + path.string() + " may be read by other users; run: chmod 600 " + path.string());
    }
    if (!crypto::PrivateKey::from_pem(base::text_of(content->bytes.reveal()))) {
      problems.push_back("keys.pem_files: " + path.string() + " is no unencrypted PEM private key on the curve P-256");
    }
    plan.pems.push_back(std::move(content->bytes));
  }
}

}  // namespace

std::string_view describe(oauth::KeyFault fault) noexcept {
  switch (fault) {
    case oauth::KeyFault::secret_too_short:
      return "the master secret has fewer than 32 bytes";
    case oauth::KeyFault::invalid_pem:
      return "a PEM file holds no P-256 private key";
    case oauth::KeyFault::no_keys:
      return "there is no key";
    case oauth::KeyFault::unavailable:
      return "the crypto library failed";
  }
  return "unknown";
}

base::Result<site::Settings, Problems> load_settings(const Config& config) {
  site::Settings settings;
  for (const auto& text : config.base_urls) {
    auto base_url = base::parse_base_url(text);
    if (!base_url) return base::Failure<Problems>({std::string(base::describe(base_url.error()))});
    settings.base_urls.push_back(std::move(*base_url));
  }
  if (settings.base_urls.empty()) {
    return base::Failure<Problems>(
        {"base_urls: not set; name the addresses of the site, for example base_urls = "
         "[\"https://example.com\", \"https://www.example.com\"]"});
  }
  settings.site_name = host_of(settings.base_urls.front());
  return settings;
}

base::Result<KeyPlan, Problems> load_key_plan(const Config& config, std::vector<std::string>& warnings) {
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

base::Result<site::Profile, Problems> load_profile(const std::filesystem::path& path) {
  const auto content = read_file(path, kMaxProfileSize);
  if (!content) return base::Failure<Problems>({"content.profile: " + content.error()});
  auto profile = site::parse_profile(base::text_of(content->bytes.reveal()));
  if (profile) return std::move(*profile);
  auto place = path.string();
  if (profile.error().line != 0) place += ":" + std::to_string(profile.error().line);
  return base::Failure<Problems>({place + ": " + site::describe(profile.error())});
}

base::Result<Material, Problems> load_material(const Config& config) {
  std::vector<std::string> warnings;
  auto settings = load_settings(config);
  auto plan = load_key_plan(config, warnings);
  auto profile = load_profile(config.profile);
  Problems problems;
  if (!settings) append(problems, settings.error());
  if (!plan) append(problems, plan.error());
  if (!profile) append(problems, profile.error());
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  return Material{std::move(*settings), std::move(*plan), std::move(*profile), std::move(warnings)};
}

base::Result<oauth::KeySchedule, oauth::KeyFault> make_schedule(const KeyPlan& plan, base::Seconds now) {
  if (plan.pems.empty()) return oauth::KeySchedule::derive(plan.masters, plan.generation, plan.rotation, now);
  std::vector<std::string> texts;
  for (const auto& pem : plan.pems) texts.emplace_back(base::text_of(pem.reveal()));
  auto schedule = oauth::KeySchedule::from_pem(texts);
  for (auto& text : texts) base::wipe(std::as_writable_bytes(std::span(text)));
  return schedule;
}

base::Result<std::shared_ptr<const service::Snapshot>, oauth::KeyFault> make_snapshot(const Material& material,
                                                                                      std::uint64_t number,
                                                                                      base::Seconds now) {
  auto client_secret_keys = oauth::ClientSecretKeys::derive(material.key_plan.masters);
  if (!client_secret_keys) return base::Failure<oauth::KeyFault>(client_secret_keys.error());
  auto schedule = make_schedule(material.key_plan, now);
  if (!schedule) return base::Failure<oauth::KeyFault>(schedule.error());
  return service::build_snapshot({.number = number,
                                  .now = now,
                                  .settings = material.settings,
                                  .client_secret_keys = std::move(*client_secret_keys),
                                  .keys = std::move(*schedule),
                                  .profile = material.profile});
}

std::string render_key_set(const oauth::KeySchedule& schedule) {
  std::string out = "{\"keys\":[";
  for (const auto& key : schedule.keys()) {
    if (out.back() == '}') out += ',';
    out += jose::render_jwk(key.key.public_key(), key.key_id);
  }
  return out += "]}";
}

}  // namespace agent_access::app
