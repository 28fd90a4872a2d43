#include "tools/token/token_reasons.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <optional>

#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "base/uuid.hpp"
#include "client/client.hpp"
#include "jose/jwk.hpp"
#include "json/members.hpp"
#include "oauth/types.hpp"

namespace agent_access::tools {
namespace {

using boost::json::object;

std::optional<object> parse_object(std::string_view text) {
  boost::system::error_code error;
  auto value = boost::json::parse({text.data(), text.size()}, error);
  if (error || !value.is_object()) return std::nullopt;
  return std::move(value.as_object());
}

std::optional<std::int64_t> time_member(const object& members, std::string_view name) {
  const auto time = json::integer_at(members, name);
  return time && *time >= 0 ? time : std::nullopt;
}

std::vector<std::string> audience_of(const object& claims) {
  if (const auto one = json::find_text(claims, "aud")) return {std::string(*one)};
  return json::texts_at(claims, "aud");
}

std::string in_quotes(std::string_view text) { return "\"" + app::printable(text, 80) + "\""; }

std::string in_quotes_or_absent(std::optional<std::string_view> text) { return text ? in_quotes(*text) : "absent"; }

crypto::SignatureVerdict verify_signature(std::string_view token, jose::TrustedKey& key, crypto::SignatureForm form) {
  const auto dot = token.rfind('.');
  const auto signature = base::base64url_decode(token.substr(dot + 1));
  if (!signature) return crypto::SignatureVerdict::invalid;
  return key.verifier.verify(base::bytes_of(token.substr(0, dot)), *signature, form);
}

/// Collects the reasons for one token; each method checks one part.
class Examiner {
 public:
  Examiner(TokenExamination& result, const std::vector<std::string>& base_urls, std::int64_t now)
      : result_(result), base_urls_(base_urls), now_(now) {}

  void header(const object& members) {
    const auto alg = json::find_text(members, "alg");
    if (alg != "ES256") refuse("alg is " + in_quotes_or_absent(alg) + ", only ES256 is accepted");
    const auto typ = json::find_text(members, "typ");
    if (!typ || !is_access_token_type(*typ)) {
      refuse("typ is " + in_quotes_or_absent(typ) + ", an access token has at+jwt");
    }
    refuse_if(members.contains("crit"), "crit is present; no critical extension is understood");
  }

  void signature(std::string_view token, const object& members, std::vector<jose::TrustedKey>& keys) {
    const auto kid = json::find_text(members, "kid");
    if (!kid) return refuse("kid is absent, so no key can be chosen");
    const auto key = std::ranges::find_if(keys, [&](const auto& k) { return k.key_id == *kid; });
    if (key == keys.end()) {
      return refuse("kid " + in_quotes(*kid) + " is not among the " + std::to_string(keys.size()) +
                    " published keys: retired, of another deployment, or forged");
    }
    // A signature that could not be verified is left to the service's verifier below.
    if (verify_signature(token, *key, crypto::SignatureForm::low_only) != crypto::SignatureVerdict::invalid) return;
    if (verify_signature(token, *key, crypto::SignatureForm::any) == crypto::SignatureVerdict::valid) {
      return refuse(
          "the signature matches, but its s is high (above half of the group's order): only the low-S form "
          "is accepted, so that a token has one valid form; replace s by n - s when signing");
    }
    refuse("the signature does not match: the token was altered or forged");
  }

  void times(const object& claims) {
    const auto expires = time_member(claims, "exp");
    const auto issued = time_member(claims, "iat");
    const auto starts = time_member(claims, "nbf");
    refuse_if(!expires, "exp is absent or not a whole number");
    if (expires && *expires <= now_) {
      refuse("expired since " + app::utc_text(*expires) + ", " + app::span_text(now_ - *expires) + " ago");
    }
    refuse_if(!issued, "iat is absent or not a whole number");
    if (issued && *issued > now_ + oauth::kClockSkew.count()) {
      refuse("issued in the future, at " + app::utc_text(*issued) + ": a clock is wrong");
    }
    if (expires && issued && *expires - *issued > oauth::kTokenLifetime.count()) {
      refuse("lives too long: exp is " + std::to_string(*expires - *issued) + " s after iat, at most " +
             std::to_string(oauth::kTokenLifetime.count()) + " s are accepted");
    }
    refuse_if(claims.contains("nbf") && (!starts || *starts > now_), "nbf: the token is not valid yet");
  }

