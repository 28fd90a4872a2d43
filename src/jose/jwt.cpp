#include "jose/jwt.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "jose/claims_reader.hpp"
#include "json/json_text.hpp"
#include "json/strict_value.hpp"

namespace agent_access::jose {
namespace {

namespace bj = boost::json;
using Fault = base::Failure<JwtFault>;

struct Segments {
  std::string_view header;
  std::string_view payload;
  std::string_view signature;
  std::string_view signed_part;  ///< header '.' payload, as received
};

/// Exactly two dots. The segments may be empty.
std::optional<Segments> split(std::string_view compact) noexcept {
  const std::size_t first = compact.find('.');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = compact.find('.', first + 1);
  if (second == std::string_view::npos || compact.find('.', second + 1) != std::string_view::npos) {
    return std::nullopt;
  }
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

std::string_view view_of(const bj::string& text) noexcept { return {text.data(), text.size()}; }

/// Compares ASCII without case, as RFC 2045 section 5.1 requires for media types.
bool equals_ignoring_case(std::string_view text, std::string_view lower_case) noexcept {
  return std::ranges::equal(text, lower_case, {}, base::lower);
}

/// RFC 9068 section 2.1 and RFC 7515 section 4.1.9: "application/" may be omitted.
bool is_access_token_type(const bj::value* type) noexcept {
  if (type == nullptr || !type->is_string()) return false;
  const std::string_view text = view_of(type->get_string());
  return equals_ignoring_case(text, "at+jwt") || equals_ignoring_case(text, "application/at+jwt");
}

/// Only the three members that this service issues. So `crit`, `jku`, `jwk`, `x5u`, `b64` and `zip` are refused.
bool has_known_members_only(const bj::object& header) noexcept {
  return std::ranges::all_of(header, [](const bj::key_value_pair& member) {
    return member.key() == "alg" || member.key() == "typ" || member.key() == "kid";
  });
}

base::Result<TrustedKey*, JwtFault> select_key(std::string_view header_text, std::span<TrustedKey> keys) {
  const auto header = json::parse_strict_object(header_text);
  if (!header || !has_known_members_only(*header)) return Fault(JwtFault::invalid_header);
  const bj::value* algorithm = header->if_contains("alg");
  if (algorithm == nullptr || !algorithm->is_string() || algorithm->get_string() != "ES256") {
    return Fault(JwtFault::invalid_header);
  }
  if (!is_access_token_type(header->if_contains("typ"))) return Fault(JwtFault::wrong_type);
  const bj::value* key_id = header->if_contains("kid");
  if (key_id == nullptr || !key_id->is_string()) return Fault(JwtFault::unknown_key);
  const auto found = std::ranges::find(keys, view_of(key_id->get_string()), &TrustedKey::key_id);
  if (found == keys.end()) return Fault(JwtFault::unknown_key);
  return &*found;
}

}  // namespace

std::string access_token_header(std::string_view key_id) {
  const std::string header = R"({"alg":"ES256","typ":"at+jwt","kid":)" + json::json_string(key_id) + "}";
  return base::base64url_encode(base::bytes_of(header));
}

base::Result<VerifiedJwt, JwtFault> verify(std::string_view compact, std::span<TrustedKey> keys) {
  if (compact.size() > kMaxTokenSize) return Fault(JwtFault::too_large);
  const auto segments = split(compact);
  if (!segments) return Fault(JwtFault::malformed);
  // The header that this service issues needs no parsing.
  const auto usual = std::ranges::find(keys, segments->header, &TrustedKey::header);
  Decoded token;
  if (!token.read_signature(segments->signature) || !token.read_payload(segments->payload) ||
      (usual == keys.end() && !token.read_header(segments->header))) {
    return Fault(JwtFault::malformed);
  }
  const auto key = usual == keys.end() ? select_key(token.header(), keys) : &*usual;
  if (!key) return Fault(key.error());
  // Over the received bytes, not over values parsed from them.
  const auto verdict = (*key)->verifier.verify(base::bytes_of(segments->signed_part), token.signature());
  if (verdict == crypto::SignatureVerdict::undecided) return Fault(JwtFault::unavailable);
  if (verdict != crypto::SignatureVerdict::valid) return Fault(JwtFault::invalid_signature);
  auto claims = read_claims(token.payload());
  if (!claims) return Fault(JwtFault::invalid_claims);
  return VerifiedJwt(std::move(*claims), (*key)->key_id);
}

std::optional<UnverifiedJwt> decode_unverified(std::string_view compact) {
  const auto segments = split(compact);
  if (!segments) return std::nullopt;
  const auto header = base::base64url_decode(segments->header);
  const auto payload = base::base64url_decode(segments->payload);
  if (!header || !payload) return std::nullopt;
  return UnverifiedJwt{std::string(base::text_of(*header)), std::string(base::text_of(*payload))};
}

}  // namespace agent_access::jose
