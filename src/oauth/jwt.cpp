#include "oauth/jwt.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "json/json_text.hpp"
#include "json/local_memory.hpp"
#include "json/members.hpp"
#include "json/reader.hpp"

namespace agent_access::oauth {
namespace {

namespace bj = boost::json;
using Refused = base::Failure<JwtFault>;

struct Segments {
  std::string_view header;
  std::string_view payload;
  std::string_view signature;
  std::string_view signed_part;  ///< header '.' payload, as received
};

/// At the first two dots. The segments may be empty; a further dot is in the signature, which then is no base64url.
std::optional<Segments> split(std::string_view compact) noexcept {
  const std::size_t first = compact.find('.');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = compact.find('.', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  return Segments{compact.substr(0, first), compact.substr(first + 1, second - first - 1), compact.substr(second + 1),
                  compact.substr(0, second)};
}

/// The decoded parts of a token, without heap allocation.
class Decoded {
 public:
  /// These three return false unless the text is canonical base64url and not empty, and a signature has 64 bytes.
  [[nodiscard]] bool read_signature(std::string_view text) noexcept {
    return base::base64url_decode_to(text, signature_) == signature_.size();
  }
  [[nodiscard]] bool read_header(std::string_view text) noexcept { return read(text, header_); }
  [[nodiscard]] bool read_payload(std::string_view text) noexcept { return read(text, payload_); }

  [[nodiscard]] std::string_view header() const noexcept { return header_; }
  [[nodiscard]] std::string_view payload() const noexcept { return payload_; }
  [[nodiscard]] base::ByteView signature() const noexcept { return signature_; }

 private:
  bool read(std::string_view text, std::string_view& part) noexcept {
    const auto room = std::span(bytes_).subspan(used_);
    const auto size = base::base64url_decode_to(text, room);
    if (text.empty() || !size) return false;
    part = base::text_of(room.first(*size));
    used_ += *size;
    return true;
  }

  std::array<std::byte, kMaxTokenSize / 4 * 3> bytes_;
  std::size_t used_ = 0;
  crypto::Signature signature_;
  std::string_view header_;
  std::string_view payload_;
};

/// Compares ASCII without case, as RFC 2045 section 5.1 requires for media types.
bool equals_ignoring_case(std::string_view text, std::string_view lower_case) noexcept {
  return std::ranges::equal(text, lower_case, {}, base::lower);
}

/// RFC 9068 section 2.1 and RFC 7515 section 4.1.9: "application/" may be omitted.
bool is_access_token_type(std::string_view type) noexcept {
  return equals_ignoring_case(type, "at+jwt") || equals_ignoring_case(type, "application/at+jwt");
}

/// Only the three members that this service issues. So `crit`, `jku`, `jwk`, `x5u`, `b64` and `zip` are refused.
bool has_known_members_only(const bj::object& header) noexcept {
  return std::ranges::all_of(header, [](const bj::key_value_pair& member) {
    return member.key() == "alg" || member.key() == "typ" || member.key() == "kid";
  });
}

base::Result<TrustedKey*, JwtFault> select_key(std::string_view header_text, std::span<TrustedKey> keys) {
  const auto header = json::read_object(header_text);
  if (!header || !has_known_members_only(*header)) return Refused(JwtFault::invalid_header);
  if (json::as_text(header->if_contains("alg")) != "ES256") return Refused(JwtFault::invalid_header);
  const auto type = json::as_text(header->if_contains("typ"));
  if (!type || !is_access_token_type(*type)) return Refused(JwtFault::wrong_type);
  const auto key_id = json::as_text(header->if_contains("kid"));
  const auto found = key_id ? std::ranges::find(keys, *key_id, &TrustedKey::key_id) : keys.end();
  if (found == keys.end()) return Refused(JwtFault::unknown_key);
  return &*found;
}

bool read_claim(const bj::value& value, std::optional<std::string>& to) {
  if (value.is_string()) to.emplace(value.get_string());
  return value.is_string();
}

/// RFC 7519 section 2, NumericDate; fractions, which it permits, are refused.
bool read_claim(const bj::value& value, std::optional<std::int64_t>& to) {
  if (!value.is_int64() || value.get_int64() < 0) return false;
  to = value.get_int64();
  return true;
}

/// RFC 7519 section 4.1.3: the audience is one string or an array of strings.
bool read_claim(const bj::value& value, std::vector<std::string>& to) {
  const bool is_list = value.is_array();
  const std::span all = is_list ? std::span(value.get_array().data(), value.get_array().size()) : std::span(&value, 1);
  to.reserve(all.size());
  for (const bj::value& each : all) {
    if (!each.is_string()) return false;
    to.emplace_back(each.get_string());
  }
  return true;
}

/// Ignores a member that is no claim of this service. False if one has the wrong type.
bool read_member(std::string_view name, const bj::value& value, Claims& to) {
  if (name == "iss") return read_claim(value, to.issuer);
  if (name == "sub") return read_claim(value, to.subject);
  if (name == "aud") return read_claim(value, to.audience);
  if (name == "exp") return read_claim(value, to.expires_at);
  if (name == "nbf") return read_claim(value, to.not_before);
  if (name == "iat") return read_claim(value, to.issued_at);
  if (name == "jti") return read_claim(value, to.token_id);
  if (name == "scope") return read_claim(value, to.scope);
  return name != "client_id" || read_claim(value, to.client_id);
}

/// Nothing if the payload is not one JSON object by the rules of json/reader.hpp, or a claim has the wrong type.
std::optional<Claims> read_claims(std::string_view payload) {
  json::LocalMemory memory;
  const auto object = json::read_object(payload, json::kForeignJson, &memory);
  if (!object) return std::nullopt;
  std::optional<Claims> claims(std::in_place);
  for (const auto& member : *object) {
    if (!read_member(member.key(), member.value(), *claims)) return std::nullopt;
  }
  return claims;
}

}  // namespace

std::string access_token_header(std::string_view key_id) {
  const std::string header = R"({"alg":"ES256","typ":"at+jwt","kid":)" + json::json_string(key_id) + "}";
  return base::base64url_encode(base::bytes_of(header));
}

base::Result<VerifiedJwt, JwtFault> verify(std::string_view compact, std::span<TrustedKey> keys) {
  if (compact.size() > kMaxTokenSize) return Refused(JwtFault::too_large);
  const auto segments = split(compact);
  if (!segments) return Refused(JwtFault::malformed);
  // The header that this service issues needs no parsing.
  const auto usual = std::ranges::find(keys, segments->header, &TrustedKey::header);
  Decoded token;
  if (!token.read_signature(segments->signature) || !token.read_payload(segments->payload) ||
      (usual == keys.end() && !token.read_header(segments->header))) {
    return Refused(JwtFault::malformed);
  }
  const auto key = usual == keys.end() ? select_key(token.header(), keys) : &*usual;
  if (!key) return Refused(key.error());
  // Over the received bytes, not over values parsed from them.
  const auto verdict = (*key)->verifier.verify(base::bytes_of(segments->signed_part), token.signature());
  if (verdict == crypto::SignatureVerdict::undecided) return Refused(JwtFault::unavailable);
  if (verdict != crypto::SignatureVerdict::valid) return Refused(JwtFault::invalid_signature);
  auto claims = read_claims(token.payload());
  if (!claims) return Refused(JwtFault::invalid_claims);
  return VerifiedJwt(std::move(*claims), (*key)->key_id);
}

}  // namespace agent_access::oauth
