/* Milliseconds from exec to the first answer. Usage: first_answer PORT PATH COMMAND...  Starts COMMAND, asks until HTTP comes
 * back, ends the process that it started, prints {"ms":N}. Gives up after 20 seconds. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "loopback.h"

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int is_answered(int port, const char *path) {
  char text[512];
  int fd = loopback_connect(port);
  if (fd < 0) return 0;
  int size = snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", path, port);
  int is_one = send(fd, text, (size_t)size, MSG_NOSIGNAL) == size && recv(fd, text, sizeof text, 0) > 12 && !memcmp(text, "HTTP/1.1 ", 9);
  close(fd);
  return is_one;
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  int port = atoi(argv[1]), done = 0;
  double start = now_ms();
  pid_t child = fork();
  if (child == 0) {
    execvp(argv[3], argv + 3);
    _exit(127);
  }
  if (child < 0) return 1;
  while (!(done = is_answered(port, argv[2])) && now_ms() - start < 20000) {
    if (waitpid(child, NULL, WNOHANG) == child) return 1;
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
  }
  double spent = now_ms() - start;
  kill(child, SIGTERM);
  for (int i = 0; i < 300 && waitpid(child, NULL, WNOHANG) == 0; ++i) nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  kill(child, SIGKILL);
  if (done) printf("{\"ms\":%.2f}\n", spent);
  return done ? 0 : 1;
}
