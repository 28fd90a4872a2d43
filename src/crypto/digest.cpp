#include "crypto/digest.hpp"

#include <openssl/core_names.h>
#include <openssl/crypto.h>

#include <utility>

#include "crypto/openssl.hpp"

namespace agent_access::crypto {

struct Sha256::State {
  EvpDigest algorithm;
  EvpDigestContext context;
};

Sha256::Sha256(std::unique_ptr<State> state) : state_(std::move(state)) {}
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

base::Result<Sha256, CryptoFault> Sha256::create() {
  auto state = std::make_unique<State>();
  state->algorithm.reset(EVP_MD_fetch(nullptr, "SHA256", nullptr));
  state->context.reset(EVP_MD_CTX_new());
  if (!state->algorithm || !state->context) return fail();
  return Sha256(std::move(state));
}

base::Result<Digest, CryptoFault> Sha256::digest(base::ByteView message) noexcept {
  Digest digest;
  unsigned int size = 0;
  EVP_MD_CTX* context = state_->context.get();
  if (EVP_DigestInit_ex2(context, state_->algorithm.get(), nullptr) != 1 ||
      EVP_DigestUpdate(context, octets(message), message.size()) != 1 ||
      EVP_DigestFinal_ex(context, octets_for_writing(digest), &size) != 1 || size != digest.size()) {
    return fail();
  }
  return digest;
}

struct HmacSha256::State {
  EvpMac algorithm;
  EvpMacContext context;
};

HmacSha256::HmacSha256(std::unique_ptr<State> state) : state_(std::move(state)) {}
HmacSha256::HmacSha256(HmacSha256&&) noexcept = default;
HmacSha256& HmacSha256::operator=(HmacSha256&&) noexcept = default;
HmacSha256::~HmacSha256() = default;

base::Result<HmacSha256, CryptoFault> HmacSha256::create(base::ByteView key) {
  auto state = std::make_unique<State>();
  state->algorithm.reset(EVP_MAC_fetch(nullptr, "HMAC", nullptr));
  if (!state->algorithm) return fail();
  state->context.reset(EVP_MAC_CTX_new(state->algorithm.get()));
  if (!state->context) return fail();

  char hash[] = "SHA256";
  const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, hash, 0),
                               OSSL_PARAM_construct_end()};
  if (EVP_MAC_init(state->context.get(), octets(key), key.size(), params) != 1) return fail();
  return HmacSha256(std::move(state));
}

base::Result<Digest, CryptoFault> HmacSha256::tag(base::ByteView message) noexcept {
  Digest tag;
  std::size_t size = 0;
  EVP_MAC_CTX* context = state_->context.get();
  // Without a key, the context restarts from the padded key states that it holds: half the hashing.
  if (EVP_MAC_init(context, nullptr, 0, nullptr) != 1 ||
      EVP_MAC_update(context, octets(message), message.size()) != 1 ||
      EVP_MAC_final(context, octets_for_writing(tag), &size, tag.size()) != 1 || size != tag.size()) {
    return fail();
  }
  return tag;
}

bool constant_time_equal(base::ByteView left, base::ByteView right) noexcept {
  if (left.size() != right.size()) return false;
  // A statement of its own, so that no branch depends on the result: the time must not show which key matched.
  return CRYPTO_memcmp(octets(left), octets(right), left.size()) == 0;
}

}  // namespace agent_access::crypto
