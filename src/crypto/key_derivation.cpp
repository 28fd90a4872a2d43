// PrivateKey::derive, the procedure of c2sp.org/det-keygen for P-256: HMAC_DRBG with SHA-256 (SP 800-90A
// section 10.1.2) instantiated from the seed and a personalization string, then FIPS 186-5 A.2.2, retried once.
#include <algorithm>
#include <string_view>

#include "base/secret.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "crypto/ecdsa_encoding.hpp"
#include "crypto/es256.hpp"

namespace agent_access::crypto {
namespace {

constexpr std::string_view kPersonalization = "det ECDSA key gen P-256";
constexpr std::size_t kMinSeed = 16;

using Done = base::Result<void, CryptoFault>;

/// The internal state of HMAC_DRBG and the two operations that this procedure needs.
class Generator {
 public:
  Generator() : key_(32), value_(32) { std::ranges::fill(value_.reveal_for_writing(), std::byte{0x01}); }

  /// HMAC_DRBG_Update: K = HMAC(K, V || 0x00 || data), V = HMAC(K, V), then the same again with 0x01.
  [[nodiscard]] Done update(base::ByteView seed, base::ByteView personalization) {
    if (auto done = mix(std::byte{0x00}, seed, personalization); !done) return done;
    if (seed.size() + personalization.size() == 0) return {};
    return mix(std::byte{0x01}, seed, personalization);
  }

  /// Generates the next 32 bytes of output in V.
  [[nodiscard]] Done generate() { return replace(value_, value_.reveal()); }

  [[nodiscard]] Scalar output() const noexcept { return value_.reveal().first<32>(); }

 private:
  [[nodiscard]] Done mix(std::byte separator, base::ByteView seed, base::ByteView personalization) {
    base::SecretBytes message(value_.size() + 1 + seed.size() + personalization.size());
    auto end = std::ranges::copy(value_.reveal(), message.reveal_for_writing().begin()).out;
    *end++ = separator;
    end = std::ranges::copy(seed, end).out;
    std::ranges::copy(personalization, end);
    if (auto done = replace(key_, message.reveal()); !done) return done;
    return generate();
  }

  /// target = HMAC(K, message).
  [[nodiscard]] Done replace(base::SecretBytes& target, base::ByteView message) {
    auto keyed = HmacSha256::create(key_.reveal());
    if (!keyed) return base::Failure(keyed.error());
    auto tag = keyed->tag(message);
    if (!tag) return base::Failure(tag.error());
    std::ranges::copy(*tag, target.reveal_for_writing().begin());
    base::wipe(*tag);
    return {};
  }

  base::SecretBytes key_;
  base::SecretBytes value_;
};

}  // namespace

base::Result<PrivateKey, CryptoFault> PrivateKey::derive(base::ByteView seed) {
  if (seed.size() < kMinSeed) return base::Failure(CryptoFault::invalid_key);
  Generator generator;
  if (auto done = generator.update(seed, base::bytes_of(kPersonalization)); !done) {
    return base::Failure(done.error());
  }
  if (auto done = generator.generate(); !done) return base::Failure(done.error());
  // One candidate in 2^32 is not below n. A second one in a row, or zero, is a failure: from_scalar refuses both.
  if (!is_below_order(generator.output())) {
    if (auto done = generator.update({}, {}); !done) return base::Failure(done.error());
    if (auto done = generator.generate(); !done) return base::Failure(done.error());
  }
  return from_scalar(generator.output());
}

}  // namespace agent_access::crypto
