#include "publish/entity_tag.hpp"

#include "base/base64url.hpp"
#include "base/bytes.hpp"
#include "crypto/digest.hpp"

namespace agent_access::publish {

namespace {

constexpr std::size_t kTagBytes = 16;

}  // namespace

std::string entity_tag(std::string_view body) {
  auto hasher = crypto::Sha256::create();
  const auto digest = hasher ? hasher->digest(base::bytes_of(body)) : base::Failure(hasher.error());
  if (!digest) return {};
  return base::base64url_encode(base::ByteView(*digest).first(kTagBytes));
}

}  // namespace agent_access::publish
