#include "unit/failures/failing_openssl.hpp"

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>

#include <algorithm>
#include <utility>

namespace agent_access::test {
namespace {

struct Plan {
  Trouble trouble = Trouble::none;
  std::size_t calls_left = 0;
  std::string only;
  std::string had_it;
};

Plan& plan() {
  static Plan the_plan;
  return the_plan;
}

}  // namespace

void arm(Trouble trouble, std::size_t nth, std::string_view function) {
  plan() = {trouble, nth, std::string(function), {}};
}

std::string disarm() {
  std::string had_it = std::move(plan().had_it);
  plan() = {};
  return had_it;
}

Trouble next_trouble(std::string_view function, Can can) {
  Plan& now = plan();
  const bool counts = now.trouble == Trouble::failure ? can != Can::lie : can != Can::fail;
  if (!counts || now.calls_left == 0 || (!now.only.empty() && now.only != function)) return Trouble::none;
  if (--now.calls_left > 0) return Trouble::none;
  now.had_it = function;
  if (now.trouble == Trouble::failure) ERR_raise(ERR_LIB_USER, ERR_R_MALLOC_FAILURE);
  return now.trouble;
}

}  // namespace agent_access::test

using agent_access::test::Can;
using agent_access::test::next_trouble;
using agent_access::test::Trouble;

