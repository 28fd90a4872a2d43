#include "app/deployment/key_plan.hpp"

#include <algorithm>
#include <utility>

#include "app/deployment/secret_files.hpp"
#include "app/files/file_access.hpp"
#include "app/text/words.hpp"
#include "crypto/random.hpp"

namespace agent_access::app {
namespace {

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

/// A plan that reads no file: there are no clients and tokens that it would have to keep valid.
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

std::string_view sentence_of(oauth::KeyFault fault) noexcept {
  switch (fault) {
    case oauth::KeyFault::secret_too_short: return "the master secret has fewer than 32 bytes";
    case oauth::KeyFault::invalid_pem: return "a PEM file contains no P-256 private key";
    case oauth::KeyFault::no_keys: return "there is no key";
    case oauth::KeyFault::unavailable: return "the crypto library failed";
  }
  return "unknown";
}

base::Result<KeyPlan, Problems> load_key_plan(const Config& config, std::vector<std::string>& warnings, Keys keys) {
  if (!config.settings.issues_tokens()) return plan_without_tokens();
  if (keys == Keys::optional && !has_secret(config)) return plan_without_tokens();
  KeyPlan plan;
  Problems problems;
  plan.generation = config.key_generation;
  plan.rotation = std::chrono::duration_cast<std::chrono::seconds>(config.key_rotation);
  auto secrets = load_secrets(config);
  if (secrets) {
    plan.masters = std::move(secrets->masters);
    warnings.insert(warnings.end(), secrets->warnings.begin(), secrets->warnings.end());
  } else {
    problems = secrets.error();
  }
  load_pems(config, plan, problems, warnings);
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  return plan;
}

base::Result<oauth::KeySchedule, oauth::KeyFault> make_schedule(const KeyPlan& plan, base::Seconds now) {
  if (plan.pems.empty()) return oauth::KeySchedule::derive(plan.masters, plan.generation, plan.rotation, now);
  return oauth::KeySchedule::from_pem(plan.pems);
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
