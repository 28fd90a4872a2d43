// The token verifier refuses every text: the fuzzer has no private key.
#include <string_view>
#include <vector>

#include "base/base64url.hpp"
#include "crypto/es256.hpp"
#include "fuzz/target.hpp"
#include "oauth/jwk.hpp"
#include "oauth/jwt.hpp"

namespace agent_access::fuzz {
namespace {

// The public key of RFC 7515 appendix A.3, with a short kid for the corpus.
std::vector<oauth::TrustedKey> trusted_keys() {
  crypto::Coordinate x{};
  crypto::Coordinate y{};
  (void)base::base64url_decode_to("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", x);
  (void)base::base64url_decode_to("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0", y);
  auto key = crypto::PublicKey::from_coordinates(x, y);
  auto verifier = crypto::Verifier::create(key.value());
  std::vector<oauth::TrustedKey> keys;
  keys.push_back({"a", std::move(*verifier)});
  return keys;
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(jwt) {
  static auto keys = trusted_keys();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  must(!oauth::verify(text, keys));
  (void)oauth::parse_jwks(text);
}

}  // namespace agent_access::fuzz
