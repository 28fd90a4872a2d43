/// \file
/// What the manual page and the reference say about the program as a process: exit statuses, signals and variables that
/// are no settings. Constants only: thread safe.
#pragma once

#include <array>
#include <string_view>

namespace agent_access::tools {

struct ProgramFact {
  std::string_view name;
  std::string_view meaning;
};

inline constexpr std::array kExitStatuses = std::to_array<ProgramFact>({
    {"0", "after success"},
    {"1", "after a failure"},
    {"2", "for a wrong command line"},
});

inline constexpr std::array kSignals = std::to_array<ProgramFact>({
    {"SIGHUP", "serve reads configuration, secrets and content anew. After a failure it serves as before."},
    {"SIGTERM, SIGINT", "serve completes the requests in flight and exits; a second signal ends them."},
});

inline constexpr std::array kVariables = std::to_array<ProgramFact>({
    {"AGENT_ACCESS_SECTION_KEY", "Overrides a setting, see agent-access.toml(5)."},
    {"AGENT_ACCESS_SECRET", "The master secret itself, in base64url, instead of secret.file."},
    {"NOTIFY_SOCKET, WATCHDOG_USEC, LISTEN_FDS, LISTEN_FDNAMES, RUNTIME_DIRECTORY, CREDENTIALS_DIRECTORY",
     "Set by systemd. A socket named admin is for the admin listener, others are for the service."},
});

}  // namespace agent_access::tools
