/// \file
/// Loads the certificates of `[tls]` into a TLS context and checks them.
///
/// Refused: a certificate without a key and the reverse, files that cannot be read, pairs that do not belong together.
/// An expired certificate is served, so that a restart does not cause an outage.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/config/derived_values.hpp"
#include "app/deployment/report.hpp"
#include "base/base_url.hpp"
#include "base/ports.hpp"
#include "base/result.hpp"
#include "net/tls/tls_context.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::app {

using TlsContextPtr = std::shared_ptr<const net::TlsContext>;

/// Null when TLS is off. Ticket keys are derived from `master` and rotate with `clock`, which is not null.
[[nodiscard]] base::Result<TlsContextPtr, Problems> load_tls(const Config& config, const oauth::MasterSecret& master,
                                                             std::shared_ptr<const base::Clock> clock,
                                                             std::vector<std::string>& warnings);

/// What is wrong with certificates that can be served: those that clients refuse are defects.
void check_tls(const net::TlsContext& context, const std::vector<base::BaseUrl>& base_urls, base::Seconds now,
               Report& report);

/// "www.pem: EC 256, example.com, www.example.com, until 2026-09-21T13:08:20Z".
[[nodiscard]] std::string facts_text(const net::CertificateFacts& facts);

}  // namespace agent_access::app
