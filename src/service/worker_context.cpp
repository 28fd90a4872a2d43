#include "service/worker_context.hpp"

#include <utility>

namespace agent_access::service {

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
