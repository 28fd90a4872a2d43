/* The load of HTTP/1.1 in clear text: one thread, keep-alive connections, one request at a time on each.
 *
 * load PORT[,PORT] REQUEST_FILE [-c CONNECTIONS] [-s SECONDS] [-w WARM_UP_SECONDS] [-n REQUESTS] [-r RATE] [-p PID[,PID]]
 *      [-v VALUES_FILE [-1]] [-o FILE -k MEMBER...] [-h] [-z] [-C CROWD_REQUEST_FILE -N CONNECTIONS [-D DEPTH]]
 *
 * Of two ports each gets every second connection; -p says whose CPU time counts. Without -r each connection sends its next request when the answer is there. With -r requests are due at a constant rate,
 * and latency counts from when a request was due, also when it had to wait for a free connection. "{}" in the request is
 * replaced by the lines of VALUES_FILE in turn; -1 ends when they are used up. -o writes the named string members of each
 * JSON answer. -h sends three requests on each connection, prints a line and holds the connections until its input ends.
 * -C opens N further connections, of which each pipelines DEPTH requests without a pause, or reads nothing if DEPTH is 0
 * (crowd.h); they are in no figure but `crowd_answered`. Prints one JSON object. CPU time of the server is read at both ends of the measured time.
 *
 * It never sleeps while it measures: waking a sleeper on another core costs a server some microseconds (in a virtual
 * machine an exit to the host), and only the slower servers, whose load has time to fall asleep, would pay them. With -z it
 * sleeps, for a server that has to share its cores with the load. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "answer.h"
#include "cpu.h"
#include "crowd.h"
#include "loopback.h"
#include "measures.h"

struct connection {
  int fd;
  struct answer answer;
  uint64_t due;
  int answers;
};

static struct {
  int port[2], connections, once, hold, sleeps, members;
  const char *pids;
  double seconds, warm_up, rate;
  long requests;
  char *member[4];
  FILE *out;
} options = {.connections = 64, .seconds = 1, .requests = -1};

/* A connection that goes on keeps more than one that has asked once. */
enum { kHeldAnswers = 3 };

static struct connection *connections;
static int poll_fd, *idle, idle_count;
static char *request, **values, *placeholder, scratch[1 << 18];
static size_t request_size, value_count, next_value;
static long sent;
static struct report report;
static struct crowd crowd;
static int is_measuring, is_over;

static void fail(const char *text) {
  fprintf(stderr, "load: %s: %s\n", text, strerror(errno));
  exit(1);
}

static char *read_whole(const char *path, size_t *size) {
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  size_t room = 1 << 16, have = 0, got;
  char *text = malloc(room + 1);
  while ((got = fread(text + have, 1, room - have, file)) > 0)
    if ((have += got) == room && !(text = realloc(text, (room *= 2) + 1))) fail("memory");
  fclose(file);
  text[*size = have] = 0;
  return text;
}

static void read_values(const char *path) {
  size_t size, room = 0;
  char *text = read_whole(path, &size);
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
    if (value_count == room && !(values = realloc(values, (room = room ? room * 2 : 1024) * sizeof *values))) fail("memory");
    values[value_count++] = line;
  }
  if (!value_count) fail("no values");
}

static void write_all(int fd, const char *text, size_t size) {
  while (size) {
    ssize_t put = send(fd, text, size, MSG_NOSIGNAL);
    if (put < 0 && errno != EAGAIN) return; /* the read that follows finds the connection broken */
    if (put < 0) poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, 1000);
    if (put > 0) text += put, size -= (size_t)put;
  }
}

static void send_request(struct connection *connection, uint64_t due) {
  connection->due = due;
  answer_reset(&connection->answer);
  ++sent;
  if (!placeholder) return write_all(connection->fd, request, request_size);
  static char text[16384];
  const char *value = values[next_value];
  size_t before = (size_t)(placeholder - request), length = strlen(value), after = request_size - before - 2;
  if (before + length + after > sizeof text) fail("a request is too long");
  memcpy(text, request, before);
  memcpy(text + before, value, length);
  memcpy(text + before + length, placeholder + 2, after);
  if (++next_value == value_count) {
    next_value = 0;
    if (options.once) is_over = 1;
  }
  write_all(connection->fd, text, before + length + after);
}

static void open_connection(struct connection *connection) {
  if ((connection->fd = loopback_connect(options.port[(connection - connections) & 1])) < 0) fail("connect");
  reset_at_close(connection->fd);
  if (!connection->answer.text && !(connection->answer.text = malloc(kHeadBytes))) fail("memory");
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
  epoll_ctl(poll_fd, EPOLL_CTL_ADD, connection->fd, &event);
}

static void keep_members(const struct answer *answer) {
  char name[64];
  for (int i = 0; i < options.members; ++i) {
    snprintf(name, sizeof name, "\"%s\":\"", options.member[i]);
    const char *start = strstr(answer->text + answer->head_size, name);
    if (!start) return;
    start += strlen(name);
    fprintf(options.out, "%.*s%c", (int)strcspn(start, "\""), start, i + 1 < options.members ? '\t' : '\n');
  }
}

static void next_request(struct connection *connection) {
  if (is_over || (options.requests >= 0 && sent >= options.requests)) return;
  if (options.rate > 0 || (options.hold && connection->answers == kHeldAnswers)) idle[idle_count++] = (int)(connection - connections);
  else send_request(connection, now_ns());
}

