#include "app/hardening.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace agent_access::app {

void harden_process() noexcept {
  constexpr rlimit kNoCore{0, 0};
  ::setrlimit(RLIMIT_CORE, &kNoCore);
  // Neither a core dump nor a debugger of the same user sees the master secret.
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

}  // namespace agent_access::app
