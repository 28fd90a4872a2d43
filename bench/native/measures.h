/* Clock and quantiles. */
#ifndef BENCH_MEASURES_H
#define BENCH_MEASURES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Latencies in hundredths of a microsecond. */
struct latencies {
  uint32_t *values;
  size_t count, room;
};

static void latencies_add(struct latencies *all, uint64_t ns) {
  if (all->count == all->room) {
    all->room = all->room ? all->room * 2 : 65536;
    all->values = realloc(all->values, all->room * sizeof *all->values);
    if (!all->values) exit(1);
  }
  uint64_t hundredths = ns / 10;
  all->values[all->count++] = hundredths < UINT32_MAX ? (uint32_t)hundredths : UINT32_MAX;
}

static int compare_latencies(const void *a, const void *b) {
  uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return (left > right) - (left < right);
}

/* Prints [[fraction, microseconds], ...]. */
static void latencies_print(struct latencies *all) {
  static const double fractions[] = {0, .1, .25, .5, .75, .9, .95, .98, .99, .995, .998, .999, .9995, .9999, 1};
  qsort(all->values, all->count, sizeof *all->values, compare_latencies);
  for (size_t i = 0; i < sizeof fractions / sizeof *fractions; ++i) {
    size_t index = (size_t)(fractions[i] * (double)(all->count - 1) + 0.5);
    printf("%s[%g,%.2f]", i ? "," : "", fractions[i], all->count ? all->values[index] / 100.0 : 0.0);
  }
}

#endif
