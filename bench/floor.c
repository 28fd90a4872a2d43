/* The floor of a job: epoll, recv, the one OpenSSL operation that the job needs, send of a fixed response. No
 * server on this machine that does the job over TCP can use less CPU. Usage: floor PORT [BYTES [none|hmac|sign|verify|digest]],
 * BYTES being the size of the response's body. Contexts of OpenSSL are made once. Loopback only; ends on SIGTERM. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum operation { kNone, kHmac, kSign, kVerify, kDigest };

static EVP_PKEY_CTX *sign_context, *verify_context;
static EVP_MAC_CTX *mac_context;
static EVP_MD_CTX *digest_context;
static EVP_MD *sha256;
/* The bytes of a client_id, of an access token, of a SHA-256 digest, of an ES256 signature as DER. */
static unsigned char message[36], token[610], digest[32], signature[128];
static size_t signature_size;

static void require(int is_true) {
  if (!is_true) exit(1);
}

static void sign_once(void) {
  signature_size = sizeof signature;
  require(EVP_PKEY_sign(sign_context, signature, &signature_size, digest, sizeof digest) == 1);
}

static void run(enum operation operation) {
  unsigned char mac[32];
  size_t size;
  switch (operation) {
    case kNone: return;
    case kHmac:
      require(EVP_MAC_init(mac_context, NULL, 0, NULL) == 1 && EVP_MAC_update(mac_context, message, sizeof message) == 1);
      return require(EVP_MAC_final(mac_context, mac, &size, sizeof mac) == 1);
    case kSign: return sign_once();
    case kVerify: return require(EVP_PKEY_verify(verify_context, signature, signature_size, digest, sizeof digest) == 1);
    case kDigest:
      require(EVP_DigestInit_ex2(digest_context, sha256, NULL) == 1 && EVP_DigestUpdate(digest_context, token, sizeof token) == 1);
      return require(EVP_DigestFinal_ex(digest_context, mac, NULL) == 1);
  }
}

static void prepare_openssl(void) {
  char name[] = "SHA256";
  OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0), OSSL_PARAM_construct_end()};
  EVP_PKEY *key = EVP_EC_gen("P-256");
  require(key && (sign_context = EVP_PKEY_CTX_new(key, NULL)) && (verify_context = EVP_PKEY_CTX_new(key, NULL)));
  require(EVP_PKEY_sign_init(sign_context) == 1 && EVP_PKEY_verify_init(verify_context) == 1);
  mac_context = EVP_MAC_CTX_new(EVP_MAC_fetch(NULL, "HMAC", NULL));
  require(mac_context && EVP_MAC_init(mac_context, digest, sizeof digest, parameters) == 1);
  digest_context = EVP_MD_CTX_new();
  require(digest_context && (sha256 = EVP_MD_fetch(NULL, name, NULL)));
  sign_once();
}

static enum operation operation_named(const char *name) {
  static const char *const names[] = {"none", "hmac", "sign", "verify", "digest"};
  for (int i = 0; i < 5; ++i)
    if (!strcmp(name, names[i])) return (enum operation)i;
  exit(2);
}

static char *make_answer(size_t bytes, size_t *size) {
  char head[128];
  int length = snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %zu\r\nX-Padding: 0123\r\n\r\n", bytes);
  char *answer = malloc((size_t)length + bytes);
  require(answer != NULL);
  memcpy(answer, head, (size_t)length);
  memset(answer + length, '0', bytes);
  *size = (size_t)length + bytes;
  return answer;
}

static int listen_on(unsigned short port) {
  int on = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  require(!bind(listener, (struct sockaddr *)&address, sizeof address) && !listen(listener, 1024));
  return listener;
}

int main(int argc, char **argv) {
  int on = 1, listener = listen_on((unsigned short)atoi(argc > 1 ? argv[1] : "8099")), poll = epoll_create1(0);
  enum operation operation = argc > 3 ? operation_named(argv[3]) : kNone;
  size_t size;
  char *answer = make_answer(argc > 2 ? (size_t)atol(argv[2]) : 38, &size);
  prepare_openssl();
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
        continue;
      }
      if (recv(fd, buffer, sizeof buffer, 0) > 0) {
        run(operation);
        if (send(fd, answer, size, MSG_NOSIGNAL) >= 0) continue;
      }
      close(fd);
    }
  }
}
