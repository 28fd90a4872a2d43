#include "jose/json_signature.hpp"

#include "base/base64url.hpp"
#include "base/bytes.hpp"
#include "json/json_text.hpp"
#include "json/members.hpp"
#include "json/strict_value.hpp"

namespace agent_access::jose {

namespace {

std::string signing_input(std::string_view protected_header, const boost::json::object& document) {
  const std::string payload = json::canonical_json(document);
  return std::string(protected_header).append(".").append(base::base64url_encode(base::bytes_of(payload)));
}

}  // namespace

base::Result<JsonSignature, crypto::CryptoFault> sign_json(const boost::json::object& document,
                                                           const crypto::PrivateKey& key, std::string_view key_id,
                                                           std::string_view key_set_url) {
  const std::string header = R"({"alg":"ES256","typ":"JOSE","kid":)" + json::json_string(key_id) + R"(,"jku":)" +
                             json::json_string(key_set_url) + "}";
  JsonSignature made{base::base64url_encode(base::bytes_of(header)), {}};
  auto signer = crypto::Signer::create(key);
  if (!signer) return base::Failure<crypto::CryptoFault>(signer.error());
  const auto signature = signer->sign(base::bytes_of(signing_input(made.protected_header, document)));
  if (!signature) return base::Failure<crypto::CryptoFault>(signature.error());
  made.signature = base::base64url_encode(*signature);
  return made;
}

std::optional<SignatureHeader> read_signature_header(std::string_view protected_header) {
  const auto decoded = base::base64url_decode(protected_header);
  if (!decoded) return std::nullopt;
  const auto header = json::parse_strict_object(base::text_of(*decoded));
  if (!header || header->contains("crit") || header->contains("b64")) return std::nullopt;
  const auto algorithm = json::find_text(*header, "alg");
  const auto type = json::find_text(*header, "typ");
  const auto key_id = json::find_text(*header, "kid");
  if (!algorithm || !type || !key_id) return std::nullopt;
  return SignatureHeader{std::string(*algorithm), std::string(*type), std::string(*key_id),
                         std::string(json::text_at(*header, "jku"))};
}

crypto::SignatureVerdict verify_json(const boost::json::object& document, const JsonSignature& signature,
                                     crypto::Verifier& verifier) {
  const auto decoded = base::base64url_decode(signature.signature);
  if (!decoded) return crypto::SignatureVerdict::invalid;
  const std::string input = signing_input(signature.protected_header, document);
  return verifier.verify(base::bytes_of(input), *decoded, crypto::SignatureForm::any);
}

}  // namespace agent_access::jose
