#include "crypto/es256.hpp"

#include <algorithm>
#include <utility>

#include "crypto/ecdsa_encoding.hpp"
#include "crypto/es256_state.hpp"
#include "crypto/key_table.hpp"
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
  [[nodiscard]] bool matches(const Digest& digest, const Signature& signature) noexcept;

  std::shared_ptr<const PublicKey::State> key;
  EvpKeyContext context;
  Sha256 hasher;
  TableVerification by_table;
};

bool Verifier::State::matches(const Digest& digest, const Signature& signature) noexcept {
  if (const EC_GROUP* const table = key->table.get()) return by_table.matches(table, digest, signature);
  const DerSignature der = to_der(signature);
  return EVP_PKEY_verify(context.get(), octets(der.bytes), der.size, octets(digest), digest.size()) == 1;
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
  auto by_table = TableVerification::create();
  if (!by_table) return base::Failure(by_table.error());
  return Verifier(std::make_unique<State>(key.state_, std::move(context), std::move(*hasher), std::move(*by_table)));
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

  if (state_->matches(digest, raw)) return true;
  // A wrong signature and an internal failure are both a refusal, and both may leave an error behind.
  ERR_clear_error();
  return false;
}

}  // namespace agent_access::crypto
