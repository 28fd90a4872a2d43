/* One ES256 signature and one verification as OpenSSL alone does them, contexts reused (the limit) and made anew each
 * time (what most programs do). Usage: openssl_speed SECONDS_FOR_EACH. Prints CPU microseconds of this thread as JSON. */
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static unsigned char digest[32] = {1, 2, 3}, signature[128];
static size_t signature_size;

static double cpu_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static EVP_PKEY_CTX *make(EVP_PKEY *key, int is_signing) {
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
  if (!context || (is_signing ? EVP_PKEY_sign_init(context) : EVP_PKEY_verify_init(context)) != 1) exit(1);
  return context;
}

static void once(EVP_PKEY_CTX *context, int is_signing) {
  if (is_signing) signature_size = sizeof signature;
  int done = is_signing ? EVP_PKEY_sign(context, signature, &signature_size, digest, sizeof digest)
                        : EVP_PKEY_verify(context, signature, signature_size, digest, sizeof digest);
  if (done != 1) exit(1);
}

static double microseconds(EVP_PKEY *key, int is_signing, int is_reused, double seconds) {
  EVP_PKEY_CTX *context = make(key, is_signing);
  long count = 0;
  double start = cpu_seconds(), spent = 0;
  for (; spent < seconds; spent = cpu_seconds() - start) {
    for (int i = 0; i < 100; ++i, ++count) {
      if (!is_reused) EVP_PKEY_CTX_free(context), context = make(key, is_signing);
      once(context, is_signing);
    }
  }
  EVP_PKEY_CTX_free(context);
  return spent / (double)count * 1e6;
}

int main(int argc, char **argv) {
  double seconds = argc > 1 ? atof(argv[1]) : 1;
  EVP_PKEY *key = EVP_EC_gen("P-256");
  if (!key) return 1;
  printf("{\"sign_us\":%.3f", microseconds(key, 1, 1, seconds));
  printf(",\"sign_fresh_us\":%.3f", microseconds(key, 1, 0, seconds));
  printf(",\"verify_us\":%.3f", microseconds(key, 0, 1, seconds));
  printf(",\"verify_fresh_us\":%.3f}\n", microseconds(key, 0, 0, seconds));
  EVP_PKEY_free(key);
  return 0;
}
