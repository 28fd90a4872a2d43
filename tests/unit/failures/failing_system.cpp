// System calls that fail when a test names them. They are not part of the failures in turn: without them the program
// continues with less protection.
#include <sys/mman.h>
#include <sys/resource.h>

#include "unit/failures/failing_openssl.hpp"

using agent_access::test::Can;
using agent_access::test::next_trouble;
using agent_access::test::Trouble;

extern "C" {

int __real_mlock(const void*, std::size_t);
int __wrap_mlock(const void* pages, std::size_t size) {
  return next_trouble("mlock", Can::lie) != Trouble::none ? -1 : __real_mlock(pages, size);
}

/// Nothing; or no limit.
int __real_getrlimit(__rlimit_resource_t, rlimit*);
int __wrap_getrlimit(__rlimit_resource_t resource, rlimit* limit) {
  const Trouble trouble = next_trouble("getrlimit", Can::lie);
  if (trouble == Trouble::lie) return -1;
  const int result = __real_getrlimit(resource, limit);
  if (trouble == Trouble::other_lie) limit->rlim_cur = RLIM_INFINITY;
  return result;
}

}  // extern "C"
