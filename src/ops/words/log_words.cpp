#include "ops/words/log_words.hpp"

namespace agent_access::ops {
namespace {

constexpr std::array kLogEvents = std::to_array<LogEvent>({
    {"accept_failed", "error", "errno", "No connection could be accepted: too few descriptors or memory."},
    {"access", "info", "", "One response. Its fields are listed above."},
    {"access_left_out", "warn", "lines", "So many lines about refusals were left out, because of log.refusals."},
    {"adopt_failed", "error", "reason", "A worker could not use the new keys or content yet; it tries again."},
    {"certificate_kept", "error", "reason",
     "A reload found an expired certificate and kept the present one, which is valid."},
    {"credential_kept", "info", "setting",
     "A reload kept a credential of systemd, of which a changed file takes effect with a restart."},
    {"handshake", "debug", "client, outcome", "A TLS handshake ended."},
    {"notify_failed", "warn", "", "The service manager could not be notified that the service is ready."},
    {"reload", "info", "snapshot, key_id", "A reload succeeded."},
    {"reload_failed", "error", "problem", "A reload failed for this reason; what was served is still served."},
    {"restart_needed", "warn", "setting", "A changed setting takes effect with a restart."},
    {"rotation", "info", "snapshot, key_id", "Another key signs, or a retired one is no longer accepted."},
    {"secret_changed", "warn", "from, to, text",
     "A reload found another master secret, and the previous one is not among secret.previous_files. Fingerprints."},
    {"snapshot_failed", "error", "reason", "New keys or content could not be prepared; it is tried again."},
    {"start", "info", "version, listen, port, admin, workers, base_url, key_id", "The service serves."},
    {"stop", "info", "", "A signal to stop arrived."},
    {"stopped", "info", "aborted", "The service has stopped; aborted: a second signal ended requests in flight."},
    {"untrusted_proxy", "warn", "peer, text, add",
     "A peer that is not in limits.trusted_proxies names clients. Once in the life of a process."},
    {"untrusted_proxy", "info", "peer, text",
     "The same for a peer with a public address, which is more likely a client that sends the field itself."},
    {"warning", "warn", "text", "Something about the loaded files that can be served, but should be changed."},
    {"worker_stuck", "error", "seconds", "The event loop of a worker has not run for so long."},
    {"worker_turns_again", "info", "", "It runs again."},
});

}  // namespace

std::span<const LogEvent> log_events() noexcept { return kLogEvents; }

}  // namespace agent_access::ops