// The names __wrap_X and __real_X are those of the linker's --wrap.
#define FAILS(Result, name, parameters, arguments, on_failure)                 \
  Result __real_##name parameters;                                             \
  Result __wrap_##name parameters {                                            \
    if (next_trouble(#name, Can::fail) == Trouble::failure) return on_failure; \
    return __real_##name arguments;                                            \
  }

extern "C" {

FAILS(BIO*, BIO_new_mem_buf, (const void* bytes, int size), (bytes, size), nullptr)
FAILS(BN_CTX*, BN_CTX_secure_new, (), (), nullptr)
FAILS(BIGNUM*, BN_bin2bn, (const unsigned char* bytes, int size, BIGNUM* number), (bytes, size, number), nullptr)
FAILS(int, BN_bn2binpad, (const BIGNUM* number, unsigned char* out, int size), (number, out, size), -1)
FAILS(BIGNUM*, BN_secure_new, (), (), nullptr)
FAILS(EC_GROUP*, EC_GROUP_new_by_curve_name, (int curve), (curve), nullptr)
FAILS(EC_POINT*, EC_POINT_new, (const EC_GROUP* group), (group), nullptr)
FAILS(std::size_t, EC_POINT_point2oct,
      (const EC_GROUP* group, const EC_POINT* point, point_conversion_form_t form, unsigned char* out, std::size_t size,
       BN_CTX* scratch),
      (group, point, form, out, size, scratch), 0)
FAILS(int, EVP_DigestInit_ex2, (EVP_MD_CTX * context, const EVP_MD* type, const OSSL_PARAM* parameters),
      (context, type, parameters), 0)
FAILS(int, EVP_DigestUpdate, (EVP_MD_CTX * context, const void* bytes, std::size_t size), (context, bytes, size), 0)
FAILS(EVP_MAC_CTX*, EVP_MAC_CTX_new, (EVP_MAC * mac), (mac), nullptr)
FAILS(EVP_MAC*, EVP_MAC_fetch, (OSSL_LIB_CTX * library, const char* name, const char* properties),
      (library, name, properties), nullptr)
FAILS(int, EVP_MAC_init,
      (EVP_MAC_CTX * context, const unsigned char* key, std::size_t size, const OSSL_PARAM* parameters),
      (context, key, size, parameters), 0)
FAILS(int, EVP_MAC_update, (EVP_MAC_CTX * context, const unsigned char* bytes, std::size_t size),
      (context, bytes, size), 0)
FAILS(EVP_MD_CTX*, EVP_MD_CTX_new, (), (), nullptr)
FAILS(EVP_MD*, EVP_MD_fetch, (OSSL_LIB_CTX * library, const char* name, const char* properties),
      (library, name, properties), nullptr)
FAILS(EVP_PKEY_CTX*, EVP_PKEY_CTX_new_from_name, (OSSL_LIB_CTX * library, const char* name, const char* properties),
      (library, name, properties), nullptr)
FAILS(EVP_PKEY_CTX*, EVP_PKEY_CTX_new_from_pkey, (OSSL_LIB_CTX * library, EVP_PKEY* key, const char* properties),
      (library, key, properties), nullptr)
FAILS(int, EVP_PKEY_fromdata, (EVP_PKEY_CTX * context, EVP_PKEY** key, int selection, OSSL_PARAM parameters[]),
      (context, key, selection, parameters), -1)
FAILS(int, EVP_PKEY_fromdata_init, (EVP_PKEY_CTX * context), (context), -1)
FAILS(int, EVP_PKEY_get_bn_param, (const EVP_PKEY* key, const char* name, BIGNUM** number), (key, name, number), 0)
FAILS(int, EVP_PKEY_get_group_name, (const EVP_PKEY* key, char* name, std::size_t size, std::size_t* length),
      (key, name, size, length), 0)
FAILS(int, EVP_PKEY_get_int_param, (const EVP_PKEY* key, const char* name, int* out), (key, name, out), 0)
FAILS(int, EVP_PKEY_is_a, (const EVP_PKEY* key, const char* name), (key, name), 0)
FAILS(int, EVP_PKEY_public_check, (EVP_PKEY_CTX * context), (context), 0)
FAILS(int, EVP_PKEY_sign_init, (EVP_PKEY_CTX * context), (context), 0)
FAILS(int, EVP_PKEY_verify_init, (EVP_PKEY_CTX * context), (context), 0)
FAILS(OSSL_PARAM_BLD*, OSSL_PARAM_BLD_new, (), (), nullptr)
FAILS(int, OSSL_PARAM_BLD_push_BN, (OSSL_PARAM_BLD * builder, const char* key, const BIGNUM* number),
      (builder, key, number), 0)
FAILS(int, OSSL_PARAM_BLD_push_octet_string,
      (OSSL_PARAM_BLD * builder, const char* key, const void* bytes, std::size_t size), (builder, key, bytes, size), 0)
FAILS(int, OSSL_PARAM_BLD_push_utf8_string,
      (OSSL_PARAM_BLD * builder, const char* key, const char* text, std::size_t size), (builder, key, text, size), 0)
FAILS(OSSL_PARAM*, OSSL_PARAM_BLD_to_param, (OSSL_PARAM_BLD * builder), (builder), nullptr)
FAILS(EVP_PKEY*, PEM_read_bio_PrivateKey_ex,
      (BIO * bio, EVP_PKEY** key, pem_password_cb* callback, void* data, OSSL_LIB_CTX* library, const char* properties),
      (bio, key, callback, data, library, properties), nullptr)

// Functions that can return wrong results.

/// The inverted result. It cannot fail.
int __real_CRYPTO_memcmp(const void* left, const void* right, std::size_t size);
int __wrap_CRYPTO_memcmp(const void* left, const void* right, std::size_t size) {
  const int difference = __real_CRYPTO_memcmp(left, right, size);
  const bool lies = next_trouble("CRYPTO_memcmp", Can::lie) != Trouble::none;
  return lies ? static_cast<int>(difference == 0) : difference;
}

/// The negated point: x is correct, y is not.
int __real_EC_POINT_mul(const EC_GROUP*, EC_POINT*, const BIGNUM*, const EC_POINT*, const BIGNUM*, BN_CTX*);
int __wrap_EC_POINT_mul(const EC_GROUP* group, EC_POINT* point, const BIGNUM* scalar, const EC_POINT* other,
                        const BIGNUM* factor, BN_CTX* scratch) {
  const Trouble trouble = next_trouble("EC_POINT_mul", Can::fail_and_lie);
  if (trouble == Trouble::failure) return 0;
  const int result = __real_EC_POINT_mul(group, point, scalar, other, factor, scratch);
  return trouble == Trouble::none ? result : EC_POINT_invert(group, point, scratch);
}

/// A wrong bit; or a size that the digest does not have.
int __real_EVP_DigestFinal_ex(EVP_MD_CTX*, unsigned char*, unsigned int*);
int __wrap_EVP_DigestFinal_ex(EVP_MD_CTX* context, unsigned char* out, unsigned int* size) {
  const Trouble trouble = next_trouble("EVP_DigestFinal_ex", Can::fail_and_lie);
  if (trouble == Trouble::failure) return 0;
  const int result = __real_EVP_DigestFinal_ex(context, out, size);
  if (trouble == Trouble::lie) *out ^= 1U;
  if (trouble == Trouble::other_lie) *size = 31;
  return result;
}

int __real_EVP_MAC_final(EVP_MAC_CTX*, unsigned char*, std::size_t*, std::size_t);
int __wrap_EVP_MAC_final(EVP_MAC_CTX* context, unsigned char* out, std::size_t* size, std::size_t room) {
  const Trouble trouble = next_trouble("EVP_MAC_final", Can::fail_and_lie);
  if (trouble == Trouble::failure) return 0;
  const int result = __real_EVP_MAC_final(context, out, size, room);
  if (trouble == Trouble::lie) *out ^= 1U;
  if (trouble == Trouble::other_lie) *size = 31;
  return result;
}

/// The size -1 that OpenSSL 3.0 gives when it has no memory for the encoding; or an invalid signature.
int __real_EVP_PKEY_sign(EVP_PKEY_CTX*, unsigned char*, std::size_t*, const unsigned char*, std::size_t);
int __wrap_EVP_PKEY_sign(EVP_PKEY_CTX* context, unsigned char* out, std::size_t* size, const unsigned char* digest,
                         std::size_t digest_size) {
  const Trouble trouble = next_trouble("EVP_PKEY_sign", Can::fail_and_lie);
  if (trouble == Trouble::failure) return 0;
  const int result = __real_EVP_PKEY_sign(context, out, size, digest, digest_size);
  if (trouble == Trouble::lie) *size = static_cast<std::size_t>(-1);
  if (trouble == Trouble::other_lie) *out = 0;
  return result;
}

/// The inverted result.
int __real_EVP_PKEY_verify(EVP_PKEY_CTX*, const unsigned char*, std::size_t, const unsigned char*, std::size_t);
int __wrap_EVP_PKEY_verify(EVP_PKEY_CTX* context, const unsigned char* signature, std::size_t size,
                           const unsigned char* digest, std::size_t digest_size) {
  const Trouble trouble = next_trouble("EVP_PKEY_verify", Can::fail_and_lie);
  if (trouble == Trouble::failure) return -1;
  const int result = __real_EVP_PKEY_verify(context, signature, size, digest, digest_size);
  if (trouble == Trouble::none) return result;
  ERR_clear_error();  // OpenSSL 3.5 has an error for a wrong signature; a success has none
  return static_cast<int>(result != 1);
}

/// Zeros everywhere; or in the first 32 bytes.
int __real_RAND_bytes(unsigned char*, int);
int __wrap_RAND_bytes(unsigned char* out, int size) {
  const Trouble trouble = next_trouble("RAND_bytes", Can::fail_and_lie);
  if (trouble == Trouble::failure) return 0;
  const int result = __real_RAND_bytes(out, size);
  if (trouble == Trouble::lie) std::fill_n(out, size, 0);
  if (trouble == Trouble::other_lie) std::fill_n(out, 32, 0);
  return result;
}

}  // extern "C"
