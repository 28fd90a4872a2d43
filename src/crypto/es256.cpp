#include "crypto/es256.hpp"

#include <openssl/core_names.h>
#include <openssl/pem.h>

#include <algorithm>
#include <climits>
#include <utility>

#include "base/secret.hpp"
#include "crypto/ecdsa_encoding.hpp"
#include "crypto/openssl.hpp"

namespace agent_access::crypto {
namespace {

constexpr char kGroupName[] = "prime256v1";

/// 04 || x || y, SEC 1 section 2.3.3.
using Point = std::array<std::byte, 65>;

/// A key from its parts; `scalar` may be null for a public key. Null on failure.
EvpKey import_key(const Point& point, const BIGNUM* scalar) {
  const ParamsBuilder builder(OSSL_PARAM_BLD_new());
  if (!builder || OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, kGroupName, 0) != 1 ||
      OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()) != 1 ||
      (scalar != nullptr && OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_PRIV_KEY, scalar) != 1)) {
    return nullptr;
  }
  const Params params(OSSL_PARAM_BLD_to_param(builder.get()));
  const EvpKeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
  EVP_PKEY* key = nullptr;
  if (!params || !context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &key, scalar != nullptr ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY,
                        params.get()) != 1) {
    return nullptr;
  }
  return EvpKey(key);
}

bool is_valid_public_key(EVP_PKEY* key) {
  const EvpKeyContext context(EVP_PKEY_CTX_new_from_pkey(nullptr, key, nullptr));
  return context && EVP_PKEY_public_check(context.get()) == 1;
}

Point point_of(const Coordinate& x, const Coordinate& y) noexcept {
  Point point{std::byte{0x04}};
  std::ranges::copy(x, point.begin() + 1);
  std::ranges::copy(y, point.begin() + 33);
  return point;
}

/// scalar * G; EVP does not compute it when it imports a private key alone.
base::Result<Point, CryptoFault> public_point(const BIGNUM* scalar) {
  const EcGroup group(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
  const BigNumberContext scratch(BN_CTX_secure_new());
  if (!group || !scratch) return fail();
  const EcPoint point(EC_POINT_new(group.get()));
  Point encoded;
  if (!point || EC_POINT_mul(group.get(), point.get(), scalar, nullptr, nullptr, scratch.get()) != 1 ||
      EC_POINT_point2oct(group.get(), point.get(), POINT_CONVERSION_UNCOMPRESSED, octets_for_writing(encoded),
                         encoded.size(), scratch.get()) != encoded.size()) {
    return fail();
  }
  return encoded;
}

/// The number called `name` of `key`, in 32 bytes.
bool export_number(const EVP_PKEY* key, const char* name, std::span<std::byte, 32> out) {
  BIGNUM* number = BN_secure_new();
  // If it is given no number, OpenSSL allocates one outside of secure memory.
  const bool found = number != nullptr && EVP_PKEY_get_bn_param(key, name, &number) == 1;
  const BigNumber owner(number);
  return found && BN_bn2binpad(number, octets_for_writing(out), 32) == 32;
}

/// True for the named curve; the same curve spelled out as explicit parameters is refused (RFC 5480 section 2.1.1).
bool is_p256(const EVP_PKEY* key) {
  std::array<char, 32> group{};
  int explicit_parameters = 1;
  return EVP_PKEY_is_a(key, "EC") == 1 &&
         EVP_PKEY_get_int_param(key, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, &explicit_parameters) == 1 &&
         explicit_parameters == 0 && EVP_PKEY_get_group_name(key, group.data(), group.size(), nullptr) == 1 &&
         std::string_view(group.data()) == kGroupName;
}

/// Called for an encrypted PEM: fails, instead of asking for a passphrase on the terminal.
int refuse_passphrase(char*, int, int, void*) { return -1; }

}  // namespace

PublicKey::PublicKey(std::shared_ptr<const State> state) : state_(std::move(state)) {}

const Coordinate& PublicKey::x() const noexcept { return state_->x; }
const Coordinate& PublicKey::y() const noexcept { return state_->y; }

base::Result<PublicKey, CryptoFault> PublicKey::from_coordinates(const Coordinate& x, const Coordinate& y) {
  EvpKey key = import_key(point_of(x, y), nullptr);
  if (!key || !is_valid_public_key(key.get())) return fail(CryptoFault::invalid_key);
  return PublicKey(std::make_shared<const State>(std::move(key), x, y));
}

PrivateKey::PrivateKey(std::shared_ptr<const State> state) : state_(std::move(state)) {}

const PublicKey& PrivateKey::public_key() const noexcept { return state_->public_key; }

base::Result<PrivateKey, CryptoFault> PrivateKey::from_scalar(base::ByteView scalar) {
  if (scalar.size() != 32 || !is_in_range(scalar.first<32>())) return base::Failure(CryptoFault::invalid_key);
  // A number in secure memory is wiped in every copy that the parameter list makes of it.
  const BigNumber number(BN_secure_new());
  if (!number || BN_bin2bn(octets(scalar), 32, number.get()) == nullptr) return fail();
  BN_set_flags(number.get(), BN_FLG_CONSTTIME);

  const auto point = public_point(number.get());
  if (!point) return base::Failure(point.error());
  Coordinate x;
  Coordinate y;
  std::ranges::copy(std::span(*point).subspan<1, 32>(), x.begin());
  std::ranges::copy(std::span(*point).subspan<33, 32>(), y.begin());
  auto public_key = PublicKey::from_coordinates(x, y);
  if (!public_key) return base::Failure(public_key.error());
  EvpKey key = import_key(*point, number.get());
  if (!key) return fail();
  return PrivateKey(std::make_shared<const State>(std::move(key), std::move(*public_key)));
}

base::Result<PrivateKey, CryptoFault> PrivateKey::from_pem(std::string_view pem) {
  if (pem.empty() || pem.size() > INT_MAX) return base::Failure(CryptoFault::invalid_key);
  const MemoryBio bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  if (!bio) return fail();
  const EvpKey read(PEM_read_bio_PrivateKey_ex(bio.get(), nullptr, refuse_passphrase, nullptr, nullptr, nullptr));
  if (!read || !is_p256(read.get())) return fail(CryptoFault::invalid_key);

  base::SecretBytes scalar(32);
  Coordinate x;
  Coordinate y;
  if (!export_number(read.get(), OSSL_PKEY_PARAM_PRIV_KEY, scalar.reveal_for_writing().first<32>()) ||
      !export_number(read.get(), OSSL_PKEY_PARAM_EC_PUB_X, x) ||
      !export_number(read.get(), OSSL_PKEY_PARAM_EC_PUB_Y, y)) {
    return fail(CryptoFault::invalid_key);
  }
  auto key = from_scalar(scalar.reveal());
  // A file may state a public key that does not belong to its private key; no token could then be verified.
  if (key && (key->public_key().x() != x || key->public_key().y() != y)) {
    return base::Failure(CryptoFault::invalid_key);
  }
  return key;
}

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
