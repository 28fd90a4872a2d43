/* New TLS connections: each is opened, asks for one document and is closed by the client, as a client that asks once does.
 *
 * connect PORT PATH [-c CONNECTIONS] [-s SECONDS] [-w WARM_UP_SECONDS] [-p PID[,PID]] [-r]
 *
 * CONNECTIONS at once. -r resumes the session of the connection before. A connection that is not resumed with -r, or that
 * is resumed without it, is broken. Prints one JSON object, as load.c does, for which it never sleeps either. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <openssl/ssl.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "answer.h"
#include "cpu.h"
#include "loopback.h"
#include "measures.h"

struct connection {
  int fd, is_asked, resumes;
  uint64_t opened;
  SSL *tls;
  SSL_SESSION *session; /* of the connection before */
  struct answer answer;
};

static struct {
  int port, connections, resume;
  const char *pids;
  double seconds, warm_up;
} options = {.connections = 8, .seconds = 1};

static struct connection *connections;
static SSL_CTX *context;
static int poll_fd;
static char request[4096];
static size_t request_size;
static struct report report;

static void fail(const char *text) {
  fprintf(stderr, "connect: %s: %s\n", text, strerror(errno));
  exit(1);
}

static void write_request(const char *path) {
  char host[32];
  snprintf(host, sizeof host, "127.0.0.1:%d", options.port);
  int size = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, host);
  if (size >= (int)sizeof request) fail("the path is too long");
  request_size = (size_t)size;
}

static int keep_session(SSL *tls, SSL_SESSION *session) {
  struct connection *connection = SSL_get_app_data(tls);
  SSL_SESSION_free(connection->session);
  connection->session = session;
  return 1;
}

static void open_connection(struct connection *connection) {
  if ((connection->fd = loopback_connect(options.port)) < 0) fail("connect");
  connection->is_asked = 0;
  connection->opened = now_ns();
  answer_reset(&connection->answer);
  connection->tls = SSL_new(context);
  if (!connection->tls || !SSL_set_fd(connection->tls, connection->fd)) fail("TLS");
  SSL_set_app_data(connection->tls, connection);
  SSL_set_connect_state(connection->tls);
  connection->resumes = options.resume && connection->session;
  if (connection->resumes) SSL_set_session(connection->tls, connection->session);
  fcntl(connection->fd, F_SETFL, O_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
  epoll_ctl(poll_fd, EPOLL_CTL_ADD, connection->fd, &event);
  SSL_do_handshake(connection->tls); /* sends the first flight; the rest is done when bytes arrive */
}

/* 1: answered; 0: wait; -1: broken. */
static int advance(struct connection *connection) {
  struct answer *answer = &connection->answer;
  if (!connection->is_asked) {
    int done = SSL_do_handshake(connection->tls);
    if (done != 1) return SSL_get_error(connection->tls, done) == SSL_ERROR_WANT_READ ? 0 : -1;
    if (SSL_write(connection->tls, request, (int)request_size) <= 0) return -1;
    connection->is_asked = 1;
  }
  for (;;) {
    int got = SSL_read(connection->tls, answer->text + answer->have, (int)(kHeadBytes - 1 - answer->have));
    if (got <= 0) return SSL_get_error(connection->tls, got) == SSL_ERROR_WANT_READ ? 0 : -1;
    int state = answer_head(answer, (size_t)got);
    if (state) return state;
  }
}

/* The next connection takes the place of one that is answered or broken. */
static void readable(struct connection *connection, int is_measuring) {
  int state = advance(connection);
  if (!state) return;
  if (is_measuring && (state < 0 || SSL_session_reused(connection->tls) != connection->resumes)) {
    ++report.broken;
  } else if (is_measuring) {
    report_answer(&report, connection->answer.status);
    latencies_add(&report.latencies, now_ns() - connection->opened);
  }
  SSL_shutdown(connection->tls);
  SSL_free(connection->tls);
  close(connection->fd);
  open_connection(connection);
}

static void run(double seconds, int is_measuring) {
  struct epoll_event events[64];
  for (uint64_t end = now_ns() + (uint64_t)(seconds * 1e9); now_ns() < end;) {
    int count = epoll_wait(poll_fd, events, 64, 0);
    for (int i = 0; i < count; ++i) readable(events[i].data.ptr, is_measuring);
  }
}

static void make_context(void) {
  static const unsigned char http1[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
  context = SSL_CTX_new(TLS_client_method());
  if (!context || SSL_CTX_set_alpn_protos(context, http1, sizeof http1)) fail("TLS");
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
  SSL_CTX_sess_set_new_cb(context, keep_session);
}

int main(int argc, char **argv) {
  for (int option; (option = getopt(argc, argv, "c:s:w:p:r")) != -1;) switch (option) {
      case 'c': options.connections = atoi(optarg); break;
      case 's': options.seconds = atof(optarg); break;
      case 'w': options.warm_up = atof(optarg); break;
      case 'p': options.pids = optarg; break;
      case 'r': options.resume = 1; break;
      default: return 2;
    }
  if (argc - optind != 2) return 2;
  options.port = atoi(argv[optind]);
  write_request(argv[optind + 1]);
  make_context();
  poll_fd = epoll_create1(0);
  connections = calloc((size_t)options.connections, sizeof *connections);
  if (!connections) fail("memory");
  for (int i = 0; i < options.connections; ++i) {
    if (!(connections[i].answer.text = malloc(kHeadBytes))) fail("memory");
    open_connection(&connections[i]);
  }
  run(options.warm_up, 0);
  uint64_t start = now_ns(), cpu = cpu_of_all(options.pids);
  run(options.seconds, 1);
  uint64_t wall = now_ns() - start;
  report_print(&report, wall, cpu_of_all(options.pids) - cpu, 0);
  return 0;
}
