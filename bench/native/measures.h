/* Clock, quantiles, and the report of a load. */
#ifndef BENCH_MEASURES_H
#define BENCH_MEASURES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static inline uint64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Latencies in hundredths of a microsecond. */
struct latencies {
  uint32_t *values;
  size_t count, room;
};

static inline void latencies_add(struct latencies *all, uint64_t ns) {
  if (all->count == all->room) {
    all->room = all->room ? all->room * 2 : 65536;
    all->values = realloc(all->values, all->room * sizeof *all->values);
    if (!all->values) exit(1);
  }
  uint64_t hundredths = ns / 10;
  all->values[all->count++] = hundredths < UINT32_MAX ? (uint32_t)hundredths : UINT32_MAX;
}

static inline int compare_latencies(const void *a, const void *b) {
  uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return (left > right) - (left < right);
}

/* Prints [[fraction, microseconds], ...]. */
static inline void latencies_print(struct latencies *all) {
  static const double fractions[] = {0, .1, .25, .5, .75, .9, .95, .98, .99, .995, .998, .999, .9995, .9999, 1};
  qsort(all->values, all->count, sizeof *all->values, compare_latencies);
  for (size_t i = 0; i < sizeof fractions / sizeof *fractions; ++i) {
    size_t index = (size_t)(fractions[i] * (double)(all->count - 1) + 0.5);
    printf("%s[%g,%.2f]", i ? "," : "", fractions[i], all->count ? all->values[index] / 100.0 : 0.0);
  }
}

enum { kStatuses = 600 };

struct report {
  long answered, broken, statuses[kStatuses];
  struct latencies latencies;
};

static inline void report_answer(struct report *report, int status) {
  ++report->answered;
  ++report->statuses[status < kStatuses ? status : 0];
}

/* `wall` and `cpu` in nanoseconds: the measured time, and the CPU time of the server in it. */
static inline void report_print(struct report *report, uint64_t wall, uint64_t cpu, long crowd_answered) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double own = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  printf("{\"requests\":%ld,\"broken\":%ld,\"seconds\":%.6f,\"cpu_ns\":%llu,\"load_cpu_seconds\":%.3f,\"crowd_answered\":%ld,\"statuses\":{", report->answered,
         report->broken, (double)wall / 1e9, (unsigned long long)cpu, own, crowd_answered);
  const char *comma = "";
  for (int status = 0; status < kStatuses; ++status)
    if (report->statuses[status]) printf("%s\"%d\":%ld", comma, status, report->statuses[status]), comma = ",";
  printf("},\"latency\":[");
  if (report->latencies.count) latencies_print(&report->latencies);
  printf("]}\n");
}

#endif
