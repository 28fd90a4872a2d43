/* Preloaded into programs in which libfaketime deadlocks (HAProxy 3.0): shifts the time of day by as many seconds as the
   file that SHIFTED_CLOCK_FILE names says, which is read each time. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long shift(void) {
  char text[32] = {0};
  const char *file = getenv("SHIFTED_CLOCK_FILE");
  if (!file) return 0;
  const int descriptor = open(file, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  const ssize_t size = read(descriptor, text, sizeof text - 1);
  close(descriptor);
  return size > 0 ? atol(text) : 0;
}

int gettimeofday(struct timeval *value, void *zone) {
  struct timespec now;
  (void)zone;
  if (syscall(SYS_clock_gettime, CLOCK_REALTIME, &now) != 0) return -1;
  value->tv_sec = now.tv_sec + shift();
  value->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timeval now;
  gettimeofday(&now, NULL);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
