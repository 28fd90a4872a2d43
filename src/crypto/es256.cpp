#include "crypto/es256.hpp"

#include <algorithm>
#include <utility>

#include "crypto/ecdsa_encoding.hpp"
#include "crypto/es256_state.hpp"
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
  // OpenSSL 3.0 calls it a success when there is no memory to encode the signature, and gives -1 for its size.
  if (size > der.size()) return fail();
  auto signature = from_der(std::span(der).first(size));
  if (!signature) return base::Failure(CryptoFault::library_failure);
  make_low(*signature);
  return *signature;
}

struct Verifier::State {
  EvpKeyContext context;
  Sha256 hasher;
};

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

bool Verifier::verify(base::ByteView message, base::ByteView signature, SignatureForm form) noexcept {
  if (signature.size() != sizeof(Signature)) return false;
  const auto digest = state_->hasher.digest(message);
  return digest && verify_digest(*digest, signature, form);
}

bool Verifier::verify_digest(const Digest& digest, base::ByteView signature, SignatureForm form) noexcept {
  Signature raw;
  if (signature.size() != raw.size()) return false;
  std::ranges::copy(signature, raw.begin());
  const auto numbers = std::span<const std::byte, 64>(raw);
  if (!is_in_range(numbers.first<32>()) || !is_in_range(numbers.last<32>())) return false;
  if (form == SignatureForm::low_only && !is_low(numbers.last<32>())) return false;

  const DerSignature der = to_der(raw);
  // A wrong signature is 0, an internal failure is negative: both are a refusal, and both may leave an error behind.
  if (EVP_PKEY_verify(state_->context.get(), octets(der.bytes), der.size, octets(digest), digest.size()) == 1) {
    return true;
  }
  ERR_clear_error();
  return false;
}

}  // namespace agent_access::crypto
