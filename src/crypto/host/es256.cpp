#include "crypto/es256.hpp"

#include <emscripten.h>

#include <algorithm>
#include <climits>
#include <utility>

#include "base/secret.hpp"
#include "crypto/ecdsa_encoding.hpp"

// A key goes to Node.js as a JWK (RFC 7517) each time that it is used. Every function returns whether it succeeded.
// clang-format off

/// 04 || x || y of scalar * G.
EM_JS(bool, agent_access_public_point, (const void* scalar, void* point), {
  try {
    const pair = require('node:crypto').createECDH('prime256v1');
    pair.setPrivateKey(HEAPU8.subarray(scalar, scalar + 32));
    HEAPU8.set(pair.getPublicKey(), point);
    return true;
  } catch {
    return false;
  }
});

/// Node.js refuses points that are not on the curve, and coordinates that are not reduced.
EM_JS(bool, agent_access_is_public_key, (const void* x, const void* y), {
  try {
    const number = (at) => Buffer.from(HEAPU8.subarray(at, at + 32)).toString('base64url');
    require('node:crypto').createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: number(x), y: number(y) }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
});

/// Three numbers of 32 bytes: d, x and y. The curve must be named: explicit parameters do not contain its object identifier.
EM_JS(bool, agent_access_read_pem, (const char* pem, size_t size, void* numbers), {
  try {
    const key = require('node:crypto').createPrivateKey(Buffer.from(HEAPU8.subarray(pem, pem + size)));
    if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails.namedCurve !== 'prime256v1') return false;
    const kP256 = Buffer.from('06082a8648ce3d030107', 'hex');
    if (!key.export({ type: 'pkcs8', format: 'der' }).includes(kP256)) return false;
    const jwk = key.export({ format: 'jwk' });
    ['d', 'x', 'y'].forEach((name, index) => HEAPU8.set(Buffer.from(jwk[name], 'base64url'), numbers + 32 * index));
    return true;
  } catch {
    return false;
  }
});

EM_JS(bool, agent_access_sign, (const void* scalar, const void* x, const void* y, const void* message, size_t size, void* signature), {
  try {
    const number = (at) => Buffer.from(HEAPU8.subarray(at, at + 32)).toString('base64url');
    const { createPrivateKey, sign } = require('node:crypto');
    const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: number(scalar), x: number(x), y: number(y) }, format: 'jwk' });
    HEAPU8.set(sign('sha256', HEAPU8.subarray(message, message + size), { key, dsaEncoding: 'ieee-p1363' }), signature);
    return true;
  } catch {
    return false;
  }
});

/// 1: valid, 0: not, -1: not decided.
EM_JS(int, agent_access_verify, (const void* x, const void* y, const void* message, size_t size, const void* signature), {
  try {
    const number = (at) => Buffer.from(HEAPU8.subarray(at, at + 32)).toString('base64url');
    const { createPublicKey, verify } = require('node:crypto');
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: number(x), y: number(y) }, format: 'jwk' });
    const given = HEAPU8.subarray(signature, signature + 64);
    return verify('sha256', HEAPU8.subarray(message, message + size), { key, dsaEncoding: 'ieee-p1363' }, given) ? 1 : 0;
  } catch {
    return -1;
  }
});
// clang-format on

