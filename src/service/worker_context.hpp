/// \file
/// The crypto contexts of one worker, made from the shared snapshot, so that requests need no lock for them. An
/// instance belongs to one thread.
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
  /// Owns the snapshot for responses being sent. A pointer with its own reference count for each worker, so that copies
  /// do not write a cache line that other workers write.
  std::shared_ptr<const void> hold;
  oauth::ClientAuthority clients;
  oauth::TokenIssuer issuer;
  oauth::BearerVerifier verifier;
  crypto::Sha256 hasher;
};

}  // namespace agent_access::service
