#include "crypto/es256.hpp"

#include <algorithm>
#include <utility>

#include "crypto/ecdsa_encoding.hpp"
#include "crypto/openssl.hpp"

namespace agent_access::crypto {

struct Signer::State {
  EvpKeyContext context;
  Sha256 hasher;
};

Signer::Signer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Signer::Signer(Signer&&) noexcept = default;
Signer& Signer::operator=(Signer&&) noexcept = default;
Signer::~Signer() = default;

base::Result<Signer, CryptoFault> Signer::create(const PrivateKey& key) {
  auto hasher = Sha256::create();
  if (!hasher) return base::Failure(hasher.error());
  EvpKeyContext context(EVP_PKEY_CTX_new_from_pkey(nullptr, key.state_->key.get(), nullptr));
  if (!context || EVP_PKEY_sign_init(context.get()) != 1) return fail();
  return Signer(std::make_unique<State>(std::move(context), std::move(*hasher)));
}

base::Result<Signature, CryptoFault> Signer::sign(base::ByteView message) noexcept {
  const auto digest = state_->hasher.digest(message);
  if (!digest) return base::Failure(digest.error());
  std::array<std::byte, kMaxDerSignature> der;
  std::size_t size = der.size();
  if (EVP_PKEY_sign(state_->context.get(), octets_for_writing(der), &size, octets(*digest), digest->size()) != 1) {
    return fail();
  }
  // OpenSSL 3.0 reports success with the size -1 when there is no memory to encode the signature.
  if (size > der.size()) return fail();
  auto signature = from_der(std::span(der).first(size));
  if (!signature) return base::Failure(CryptoFault::library_failure);
  make_low(*signature);
  return *signature;
}

struct Verifier::State {
  /// Precondition: r and s in [1, n-1]. Unless it returns `valid`, it may leave entries in the error queue.
  [[nodiscard]] SignatureVerdict verify(const Digest& digest, const Signature& signature) noexcept;

  EvpKeyContext context;
  Sha256 hasher;
};

SignatureVerdict Verifier::State::verify(const Digest& digest, const Signature& signature) noexcept {
  const DerSignature der = to_der(signature);
  const int answer = EVP_PKEY_verify(context.get(), octets(der.bytes), der.size, octets(digest), digest.size());
  if (answer == 1) return SignatureVerdict::valid;
  // 0 means a wrong signature, a negative number a failure. To OpenSSL the point at infinity is a failure; FIPS 186-5
  // rejects the signature.
  const bool is_infinity = ERR_peek_error() == ERR_PACK(ERR_LIB_EC, 0, EC_R_POINT_AT_INFINITY);
  return answer == 0 || is_infinity ? SignatureVerdict::invalid : SignatureVerdict::undecided;
}

Verifier::Verifier(std::unique_ptr<State> state) : state_(std::move(state)) {}
Verifier::Verifier(Verifier&&) noexcept = default;
Verifier& Verifier::operator=(Verifier&&) noexcept = default;
Verifier::~Verifier() = default;

base::Result<Verifier, CryptoFault> Verifier::create(const PublicKey& key) {
  auto hasher = Sha256::create();
  if (!hasher) return base::Failure(hasher.error());
  EvpKeyContext context(EVP_PKEY_CTX_new_from_pkey(nullptr, key.state_->key.get(), nullptr));
  if (!context || EVP_PKEY_verify_init(context.get()) != 1) return fail();
  return Verifier(std::make_unique<State>(std::move(context), std::move(*hasher)));
}

SignatureVerdict Verifier::verify(base::ByteView message, base::ByteView signature, SignatureForm form) noexcept {
  if (signature.size() != sizeof(Signature)) return SignatureVerdict::invalid;
  const auto digest = state_->hasher.digest(message);
  return digest ? verify_digest(*digest, signature, form) : SignatureVerdict::undecided;
}

SignatureVerdict Verifier::verify_digest(const Digest& digest, base::ByteView signature, SignatureForm form) noexcept {
  Signature raw;
  if (signature.size() != raw.size()) return SignatureVerdict::invalid;
  std::ranges::copy(signature, raw.begin());
  const auto numbers = std::span<const std::byte, 64>(raw);
  if (!is_in_range(numbers.first<32>()) || !is_in_range(numbers.last<32>())) return SignatureVerdict::invalid;
  if (form == SignatureForm::low_only && !is_low(numbers.last<32>())) return SignatureVerdict::invalid;

  const SignatureVerdict verdict = state_->verify(digest, raw);
  if (verdict != SignatureVerdict::valid) ERR_clear_error();
  return verdict;
}

}  // namespace agent_access::crypto
