/// \file
/// Loads the certificates of `[tls]` into a TLS context and checks them.
///
/// Refused: a certificate without a key and the reverse, files that cannot be read, pairs that do not belong together.
/// An expired certificate is served, so that a restart does not cause an outage: what clients refuse is a defect.
#pragma once

#include <memory>

#include "app/config/config.hpp"
#include "app/deployment/material.hpp"
#include "app/deployment/report.hpp"
#include "net/tls/tls_context.hpp"

namespace agent_access::app {

using TlsContextPtr = std::shared_ptr<const net::TlsContext>;

/// Null where TLS is off, and where it cannot be loaded. Ticket keys are derived from the first master secret.
[[nodiscard]] TlsContextPtr load_tls(const Config& config, const Material& material, Report& report);

}  // namespace agent_access::app