static void complete(struct connection *connection) {
  struct answer *answer = &connection->answer;
  ++connection->answers;
  if (is_measuring) {
    report_answer(&report, answer->status);
    if (options.rate > 0) latencies_add(&report.latencies, now_ns() - connection->due);
  }
  if (options.out && answer->status < 300) keep_members(answer);
  next_request(connection);
}

static void readable(struct connection *connection) {
  struct answer *answer = &connection->answer;
  int in_head = !answer->head_size;
  ssize_t got = in_head ? recv(connection->fd, answer->text + answer->have, kHeadBytes - 1 - answer->have, MSG_DONTWAIT)
                        : recv(connection->fd, scratch, sizeof scratch, MSG_DONTWAIT);
  if (got < 0 && errno == EAGAIN) return;
  int state = got <= 0 ? -1 : in_head ? answer_head(answer, (size_t)got) : answer_body(answer, scratch, (size_t)got);
  if (state > 0) return complete(connection);
  if (state == 0) return;
  if (is_measuring) ++report.broken;
  close(connection->fd);
  open_connection(connection);
  next_request(connection);
}

/* Serves events until `end`, or until all requests that were asked for are answered. */
static void run_until(uint64_t end, uint64_t start) {
  struct epoll_event events[256];
  double step = options.rate > 0 ? 1e9 / options.rate : 0;
  uint64_t issued = 0;
  for (uint64_t now; (now = now_ns()) < end;) {
    for (; step > 0 && idle_count && !is_over; ++issued) {
      uint64_t due = start + (uint64_t)(step * (double)issued);
      if (due > now) break;
      send_request(&connections[idle[--idle_count]], due);
    }
    int count = epoll_wait(poll_fd, events, 256, options.sleeps ? 1 : 0);
    if (crowd.depth && !count) crowd_step(&crowd); /* one event at a time: those that are measured come first */
    for (int i = 0; i < count; ++i) readable(events[i].data.ptr);
    if (is_over || (options.requests >= 0 && report.answered + report.broken >= options.requests)) return;
  }
}

static void read_options(int argc, char **argv) {
  for (int option; (option = getopt(argc, argv, "c:s:w:n:r:p:v:1o:k:hzC:N:D:")) != -1;) switch (option) {
      case 'c': options.connections = atoi(optarg); break;
      case 's': options.seconds = atof(optarg); break;
      case 'w': options.warm_up = atof(optarg); break;
      case 'n': options.requests = atol(optarg); break;
      case 'r': options.rate = atof(optarg); break;
      case 'p': options.pids = optarg; break;
      case 'v': read_values(optarg); break;
      case '1': options.once = 1; break;
      case 'o': if (!(options.out = fopen(optarg, "w"))) fail(optarg); break;
      case 'k': if (options.members < 4) options.member[options.members++] = optarg; break;
      case 'h': options.hold = 1; break;
      case 'C': crowd.request = read_whole(optarg, &crowd.request_size); break;
      case 'N': crowd.count = atoi(optarg); break;
      case 'D': crowd.depth = atoi(optarg); break;
      case 'z': options.sleeps = 1; break;
      default: exit(2);
    }
  if (argc - optind != 2) exit(2);
  char *comma = strchr(argv[optind], ',');
  options.port[0] = options.port[1] = atoi(argv[optind]);
  if (comma) options.port[1] = atoi(comma + 1);
  request = read_whole(argv[optind + 1], &request_size);
  placeholder = values ? strstr(request, "{}") : NULL;
}

int main(int argc, char **argv) {
  struct rlimit limit;
  if (!getrlimit(RLIMIT_NOFILE, &limit)) limit.rlim_cur = limit.rlim_max, setrlimit(RLIMIT_NOFILE, &limit);
  read_options(argc, argv);
  poll_fd = epoll_create1(0);
  connections = calloc((size_t)options.connections, sizeof *connections);
  idle = calloc((size_t)options.connections, sizeof *idle);
  if (!connections || !idle) fail("memory");
  for (int i = 0; i < options.connections; ++i) open_connection(&connections[i]);
  crowd.port = options.port[0];
  if (crowd.count && (!crowd.request || !crowd_open(&crowd))) fail("the crowd cannot be opened");
  is_measuring = options.requests >= 0 || options.hold || options.warm_up <= 0;
  uint64_t start = now_ns(), cpu = cpu_of_all(options.pids);
  for (int i = 0; i < options.connections; ++i) {
    if (options.hold) send_request(&connections[i], start);
    else next_request(&connections[i]);
  }
  if (options.hold) {
    for (uint64_t end = now_ns() + 30000000000u; report.answered < (long)options.connections * kHeldAnswers && now_ns() < end;) run_until(now_ns() + 10000000, start);
    printf("{\"held\":%ld}\n", report.answered / kHeldAnswers);
    fflush(stdout);
    while (read(0, scratch, sizeof scratch) > 0) {}
    return 0;
  }
  if (!is_measuring) {
    run_until(start + (uint64_t)(options.warm_up * 1e9), start);
    is_measuring = 1;
    start = now_ns(), cpu = cpu_of_all(options.pids);
  }
  run_until(start + (uint64_t)(options.seconds * 1e9), start);
  uint64_t wall = now_ns() - start;
  if (crowd.broken) fail("connections of the crowd broke");
  report_print(&report, wall, cpu_of_all(options.pids) - cpu, crowd.answered);
  return 0;
}
