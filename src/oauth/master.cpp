#include "oauth/master.hpp"

#include "base/hex.hpp"
#include "crypto/digest.hpp"

namespace agent_access::oauth {
namespace {

constexpr std::string_view kSalt = "agent-access";
constexpr std::size_t kPurposeKeySize = 32;
constexpr std::size_t kFingerprintSize = 4;

}  // namespace

base::Result<MasterSecret, KeyFault> MasterSecret::parse(base::ByteView bytes) {
  if (bytes.size() < kMinMasterSize) return base::Failure<KeyFault>(KeyFault::secret_too_short);
  return MasterSecret(base::SecretBytes(bytes));
}

base::Result<base::SecretBytes, KeyFault> MasterSecret::derive(std::string_view label) const {
  auto key = crypto::hkdf_sha256(bytes_.reveal(), base::bytes_of(kSalt), base::bytes_of(label), kPurposeKeySize);
  if (!key) return base::Failure<KeyFault>(KeyFault::unavailable);
  return std::move(*key);
}

base::Result<std::string, KeyFault> MasterSecret::fingerprint() const {
  const auto key = derive(label::kFingerprint);
  if (!key) return base::Failure<KeyFault>(key.error());
  return base::to_hex(key->reveal().first(kFingerprintSize));
}

std::string label::token_key(std::uint64_t generation, std::int64_t epoch) {
  return "agent-access/token-key/v1/" + std::to_string(generation) + "/" + std::to_string(epoch);
}

}  // namespace agent_access::oauth
