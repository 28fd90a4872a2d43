// The user and group of the process, of which WebAssembly's C library knows nothing: it says root.
#include <emscripten.h>
#include <unistd.h>

// clang-format off
EM_JS(int, agent_access_user, (), {
  return process.geteuid?.() ?? 0;
});

EM_JS(int, agent_access_group, (), {
  return process.getegid?.() ?? 0;
});
// clang-format on

extern "C" {
uid_t geteuid() { return static_cast<uid_t>(agent_access_user()); }
gid_t getegid() { return static_cast<gid_t>(agent_access_group()); }
}
