#include "oauth/jwk.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <optional>
#include <utility>

#include "base/base64url.hpp"
#include "json/members.hpp"
#include "json/reader.hpp"

namespace agent_access::oauth {
namespace {

namespace bj = boost::json;
using KeyFailure = base::Failure<JwkFault>;

/// True if an optional member is absent or has the wanted value.
bool is_absent_or(const bj::object& object, std::string_view name, std::string_view wanted) {
  return !object.contains(name) || json::find_text(object, name) == wanted;
}

/// RFC 7517 section 4.3: if key_ops is present, it must contain "verify".
bool may_verify(const bj::object& object) {
  const bj::value* operations = object.if_contains("key_ops");
  if (operations == nullptr) return true;
  return operations->is_array() && std::ranges::any_of(operations->get_array(), [](const bj::value& operation) {
           return operation.is_string() && operation.get_string() == "verify";
         });
}

/// RFC 7518 section 6.2.1.2: always the full 32 bytes, so a shortened coordinate is refused.
std::optional<crypto::Coordinate> coordinate(const bj::object& object, std::string_view name) {
  const auto text = json::find_text(object, name);
  crypto::Coordinate value;
  if (!text || base::base64url_decode_to(*text, value) != value.size()) return std::nullopt;
  return value;
}

base::Result<Jwk, JwkFault> read_jwk(const bj::object& object) {
  if (json::find_text(object, "kty") != "EC" || json::find_text(object, "crv") != "P-256" ||
      !is_absent_or(object, "alg", "ES256") || !is_absent_or(object, "use", "sig") || !may_verify(object)) {
    return KeyFailure(JwkFault::not_es256);
  }
  if (object.contains("d")) return KeyFailure(JwkFault::private_key);
  const auto x = coordinate(object, "x");
  const auto y = coordinate(object, "y");
  if (!x || !y) return KeyFailure(JwkFault::invalid_point);
  auto key = crypto::PublicKey::from_coordinates(*x, *y);
  if (!key) return KeyFailure(JwkFault::invalid_point);
  return Jwk{std::move(*key), std::string(json::find_text(object, "kid").value_or(""))};
}

}  // namespace

base::Result<KeyId, crypto::CryptoFault> thumbprint(const crypto::PublicKey& key) {
  auto hasher = crypto::Sha256::create();
  if (!hasher) return base::Failure(hasher.error());
  // RFC 7638 section 3.1: the required members only, in lexicographic order, no white space.
  std::string input = R"({"crv":"P-256","kty":"EC","x":")";
  input.append(base::base64url_encode(key.x())).append(R"(","y":")");
  input.append(base::base64url_encode(key.y())).append(R"("})");
  const auto digest = hasher->digest(base::bytes_of(input));
  if (!digest) return base::Failure(digest.error());
  return KeyId(base::base64url_encode(*digest));
}

std::string render_jwk(const crypto::PublicKey& key, const KeyId& key_id) {
  std::string text = R"({"kty":"EC","crv":"P-256","x":")";
  text.append(base::base64url_encode(key.x())).append(R"(","y":")");
  text.append(base::base64url_encode(key.y())).append(R"(","kid":)");
  text.append(bj::serialize(bj::string(key_id.text())));
  text.append(R"(,"use":"sig","alg":"ES256"})");
  return text;
}

base::Result<std::vector<Jwk>, JwkFault> parse_jwks(std::string_view text) {
  const auto set = json::read_object(text);
  if (!set) return KeyFailure(JwkFault::not_json);
  const bj::value* members = set->if_contains("keys");
  if (members == nullptr || !members->is_array()) return KeyFailure(JwkFault::not_json);

  std::vector<Jwk> keys;
  for (const bj::value& member : members->get_array()) {
    if (!member.is_object()) return KeyFailure(JwkFault::not_json);
    auto key = read_jwk(member.get_object());
    if (key) {
      keys.push_back(std::move(*key));
      continue;
    }
    if (key.error() != JwkFault::not_es256) return KeyFailure(key.error());
  }
  return keys;
}

}  // namespace agent_access::oauth
