/* CPU time of other processes. */
#ifndef BENCH_CPU_H
#define BENCH_CPU_H

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The CPU time of all threads of a process by the scheduler's own accounting. */
static uint64_t cpu_of(long pid) {
  char path[320];
  uint64_t sum = 0;
  snprintf(path, sizeof path, "/proc/%ld/task", pid);
  DIR *tasks = opendir(path);
  if (!tasks) return 0;
  for (struct dirent *task; (task = readdir(tasks));) {
    if (task->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%ld/task/%s/schedstat", pid, task->d_name);
    FILE *file = fopen(path, "r");
    unsigned long long ran = 0;
    if (file && fscanf(file, "%llu", &ran) == 1) sum += ran;
    if (file) fclose(file);
  }
  closedir(tasks);
  return sum;
}

/* The same of several processes, whose ids stand in `pids` between commas. */
static uint64_t cpu_of_all(const char *pids) {
  uint64_t sum = 0;
  while (pids && *pids) {
    sum += cpu_of(strtol(pids, (char **)&pids, 10));
    pids += *pids == ',';
  }
  return sum;
}

#endif
