/* How still the machine stands by itself, without any server: what no program on it can be better than.
 *
 * stalls SECONDS: spins half of the time and notes each gap above 0.1 ms between two readings of the clock, then sleeps
 * 50 us again and again and notes how late it wakes. Prints one JSON object. */
#include <sys/prctl.h>

#include "measures.h"

static const uint64_t kGap = 100000, kNap = 50000;

static void spin(double seconds) {
  uint64_t start = now_ns(), last = start, stalled = 0, longest = 0, now;
  long count = 0;
  while ((now = now_ns()) - start < (uint64_t)(seconds * 1e9)) {
    uint64_t gap = now - last;
    last = now;
    if (gap < kGap) continue;
    ++count;
    stalled += gap;
    if (gap > longest) longest = gap;
  }
  printf("{\"stalls_per_second\":%.2f,\"stalled_share\":%.6f,\"longest_stall_us\":%.1f,", (double)count / seconds,
         (double)stalled / 1e9 / seconds, (double)longest / 1e3);
}

static void nap(double seconds) {
  struct latencies late = {0};
  uint64_t start = now_ns();
  while (now_ns() - start < (uint64_t)(seconds * 1e9)) {
    uint64_t due = now_ns() + kNap;
    struct timespec time = {.tv_sec = (time_t)(due / 1000000000u), .tv_nsec = (long)(due % 1000000000u)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
    latencies_add(&late, now_ns() - due);
  }
  printf("\"wake_lateness\":[");
  latencies_print(&late);
  printf("]}\n");
}

int main(int argc, char **argv) {
  double seconds = argc > 1 ? atof(argv[1]) : 2;
  prctl(PR_SET_TIMERSLACK, 1);  /* else the kernel may add 50 us */
  spin(seconds / 2);
  nap(seconds / 2);
  return 0;
}
