// HKDF of crypto/digest.hpp, made of HMAC.
#include <algorithm>

#include "base/secret.hpp"
#include "crypto/digest.hpp"

namespace agent_access::crypto {
namespace {

/// RFC 5869 section 2.3: T(i) = HMAC(PRK, T(i-1) || info || i), concatenated and cut to length.
base::Result<base::SecretBytes, CryptoFault> expand(HmacSha256& keyed, base::ByteView info, std::size_t length) {
  base::SecretBytes output(length);
  base::SecretBytes block(sizeof(Digest) + info.size() + 1);
  const auto input = block.reveal_for_writing();
  std::ranges::copy(info, input.begin() + sizeof(Digest));

  for (std::size_t done = 0, counter = 1; done < length; ++counter) {
    input.back() = static_cast<std::byte>(counter);
    auto tag = keyed.tag(done == 0 ? input.subspan(sizeof(Digest)) : input);
    if (!tag) return base::Failure(tag.error());
    std::ranges::copy(*tag, input.begin());
    base::wipe(*tag);
    const std::size_t size = std::min(sizeof(Digest), length - done);
    std::ranges::copy(input.first(size), output.reveal_for_writing().begin() + static_cast<std::ptrdiff_t>(done));
    done += size;
  }
  return output;
}

}  // namespace

base::Result<base::SecretBytes, CryptoFault> hkdf_sha256(base::ByteView input_key, base::ByteView salt,
                                                         base::ByteView info, std::size_t length) {
  if (length > 255 * sizeof(Digest)) return base::Failure(CryptoFault::output_too_long);
  // An absent salt is a string of zeros, and HMAC pads every short key with zeros.
  auto extractor = HmacSha256::create(salt);
  if (!extractor) return base::Failure(extractor.error());
  auto pseudorandom_key = extractor->tag(input_key);
  if (!pseudorandom_key) return base::Failure(pseudorandom_key.error());
  auto keyed = HmacSha256::create(*pseudorandom_key);
  base::wipe(*pseudorandom_key);
  if (!keyed) return base::Failure(keyed.error());
  return expand(*keyed, info, length);
}

}  // namespace agent_access::crypto
