/* Preloaded into the program: while the file that FAILING_MALLOC names exists, one allocation in FAILING_MALLOC_EVERY fails. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static unsigned count;
static int is_armed;

static int fails(void) {
  const unsigned now = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
  if (now % 64 == 0) {
    const int before = errno;
    const char *file = getenv("FAILING_MALLOC");
    __atomic_store_n(&is_armed, file && access(file, F_OK) == 0, __ATOMIC_RELAXED);
    errno = before;
  }
  if (!__atomic_load_n(&is_armed, __ATOMIC_RELAXED)) return 0;
  const char *every = getenv("FAILING_MALLOC_EVERY");
  /* The high bits of a multiplicative hash: evenly distributed, and the same in every run. */
  if (((now * 2654435761u) >> 12) % (unsigned)(every ? atoi(every) : 500) != 0) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return fails() ? NULL : __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { return fails() ? NULL : __libc_realloc(old, size); }
