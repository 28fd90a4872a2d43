/* Preloaded into programs in which libfaketime deadlocks (redis-server, HAProxy 3.0): shifts the time of day by as many seconds as the
   variable SHIFTED_CLOCK says, or the file that SHIFTED_CLOCK_FILE names, which is read each time. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long in_file(const char *file) {
  char text[32] = {0};
  const int descriptor = open(file, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  const ssize_t size = read(descriptor, text, sizeof text - 1);
  close(descriptor);
  return size > 0 ? atol(text) : 0;
}

static long shift(void) {
  const char *file = getenv("SHIFTED_CLOCK_FILE");
  const char *text = getenv("SHIFTED_CLOCK");
  if (file) return in_file(file);
  return text ? atol(text) : 0;
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
