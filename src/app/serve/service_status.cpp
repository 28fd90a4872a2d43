#include "app/serve/service_status.hpp"

#include "app/text/words.hpp"

namespace agent_access::app {

std::string_view signing_key(const service::Snapshot& snapshot, base::Seconds now) {
  if (!snapshot.settings.issues_tokens()) return {};
  for (const auto& key : snapshot.keys.keys()) {
    if (key.signs_from <= now && now < key.signs_until) return key.key_id.text();
  }
  return {};
}

void ServiceStatus::note(const service::Snapshot& snapshot) {
  snapshot_number = snapshot.number;
  built_at = snapshot.built_at.time_since_epoch().count();
  next_rotation = snapshot.keys.next_rotation().time_since_epoch().count();
  const std::scoped_lock lock(mutex);
  base_urls.clear();
  for (const auto& base_url : snapshot.settings.base_urls) base_urls.push_back(base_url.text());
}

ops::Gauges ServiceStatus::gauges(base::Seconds now) const {
  const auto seconds_from = [now](std::int64_t time) {
    return static_cast<double>(time - now.time_since_epoch().count());
  };
  ops::Gauges gauges;
  gauges.snapshot_age_seconds = -seconds_from(built_at);
  gauges.seconds_to_rotation = seconds_from(next_rotation);
  gauges.snapshot_number = snapshot_number;
  gauges.reload_failures = reload_failures;
  if (certificate_not_after != 0) gauges.seconds_to_certificate_expiry = seconds_from(certificate_not_after);
  gauges.version = program_version();
  const std::scoped_lock lock(mutex);
  gauges.base_urls = base_urls;
  return gauges;
}

}  // namespace agent_access::app
