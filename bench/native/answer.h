/* Reads the answers of one HTTP/1.1 connection: status, Content-Length or chunks, end. Enough for the servers measured
 * here, none of which sends trailers or several answers to one request. */
#ifndef BENCH_ANSWER_H
#define BENCH_ANSWER_H

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { kHeadBytes = 8192 };

struct answer {
  char *text; /* head and what came with it */
  size_t have, head_size, rest;
  int status, is_chunked;
};

static inline void answer_reset(struct answer *answer) {
  answer->have = answer->head_size = answer->rest = 0;
  answer->status = answer->is_chunked = 0;
}

/* Whether `text` ends as the last chunk does. */
static inline int ends_chunks(const char *text, size_t size) { return size >= 5 && !memcmp(text + size - 5, "0\r\n\r\n", 5); }

static inline const char *field(const struct answer *answer, const char *name) {
  size_t length = strlen(name);
  for (const char *line = strstr(answer->text, "\r\n"); line && line < answer->text + answer->head_size - 4; line = strstr(line, "\r\n")) {
    line += 2;
    if (strncasecmp(line, name, length) || line[length] != ':') continue;
    for (line += length + 1; *line == ' ';) ++line;
    return line;
  }
  return NULL;
}

/* After `got` more bytes of the head: 1 the answer is complete, 0 more is needed, -1 it is no HTTP or too long. */
static inline int answer_head(struct answer *answer, size_t got) {
  answer->have += got;
  answer->text[answer->have] = 0;
  char *end = strstr(answer->text, "\r\n\r\n");
  if (!end) return answer->have < kHeadBytes - 1 ? 0 : -1;
  answer->head_size = (size_t)(end + 4 - answer->text);
  if (strncmp(answer->text, "HTTP/1.", 7) || !isdigit((unsigned char)answer->text[9])) return -1;
  answer->status = atoi(answer->text + 9);
  size_t body = answer->have - answer->head_size;
  const char *length = field(answer, "Content-Length"), *coding = field(answer, "Transfer-Encoding");
  if (answer->status == 204 || answer->status == 304) return 1;
  if (length) {
    size_t want = strtoul(length, NULL, 10);
    answer->rest = want > body ? want - body : 0;
    return answer->rest == 0;
  }
  if (!coding || strncasecmp(coding, "chunked", 7)) return -1;
  answer->is_chunked = 1;
  return ends_chunks(answer->text, answer->have);
}

/* After `size` bytes of a body that did not fit beside the head: 1 complete, 0 more is needed. */
static inline int answer_body(struct answer *answer, const char *text, size_t size) {
  if (answer->is_chunked) return ends_chunks(text, size);
  answer->rest -= size < answer->rest ? size : answer->rest;
  return answer->rest == 0;
}

#endif
