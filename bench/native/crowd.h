/* Clients that take more than their part, beside a load whose latency is measured: connections that pipeline, or that read
 * nothing of a large answer. */
#ifndef BENCH_CROWD_H
#define BENCH_CROWD_H

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "answer.h"
#include "loopback.h"

struct guest {
  int fd;
  size_t unsent, unread; /* of the batch */
};

struct crowd {
  int poll_fd, port, count, depth, broken;
  char *batch, *request;
  size_t request_size, batch_size, answer_size;
  struct guest *guests;
  long answered;
  size_t carry;
};

static inline int guest_socket(int port) {
  int fd = loopback_connect(port);
  if (fd >= 0) reset_at_close(fd);
  return fd;
}

/* The size of one answer; every answer to the request is as long. 0: no whole answer came. */
static inline size_t size_of_answer(const struct crowd *crowd) {
  static char text[kHeadBytes], body[1 << 16];
  struct answer answer = {.text = text};
  int fd = guest_socket(crowd->port), is_complete = 0;
  if (fd < 0) return 0;
  size_t size = 0;
  if (send(fd, crowd->request, crowd->request_size, MSG_NOSIGNAL) == (ssize_t)crowd->request_size)
    for (ssize_t got; !is_complete; size += (size_t)got) {
      int is_head = !answer.head_size;
      got = is_head ? recv(fd, text + answer.have, kHeadBytes - 1 - answer.have, 0) : recv(fd, body, sizeof body, 0);
      if (got <= 0) break;
      is_complete = is_head ? answer_head(&answer, (size_t)got) : answer_body(&answer, body, (size_t)got);
    }
  close(fd);
  return is_complete == 1 ? size : 0;
}

static inline void guest_send(struct crowd *crowd, struct guest *guest) {
  while (guest->unsent) {
    ssize_t put = send(guest->fd, crowd->batch + crowd->batch_size - guest->unsent, guest->unsent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (put <= 0) return;
    guest->unsent -= (size_t)put;
  }
}

static inline void guest_begin(struct crowd *crowd, struct guest *guest) {
  guest->unsent = crowd->batch_size;
  guest->unread = crowd->answer_size * (size_t)crowd->depth;
  guest_send(crowd, guest);
}

/* Serves one event, if there is one. */
static inline int crowd_step(struct crowd *crowd) {
  static char scratch[1 << 16];
  struct epoll_event event;
  if (epoll_wait(crowd->poll_fd, &event, 1, 0) != 1) return 0;
  struct guest *guest = event.data.ptr;
  guest_send(crowd, guest);
  ssize_t got = recv(guest->fd, scratch, sizeof scratch, MSG_DONTWAIT);
  if (got < 0 && errno == EAGAIN) return 1;
  if (got <= 0) {
    ++crowd->broken;
    epoll_ctl(crowd->poll_fd, EPOLL_CTL_DEL, guest->fd, NULL);
    return 1;
  }
  crowd->carry += (size_t)got;
  crowd->answered += (long)(crowd->carry / crowd->answer_size);
  crowd->carry %= crowd->answer_size;
  guest->unread -= (size_t)got < guest->unread ? (size_t)got : guest->unread;
  if (!guest->unread) guest_begin(crowd, guest);
  return 1;
}

/* Opens the connections. With a depth each keeps a batch of so many requests on its way; with 0 each asks once and reads
 * nothing. 0: they could not be opened. */
static inline int crowd_open(struct crowd *crowd) {
  crowd->poll_fd = epoll_create1(0);
  crowd->guests = calloc((size_t)crowd->count, sizeof *crowd->guests);
  size_t batched = (size_t)(crowd->depth ? crowd->depth : 1);
  crowd->batch_size = crowd->request_size * batched;
  crowd->batch = malloc(crowd->batch_size);
  if (!crowd->guests || !crowd->batch) return 0;
  for (size_t i = 0; i < batched; ++i) memcpy(crowd->batch + i * crowd->request_size, crowd->request, crowd->request_size);
  if (crowd->depth && !(crowd->answer_size = size_of_answer(crowd))) return 0;
  for (int i = 0; i < crowd->count; ++i) {
    struct guest *guest = &crowd->guests[i];
    if ((guest->fd = guest_socket(crowd->port)) < 0) return 0;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = guest};
    if (crowd->depth) epoll_ctl(crowd->poll_fd, EPOLL_CTL_ADD, guest->fd, &event);
    guest_begin(crowd, guest);
  }
  return 1;
}

#endif
