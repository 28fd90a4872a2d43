/// \file
/// What one worker prepares from the shared snapshot: crypto contexts of its own, so that no request publish::takes a
/// lock. An instance belongs to one thread.
#pragma once

#include <memory>

#include "base/ports.hpp"
#include "base/result.hpp"
#include "crypto/digest.hpp"
#include "oauth/bearer.hpp"
#include "oauth/client.hpp"
#include "oauth/token.hpp"
#include "service/snapshot.hpp"

namespace agent_access::service {

struct WorkerContext {
  [[nodiscard]] static base::Result<WorkerContext, oauth::KeyFault> create(std::shared_ptr<const Snapshot> snapshot);

  const Snapshot* snapshot;
  /// Keeps the snapshot alive for answers being sent. A wrapper with a counter of its own: copies of it touch no cache
  /// line that other workers write.
  std::shared_ptr<const void> hold;
  oauth::ClientAuthority clients;
  oauth::TokenIssuer issuer;
  oauth::BearerVerifier verifier;
  crypto::Sha256 hasher;
};

}  // namespace agent_access::service
