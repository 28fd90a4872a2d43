#include "jose/claims_reader.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "json/strict_reader.hpp"

namespace agent_access::jose {
namespace {

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

}  // namespace

std::optional<Claims> read_claims(std::string_view payload) {
  json::StrictReader<ClaimsEvents> reader(json::kMaxForeignDepth);
  if (!reader.read(payload)) return std::nullopt;
  return std::move(reader.events().claims);
}

}  // namespace agent_access::jose
