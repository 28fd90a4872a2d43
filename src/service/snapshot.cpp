#include "service/snapshot.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "service/authorization.hpp"
#include "service/fault_table.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::service {
namespace {

bool is_accepted_alike(const oauth::ScheduledKey& left, const oauth::ScheduledKey& right) {
  return left.key_id.text() == right.key_id.text() && left.published_from == right.published_from &&
         left.published_until == right.published_until;
}

oauth::Scopes scopes_of(const content::Access& access) {
  std::vector<std::string> names;
  for (const content::Scope& scope : access.scopes) names.push_back(scope.name);
  return oauth::Scopes(std::move(names));
}

std::vector<std::vector<std::string>> token_remedies_of(std::span<const base::BaseUrl> base_urls,
                                                        const oauth::Scopes& scopes) {
  std::vector<std::vector<std::string>> remedies;
  for (const auto& base_url : base_urls) {
    auto& of_host = remedies.emplace_back();
    for (const auto& name : scopes.names()) {
      of_host.push_back(token_remedy(base_url.text(), of_host.empty() ? std::string_view() : std::string_view(name)));
    }
  }
  return remedies;
}

/// Whether both verify the same tokens and keep the same about them: a key id is the thumbprint of its key, issuers and
/// audiences are the base URLs, and the bits of scopes depend on their order.
bool accept_the_same_tokens(const Snapshot& previous, const SnapshotInput& input, const oauth::Scopes& scopes) {
  const auto same_url = [](const auto& left, const auto& right) { return left.text() == right.text(); };
  return previous.scopes == scopes && std::ranges::equal(previous.keys.keys(), input.keys.keys(), is_accepted_alike) &&
         std::ranges::equal(previous.settings.base_urls, input.settings.base_urls, same_url);
}

/// The host that was made first, if another one is made now.
std::optional<publish::PublishedHost> host_made_first(const Snapshot& snapshot) {
  if (snapshot.sites.empty()) return std::nullopt;
  return publish::PublishedHost{snapshot.sites.front().documents, snapshot.settings.base_urls.back().text()};
}

HostSite make_site(const Snapshot& snapshot, std::size_t host, const Snapshot* previous,
                   publish::Compression compression) {
  std::vector<const HostSite*> others;
  if (!snapshot.sites.empty()) others.push_back(&snapshot.sites.front());
  if (previous != nullptr && host < previous->sites.size()) others.push_back(&previous->sites[host]);
  std::vector<const publish::Catalogue*> catalogues;
  for (const HostSite* const other : others) catalogues.push_back(&other->documents);
  const documents::HostView view{snapshot.settings, *snapshot.content, publish::document_table(), host, kFaults};
  HostSite site{.documents = publish::Catalogue(
                    publish::render_host(view, snapshot.keys, *snapshot.files, host_made_first(snapshot)), catalogues,
                    compression),
                .resource_metadata = publish::prepare_resource_metadata(view),
                .mcp_server = nullptr};
  if (snapshot.settings.serves_mcp()) {
    site.mcp_server = std::make_unique<const mcp::Server>(
        site.documents, view.base_url(), documents::mcp_identity(view), snapshot.profile,
        documents::gated_resources(snapshot.settings), others.empty() ? nullptr : others.front()->mcp_server.get());
  }
  return site;
}

}  // namespace

std::shared_ptr<const Snapshot> build_snapshot(SnapshotInput input, const Snapshot* previous) {
  oauth::Scopes scopes = scopes_of(input.settings.access);
  auto remedies = token_remedies_of(input.settings.base_urls, scopes);
  const bool is_same_key_set = previous != nullptr && accept_the_same_tokens(*previous, input, scopes);
  content::HostTable host_table(input.settings.base_urls);
  auto snapshot =
      std::make_shared<Snapshot>(Snapshot{.number = input.number,
                                          .key_set_number = is_same_key_set ? previous->key_set_number : input.number,
                                          .built_at = input.now,
                                          .settings = publish::with_own_files(std::move(input.settings), *input.files),
                                          .hosts = std::move(host_table),
                                          .client_secret_keys = std::move(input.client_secret_keys),
                                          .keys = std::move(input.keys),
                                          .scopes = std::move(scopes),
                                          .token_remedies = std::move(remedies),
                                          .profile = std::move(input.profile),
                                          .content = std::move(input.content),
                                          .files = std::move(input.files),
                                          .gated_files = std::move(input.gated_files),
                                          .limits = std::move(input.limits)});
  snapshot->sites.reserve(snapshot->settings.base_urls.size());
  // The canonical host is the last: its base URL is in every page, that of another one only in pages of this host.
  for (std::size_t host = snapshot->settings.base_urls.size(); host-- > 0;) {
    snapshot->sites.push_back(make_site(*snapshot, host, previous, input.compression));
  }
  std::ranges::reverse(snapshot->sites);
  if (!snapshot->settings.has_pages) {
    snapshot->service_paths = service_paths(snapshot->sites.front().documents, snapshot->settings);
  }
  return snapshot;
}

base::Result<WorkerContext, oauth::KeyFault> WorkerContext::create(std::shared_ptr<const Snapshot> snapshot) {
  auto clients = oauth::ClientAuthority::create(snapshot->client_secret_keys);
  if (!clients) return base::Failure(clients.error());
  auto issuer = oauth::TokenIssuer::create(snapshot->keys, snapshot->settings.base_urls, snapshot->scopes);
  if (!issuer) return base::Failure(issuer.error());
  auto verifier = oauth::BearerVerifier::create(snapshot->keys, snapshot->settings.base_urls, snapshot->scopes);
  if (!verifier) return base::Failure(verifier.error());
  auto hasher = crypto::Sha256::create();
  if (!hasher) return base::Failure(oauth::KeyFault::unavailable);
  const Snapshot* const raw = snapshot.get();
  return WorkerContext{raw,
                       std::make_shared<const std::shared_ptr<const Snapshot>>(std::move(snapshot)),
                       std::move(*clients),
                       std::move(*issuer),
                       std::move(*verifier),
                       std::move(*hasher)};
}

}  // namespace agent_access::service
