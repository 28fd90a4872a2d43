#include "app/rights/hardening.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>

#include "base/secret.hpp"

namespace agent_access::app {
namespace {

/// Secrets that exist at the same time, one page each: masters, purpose keys, and temporaries of a derivation.
constexpr std::size_t kSecretsAtOnce = 32;

}  // namespace

void refuse_dumps() noexcept {
  constexpr rlimit kNoCore{0, 0};
  ::setrlimit(RLIMIT_CORE, &kNoCore);
  // Neither a core dump nor a debugger of the same user can read the master secret.
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

void harden_process() noexcept {
  refuse_dumps();
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::umask(077);
}

std::optional<std::string> memory_lock_warning() {
  // Tested by locking memory: a privilege may lift the limit, and a filter may refuse what the limit allows.
  std::array<base::SecretBytes, kSecretsAtOnce> probes;
  for (auto& probe : probes) probe = base::SecretBytes(1);
  if (std::ranges::all_of(probes, &base::SecretBytes::is_locked)) return std::nullopt;
  return "secrets may reach swap: too little memory may be locked; raise LimitMEMLOCK (ulimit -l) to 1 MiB";
}

void raise_descriptor_limit() noexcept {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace agent_access::app
