#include "crypto/digest.hpp"

#include <emscripten.h>

#include <utility>

#include "base/secret.hpp"

// clang-format off
EM_JS(bool, agent_access_sha256, (const void* message, size_t size, void* digest), {
  try {
    HEAPU8.set(require('node:crypto').createHash('sha256').update(HEAPU8.subarray(message, message + size)).digest(), digest);
    return true;
  } catch {
    return false;
  }
});

EM_JS(bool, agent_access_hmac_sha256, (const void* key, size_t key_size, const void* message, size_t size, void* tag), {
  try {
    const keyed = require('node:crypto').createHmac('sha256', HEAPU8.subarray(key, key + key_size));
    HEAPU8.set(keyed.update(HEAPU8.subarray(message, message + size)).digest(), tag);
    return true;
  } catch {
    return false;
  }
});

EM_JS(bool, agent_access_constant_time_equal, (const void* left, const void* right, size_t size), {
  return require('node:crypto').timingSafeEqual(HEAPU8.subarray(left, left + size), HEAPU8.subarray(right, right + size));
});
// clang-format on

namespace agent_access::crypto {

struct Sha256::State {};

Sha256::Sha256(std::unique_ptr<State> state) : state_(std::move(state)) {}
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

base::Result<Sha256, CryptoFault> Sha256::create() { return Sha256(std::make_unique<State>()); }

base::Result<Digest, CryptoFault> Sha256::digest(base::ByteView message) noexcept {
  Digest digest;
  if (!agent_access_sha256(message.data(), message.size(), digest.data())) {
    return base::Failure(CryptoFault::library_failure);
  }
  return digest;
}

struct HmacSha256::State {
  base::SecretBytes key;
};

HmacSha256::HmacSha256(std::unique_ptr<State> state) : state_(std::move(state)) {}
HmacSha256::HmacSha256(HmacSha256&&) noexcept = default;
HmacSha256& HmacSha256::operator=(HmacSha256&&) noexcept = default;
HmacSha256::~HmacSha256() = default;

base::Result<HmacSha256, CryptoFault> HmacSha256::create(base::ByteView key) {
  return HmacSha256(std::make_unique<State>(base::SecretBytes(key)));
}

base::Result<Digest, CryptoFault> HmacSha256::tag(base::ByteView message) noexcept {
  Digest tag;
  const auto key = state_->key.reveal();
  if (!agent_access_hmac_sha256(key.data(), key.size(), message.data(), message.size(), tag.data())) {
    return base::Failure(CryptoFault::library_failure);
  }
  return tag;
}

bool constant_time_equal(base::ByteView left, base::ByteView right) noexcept {
  return left.size() == right.size() && agent_access_constant_time_equal(left.data(), right.data(), left.size());
}

}  // namespace agent_access::crypto
