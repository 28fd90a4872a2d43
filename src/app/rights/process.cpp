#include "app/rights/process.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/secret.hpp"

namespace agent_access::app {
namespace {

/// Secrets that exist at the same time, one page each: masters, purpose keys, and temporaries of a derivation.
constexpr std::size_t kSecretsAtOnce = 32;

/// Tested by locking memory: a privilege may lift the limit, and a filter may refuse what the limit allows.
bool can_lock_secrets() {
  std::array<base::SecretBytes, kSecretsAtOnce> probes;
  for (auto& probe : probes) probe = base::SecretBytes(1);
  return std::ranges::all_of(probes, &base::SecretBytes::is_locked);
}

}  // namespace

void harden_process() noexcept {
  constexpr rlimit kNoCore{0, 0};
  ::setrlimit(RLIMIT_CORE, &kNoCore);
  // Neither a core dump nor a debugger of the same user can read the master secret.
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::umask(077);
}

void raise_descriptor_limit() noexcept {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

std::vector<std::string> process_warnings() {
  std::vector<std::string> warnings;
  if (!can_lock_secrets()) {
    warnings.emplace_back(
        "secrets may reach swap: too little memory may be locked; raise LimitMEMLOCK (ulimit -l) to 1 MiB");
  }
  if (::geteuid() == 0) {
    warnings.emplace_back(
        "running as root; start it as a user of its own, as the unit of the Debian package does (User=, and "
        "AmbientCapabilities=CAP_NET_BIND_SERVICE for a port below 1024)");
  }
  return warnings;
}

}  // namespace agent_access::app
