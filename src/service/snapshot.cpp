#include "service/snapshot.hpp"

#include <utility>

#include "service/publication.hpp"

namespace agent_access::service {

std::shared_ptr<const Snapshot> build_snapshot(SnapshotInput input, const Snapshot* previous) {
  std::vector<std::vector<discovery::Rendered>> hosts;
  for (std::size_t host = 0; host < input.settings.base_urls.size(); ++host) {
    hosts.push_back(publish({input.settings, input.content, host}, input.keys, input.files));
  }
  const auto* const prepared = previous == nullptr ? nullptr : &previous->documents;
  site::HostTable host_table(input.settings.base_urls);
  return std::make_shared<const Snapshot>(
      Snapshot{.number = input.number,
               .built_at = input.now,
               .settings = std::move(input.settings),
               .hosts = std::move(host_table),
               .client_secret_keys = std::move(input.client_secret_keys),
               .keys = std::move(input.keys),
               .profile = std::move(input.profile),
               .documents = discovery::Catalogue::prepare(std::move(hosts), prepared),
               .limits = std::move(input.limits)});
}

}  // namespace agent_access::service