namespace agent_access::crypto {

struct PublicKey::State {
  Coordinate x;
  Coordinate y;
};

PublicKey::PublicKey(std::shared_ptr<const State> state) : state_(std::move(state)) {}

const Coordinate& PublicKey::x() const noexcept { return state_->x; }
const Coordinate& PublicKey::y() const noexcept { return state_->y; }

base::Result<PublicKey, CryptoFault> PublicKey::from_coordinates(const Coordinate& x, const Coordinate& y) {
  if (!agent_access_is_public_key(x.data(), y.data())) return base::Failure(CryptoFault::invalid_key);
  return PublicKey(std::make_shared<const State>(x, y));
}

struct PrivateKey::State {
  base::SecretBytes scalar;
  PublicKey public_key;
};

PrivateKey::PrivateKey(std::shared_ptr<const State> state) : state_(std::move(state)) {}

const PublicKey& PrivateKey::public_key() const noexcept { return state_->public_key; }

base::Result<PrivateKey, CryptoFault> PrivateKey::from_scalar(base::ByteView scalar) {
  if (scalar.size() != 32 || !is_in_range(scalar.first<32>())) return base::Failure(CryptoFault::invalid_key);
  std::array<std::byte, 65> point;
  if (!agent_access_public_point(scalar.data(), point.data())) return base::Failure(CryptoFault::library_failure);
  Coordinate x;
  Coordinate y;
  std::ranges::copy(std::span(point).subspan<1, 32>(), x.begin());
  std::ranges::copy(std::span(point).subspan<33, 32>(), y.begin());
  auto public_key = PublicKey::from_coordinates(x, y);
  if (!public_key) return base::Failure(public_key.error());
  return PrivateKey(std::make_shared<const State>(base::SecretBytes(scalar), std::move(*public_key)));
}

base::Result<PrivateKey, CryptoFault> PrivateKey::from_pem(std::string_view pem) {
  base::SecretBytes numbers(96);
  if (pem.empty() || pem.size() > INT_MAX ||
      !agent_access_read_pem(pem.data(), pem.size(), numbers.reveal_for_writing().data())) {
    return base::Failure(CryptoFault::invalid_key);
  }
  auto key = from_scalar(numbers.reveal().first(32));
  // A file may state a public key that does not belong to its private key; no token could then be verified.
  if (key && (!std::ranges::equal(key->public_key().x(), numbers.reveal().subspan(32, 32)) ||
              !std::ranges::equal(key->public_key().y(), numbers.reveal().last(32)))) {
    return base::Failure(CryptoFault::invalid_key);
  }
  return key;
}

struct Signer::State {
  PrivateKey key;
};

Signer::Signer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Signer::Signer(Signer&&) noexcept = default;
Signer& Signer::operator=(Signer&&) noexcept = default;
Signer::~Signer() = default;

base::Result<Signer, CryptoFault> Signer::create(const PrivateKey& key) { return Signer(std::make_unique<State>(key)); }

base::Result<Signature, CryptoFault> Signer::sign(base::ByteView message) noexcept {
  const auto& key = *state_->key.state_;
  Signature signature;
  if (!agent_access_sign(key.scalar.reveal().data(), key.public_key.x().data(), key.public_key.y().data(),
                         message.data(), message.size(), signature.data())) {
    return base::Failure(CryptoFault::library_failure);
  }
  make_low(signature);
  return signature;
}

struct Verifier::State {
  PublicKey key;
};

Verifier::Verifier(std::unique_ptr<State> state) : state_(std::move(state)) {}
Verifier::Verifier(Verifier&&) noexcept = default;
Verifier& Verifier::operator=(Verifier&&) noexcept = default;
Verifier::~Verifier() = default;

base::Result<Verifier, CryptoFault> Verifier::create(const PublicKey& key) {
  return Verifier(std::make_unique<State>(key));
}

SignatureVerdict Verifier::verify(base::ByteView message, base::ByteView signature, SignatureForm form) noexcept {
  if (signature.size() != sizeof(Signature)) return SignatureVerdict::invalid;
  const auto s = signature.last<32>();
  if (!is_in_range(signature.first<32>()) || !is_in_range(s)) return SignatureVerdict::invalid;
  if (form == SignatureForm::low_only && !is_low(s)) return SignatureVerdict::invalid;
  const int answer = agent_access_verify(state_->key.x().data(), state_->key.y().data(), message.data(), message.size(),
                                         signature.data());
  return answer == 1 ? SignatureVerdict::valid : answer == 0 ? SignatureVerdict::invalid : SignatureVerdict::undecided;
}

/// Node.js verifies messages, which it hashes itself.
SignatureVerdict Verifier::verify_digest(const Digest& /*digest*/, base::ByteView signature,
                                         SignatureForm /*form*/) noexcept {
  return signature.size() == sizeof(Signature) ? SignatureVerdict::undecided : SignatureVerdict::invalid;
}

}  // namespace agent_access::crypto
