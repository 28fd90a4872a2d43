#include "jose/jwt.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/base64url.hpp"
#include "jose/strict_json.hpp"

namespace agent_access::jose {
namespace {

namespace json = boost::json;
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

/// A token's parts, decoded without touching the heap.
class Decoded {
 public:
  /// False for anything but three non-empty segments of canonical base64url with a signature of 64 bytes.
  [[nodiscard]] bool read(const Segments& segments) noexcept {
    if (segments.header.empty() || segments.payload.empty()) return false;
    if (base::base64url_decode_to(segments.signature, signature_) != signature_.size()) return false;
    const auto header_size = base::base64url_decode_to(segments.header, bytes_);
    if (!header_size) return false;
    const auto rest = std::span(bytes_).subspan(*header_size);
    const auto payload_size = base::base64url_decode_to(segments.payload, rest);
    if (!payload_size) return false;
    header_ = base::text_of(std::span(bytes_).first(*header_size));
    payload_ = base::text_of(rest.first(*payload_size));
    return true;
  }

  [[nodiscard]] std::string_view header() const noexcept { return header_; }
  [[nodiscard]] std::string_view payload() const noexcept { return payload_; }
  [[nodiscard]] base::ByteView signature() const noexcept { return signature_; }

 private:
  std::array<std::byte, kMaxTokenSize / 4 * 3> bytes_;
  crypto::Signature signature_;
  std::string_view header_;
  std::string_view payload_;
};

std::string_view view_of(const json::string& text) noexcept { return {text.data(), text.size()}; }

/// ASCII without case, RFC 2045 section 5.1 for media types.
bool equals_ignoring_case(std::string_view text, std::string_view lower_case) noexcept {
  return std::ranges::equal(text, lower_case, [](char left, char right) {
    return (left >= 'A' && left <= 'Z' ? static_cast<char>(left - 'A' + 'a') : left) == right;
  });
}

/// RFC 9068 section 2.1 and RFC 7515 section 4.1.9: "application/" may be left out.
bool is_access_token_type(const json::value* type) noexcept {
  if (type == nullptr || !type->is_string()) return false;
  const std::string_view text = view_of(type->get_string());
  return equals_ignoring_case(text, "at+jwt") || equals_ignoring_case(text, "application/at+jwt");
}

/// The three members that we issue, and no other. That refuses `crit`, `jku`, `jwk`, `x5u`, `b64` and `zip` without
/// knowing any of them.
bool has_known_members_only(const json::object& header) noexcept {
  return std::ranges::all_of(header, [](const json::key_value_pair& member) {
    return member.key() == "alg" || member.key() == "typ" || member.key() == "kid";
  });
}

base::Result<TrustedKey*, JwtFault> select_key(std::string_view header_text, std::span<TrustedKey> keys) {
  const auto header = parse_strict_object(header_text);
  if (!header || !has_known_members_only(*header)) return Fault(JwtFault::invalid_header);
  const json::value* algorithm = header->if_contains("alg");
  if (algorithm == nullptr || !algorithm->is_string() || algorithm->get_string() != "ES256") {
    return Fault(JwtFault::invalid_header);
  }
  if (!is_access_token_type(header->if_contains("typ"))) return Fault(JwtFault::wrong_type);
  const json::value* key_id = header->if_contains("kid");
  if (key_id == nullptr || !key_id->is_string()) return Fault(JwtFault::unknown_key);
  const auto found = std::ranges::find(keys, view_of(key_id->get_string()), &TrustedKey::key_id);
  if (found == keys.end()) return Fault(JwtFault::unknown_key);
  return &*found;
}

/// Reads the claims of one object; any claim of the wrong type makes `valid` false.
class ClaimReader {
 public:
  explicit ClaimReader(const json::object& object) : object_(object) {}

  [[nodiscard]] bool valid() const noexcept { return valid_; }

  std::optional<std::string> text(json::string_view name) {
    const json::value* claim = object_.if_contains(name);
    if (claim == nullptr) return std::nullopt;
    if (!claim->is_string()) return refuse();
    return std::string(view_of(claim->get_string()));
  }

  /// RFC 7519 section 2, NumericDate, without the fractions that it permits.
  std::optional<std::int64_t> time(json::string_view name) {
    const json::value* claim = object_.if_contains(name);
    if (claim == nullptr) return std::nullopt;
    if (!claim->is_int64() || claim->get_int64() < 0) return refuse();
    return claim->get_int64();
  }

  /// RFC 7519 section 4.1.3: one string or an array of strings.
  std::vector<std::string> audience() {
    const json::value* claim = object_.if_contains("aud");
    if (claim == nullptr) return {};
    std::vector<std::string> all;
    if (claim->is_string()) {
      all.emplace_back(view_of(claim->get_string()));
      return all;
    }
    valid_ = valid_ && claim->is_array();
    if (!claim->is_array()) return all;
    for (const json::value& one : claim->get_array()) {
      valid_ = valid_ && one.is_string();
      if (one.is_string()) all.emplace_back(view_of(one.get_string()));
    }
    return all;
  }

 private:
  std::nullopt_t refuse() noexcept {
    valid_ = false;
    return std::nullopt;
  }

  const json::object& object_;
  bool valid_ = true;
};

std::optional<Claims> read_claims(std::string_view payload) {
  const auto object = parse_strict_object(payload);
  if (!object) return std::nullopt;
  ClaimReader reader(*object);
  Claims claims;
  claims.issuer = reader.text("iss");
  claims.subject = reader.text("sub");
  claims.client_id = reader.text("client_id");
  claims.scope = reader.text("scope");
  claims.token_id = reader.text("jti");
  claims.audience = reader.audience();
  claims.expires_at = reader.time("exp");
  claims.issued_at = reader.time("iat");
  claims.not_before = reader.time("nbf");
  if (!reader.valid()) return std::nullopt;
  return claims;
}

}  // namespace

base::Result<VerifiedJwt, JwtFault> verify(std::string_view compact, std::span<TrustedKey> keys) {
  if (compact.size() > kMaxTokenSize) return Fault(JwtFault::too_large);
  const auto segments = split(compact);
  Decoded token;
  if (!segments || !token.read(*segments)) return Fault(JwtFault::malformed);
  const auto key = select_key(token.header(), keys);
  if (!key) return Fault(key.error());
  // Over the bytes that came, not over anything parsed from them.
  if (!(*key)->verifier.verify(base::bytes_of(segments->signed_part), token.signature())) {
    return Fault(JwtFault::invalid_signature);
  }
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
