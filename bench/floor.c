/* The floor: epoll, recv, send of a fixed answer of 120 bytes, or with a body of BYTES. Nothing that speaks HTTP over TCP
 * on this machine can be cheaper. Usage: floor PORT [BYTES]. Loopback only; ends on SIGTERM. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static char *make_answer(size_t bytes, size_t *size) {
  char head[128];
  int length = snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %zu\r\nX-Padding: 0123\r\n\r\n", bytes);
  char *answer = malloc((size_t)length + bytes);
  if (!answer) exit(1);
  memcpy(answer, head, (size_t)length);
  memset(answer + length, '0', bytes);
  *size = (size_t)length + bytes;
  return answer;
}

int main(int argc, char **argv) {
  int on = 1, listener = socket(AF_INET, SOCK_STREAM, 0), poll = epoll_create1(0);
  size_t size;
  char *answer = make_answer(argc > 2 ? (size_t)atol(argv[2]) : 38, &size);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(argc > 1 ? argv[1] : "8099"))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 1024)) return 1;
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[128];
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
  for (char buffer[8192];;) {
    int count = epoll_wait(poll, events, 128, -1);
    for (int i = 0; i < count; ++i) {
      int fd = events[i].data.fd;
      if (fd == listener) {
        int peer = accept(listener, NULL, NULL);
        if (peer < 0) continue;
        setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        event.data.fd = peer;
        epoll_ctl(poll, EPOLL_CTL_ADD, peer, &event);
      } else if (recv(fd, buffer, sizeof buffer, 0) <= 0 || send(fd, answer, size, MSG_NOSIGNAL) < 0) {
        close(fd);
      }
    }
  }
}
