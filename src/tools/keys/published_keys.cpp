#include "tools/keys/published_keys.hpp"

#include "app/text/text.hpp"
#include "client/client.hpp"
#include "jose/jwk.hpp"

namespace agent_access::tools {

std::vector<jose::TrustedKey> trusted_keys(std::string_view jwks) {
  std::vector<jose::TrustedKey> keys;
  const auto parsed = jose::parse_jwks(jwks);
  if (!parsed) return keys;
  for (const auto& jwk : *parsed) {
    auto verifier = crypto::Verifier::create(jwk.key);
    if (verifier) keys.push_back({jwk.key_id, std::move(*verifier)});
  }
  return keys;
}

std::string_view describe(jose::JwtFault fault) noexcept {
  switch (fault) {
    case jose::JwtFault::too_large:
      return "longer than 4096 characters";
    case jose::JwtFault::malformed:
      return "not a compact JWS: three segments of base64url without padding, a signature of 64 bytes";
    case jose::JwtFault::invalid_header:
      return "the header is not one JSON object with unique names, or has a member that is not accepted";
    case jose::JwtFault::wrong_type:
      return "typ is not at+jwt";
    case jose::JwtFault::unknown_key:
      return "kid is absent or names no published key";
    case jose::JwtFault::invalid_signature:
      return "the signature does not match";
    case jose::JwtFault::invalid_claims:
      return "the payload is not one JSON object with unique names, or a claim has the wrong type";
    case jose::JwtFault::unavailable:
      return "the signature could not be checked: the crypto library failed";
  }
  return "";
}

base::Result<std::string, std::string> fetch_jwks(const std::string& url, const std::string& ca_file,
                                                  std::chrono::milliseconds timeout) {
  auto answer = client::fetch({.url = url, .ca_file = ca_file, .timeout = timeout});
  if (!answer) return base::Failure("cannot read the keys: " + answer.error().detail);
  if (answer->status != 200) {
    return base::Failure("cannot read the keys: " + app::printable(url) + " answered " +
                         std::to_string(answer->status) +
                         "; the address of the keys is jwks_uri of the authorization server metadata");
  }
  return std::move(answer->body);
}

}  // namespace agent_access::tools