  void issuer_and_audience(const object& claims) {
    const auto issuer = json::find_text(claims, "iss");
    if (!issuer) refuse("iss is absent");
    if (issuer && !base_urls_.empty() && std::ranges::find(base_urls_, *issuer) == base_urls_.end()) {
      refuse("iss " + in_quotes(*issuer) + " is not one of the base URLs");
    }
    auto accepted = base_urls_;
    if (accepted.empty() && issuer) {
      accepted.emplace_back(*issuer);
      result_.notes.emplace_back("no base URL is known here: iss is not checked, aud is compared with iss only");
    }
    const auto audience = audience_of(claims);
    if (audience.empty()) return refuse("aud is absent");
    const bool meets = std::ranges::any_of(audience, [&](const std::string& identifier) {
      return std::ranges::any_of(accepted, [&](const std::string& base_url) {
        return identifier == base_url || identifier == base_url + std::string(oauth::kProfilePath);
      });
    });
    if (!meets)
      refuse("wrong audience: " + in_quotes(audience.front()) +
             " is neither a base URL of the service nor its profile");
  }

  void client(const object& claims) {
    const auto subject = json::find_text(claims, "sub");
    const auto client_id = json::find_text(claims, "client_id");
    const bool has_both = subject && client_id;
    refuse_if(!has_both, "sub or client_id is absent");
    refuse_if(has_both && *subject != *client_id, "sub and client_id differ");
    refuse_if(has_both && *subject == *client_id && !base::parse_uuid(*client_id),
              "client_id is not a UUID of version 4 in lower case");
    refuse_if(json::text_at(claims, "jti").empty(), "jti is absent");
    const auto scope = std::string(json::text_at(claims, "scope"));
    refuse_if((" " + scope + " ").find(" " + std::string(oauth::kScope) + " ") == std::string::npos,
              "scope lacks read:extended; the answer would be 403 insufficient_scope");
  }

  void refuse_if(bool is_wrong, const char* reason) {
    if (is_wrong) refuse(reason);
  }
  void refuse(std::string reason) { result_.reasons.push_back(std::move(reason)); }

 private:
  static bool is_access_token_type(std::string_view text) {
    const std::string type = base::lower_case(text);
    return type == "at+jwt" || type == "application/at+jwt";
  }

  TokenExamination& result_;
  const std::vector<std::string>& base_urls_;
  std::int64_t now_;
};

}  // namespace

TokenExamination examine_token(std::string_view token, std::string_view jwks, const std::vector<std::string>& base_urls,
                               std::int64_t now) {
  TokenExamination result;
  Examiner examiner(result, base_urls, now);
  if (token.size() > jose::kMaxTokenSize) examiner.refuse(std::string(describe(jose::JwtFault::too_large)));
  auto decoded = jose::decode_unverified(token);
  if (!decoded || decoded->header.empty() || decoded->payload.empty()) {
    examiner.refuse(std::string(describe(jose::JwtFault::malformed)));
    return result;
  }
  result.header = std::move(decoded->header);
  result.payload = std::move(decoded->payload);

  auto keys = trusted_keys(jwks);
  if (keys.empty()) examiner.refuse("the JWK Set contains no usable ES256 key");
  if (const auto header = parse_object(result.header)) {
    examiner.header(*header);
    if (!keys.empty()) examiner.signature(token, *header, keys);
  } else {
    examiner.refuse(std::string(describe(jose::JwtFault::invalid_header)));
  }
  if (const auto claims = parse_object(result.payload)) {
    examiner.times(*claims);
    examiner.issuer_and_audience(*claims);
    examiner.client(*claims);
  } else {
    examiner.refuse(std::string(describe(jose::JwtFault::invalid_claims)));
  }
  // The service's own verifier decides in the end, for example about duplicate names and encodings.
  if (result.reasons.empty()) {
    const auto verified = jose::verify(token, keys);
    if (!verified) examiner.refuse(std::string(describe(verified.error())));
  }
  return result;
}

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
