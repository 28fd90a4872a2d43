#include "app/deployment/material.hpp"

#include <utility>

namespace agent_access::app {

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

}  // namespace agent_access::app
