#include "oauth/jwt.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "json/json_text.hpp"
#include "json/strict_reader.hpp"

namespace agent_access::oauth {
namespace {

namespace bj = boost::json;
using Fault = base::Failure<JwtFault>;

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

template <class Value>
struct NamedClaim {
  std::string_view name;
  std::optional<Value> Claims::* value;
};

constexpr std::array<NamedClaim<std::string>, 5> kTexts = {{{"iss", &Claims::issuer},
                                                            {"sub", &Claims::subject},
                                                            {"client_id", &Claims::client_id},
                                                            {"scope", &Claims::scope},
                                                            {"jti", &Claims::token_id}}};
constexpr std::array<NamedClaim<std::int64_t>, 3> kTimes = {
    {{"exp", &Claims::expires_at}, {"iat", &Claims::issued_at}, {"nbf", &Claims::not_before}}};

/// Fills the claims and stops at the first one of the wrong type. A claim that already has a value is a duplicate name;
/// StrictEvents finds the duplicates of other names.
class ClaimsEvents : public json::StrictEvents {
 public:
  ClaimsEvents() : StrictEvents(json::Root::object) {}

  Claims claims;

  bool on_object_begin(Error& error) {
    if (depth() > 0 && is_claim()) return stop(error);
    return StrictEvents::on_object_begin(error);
  }

  /// RFC 7519 section 4.1.3: the audience is one string or an array of strings.
  bool on_array_begin(Error& error) {
    const bool may_begin = is_audience_ ? depth() == 1 : !is_claim();
    if (is_audience_) claims.audience.reserve(2);  // as in the tokens of this service
    return may_begin ? StrictEvents::on_array_begin(error) : stop(error);
  }

  bool on_key(Text part, std::size_t size, Error& error) {
    if (depth() > 1) return StrictEvents::on_key(part, size, error);
    const std::string_view name = whole(part);
    text_claim_ = find(kTexts, name);
    time_claim_ = find(kTimes, name);
    is_audience_ = name == "aud";
    if (!is_claim()) return add_name(name, error);
    const bool is_second = (text_claim_ != nullptr && text_claim_->has_value()) ||
                           (time_claim_ != nullptr && time_claim_->has_value()) ||
                           (is_audience_ && std::exchange(has_audience_, true));
    return is_second ? stop(error) : true;
  }

  bool on_string_part(Text part, std::size_t, Error&) { return add_part(part); }
  bool on_string(Text part, std::size_t, Error& error) {
    const std::string_view text = whole(part);
    if (text_claim_ != nullptr) {
      text_claim_->emplace(text);
      return true;
    }
    if (is_audience_) {
      claims.audience.emplace_back(text);
      return true;
    }
    return on_other(error);
  }

  /// RFC 7519 section 2, NumericDate; fractions, which it permits, are refused.
  bool on_int64(std::int64_t number, Text, Error& error) {
    if (time_claim_ == nullptr) return on_other(error);
    *time_claim_ = number;
    if (number < 0) return stop(error);
    return true;
  }

  bool on_double(double number, Text text, Error& error) {
    return on_other(error) && StrictEvents::on_double(number, text, error);
  }
  bool on_uint64(std::uint64_t, Text, Error& error) { return on_other(error); }
  bool on_bool(bool, Error& error) { return on_other(error); }
  bool on_null(Error& error) { return on_other(error); }

 private:
  /// Whether the current value belongs to a claim.
  [[nodiscard]] bool is_claim() const noexcept {
    return text_claim_ != nullptr || time_claim_ != nullptr || is_audience_;
  }

  /// A value of a type that no claim has.
  bool on_other(Error& error) {
    if (depth() == 0 || is_claim()) return stop(error);
    return true;
  }

  template <class Value, std::size_t kCount>
  std::optional<Value>* find(const std::array<NamedClaim<Value>, kCount>& all, std::string_view name) noexcept {
    // Comparing the first letter avoids most calls that compare names.
    const auto* const found = std::ranges::find_if(
        all, [name](const auto& each) { return name.starts_with(each.name[0]) && each.name == name; });
    return found == all.end() ? nullptr : &(claims.*found->value);
  }

  // Where the value of the current member is stored; none of the three for a member that is not a claim.
  std::optional<std::string>* text_claim_ = nullptr;
  std::optional<std::int64_t>* time_claim_ = nullptr;
  bool is_audience_ = false;
  bool has_audience_ = false;
};

/// Read while the payload is parsed, without building a JSON value. Nothing if it is not one JSON object by the rules
/// of strict_reader.hpp, or a claim has the wrong type.
std::optional<Claims> read_claims(std::string_view payload) {
  json::StrictReader<ClaimsEvents> reader(json::kMaxForeignDepth);
  if (!reader.read(payload)) return std::nullopt;
  return std::move(reader.events().claims);
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

}  // namespace agent_access::oauth
