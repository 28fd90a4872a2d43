#include "oauth/token.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/base64url.hpp"
#include "base/text.hpp"
#include "crypto/es256.hpp"
#include "oauth/jwt.hpp"

namespace agent_access::oauth {
namespace {

constexpr std::size_t kUuidLength = 36;
constexpr std::size_t kSignatureLength = base::base64url_encoded_size(std::tuple_size_v<crypto::Signature>);

struct SigningKey {
  KeyId key_id;
  crypto::Signer signer;
  Seconds signs_until;
  std::string header;  // encoded, with the dot that follows it
};

/// The claims of every token of one base URL, up to the value of scope. Neither a base URL (parse_base_url) nor a scope
/// (checked with the settings) has a character that JSON escapes.
struct ConstantClaims {
  std::string encoded_start;  // the leading whole groups of three bytes, encoded
  std::string text;           // from there to the value of scope, with room for the two ids
  std::size_t subject;        // offset in text
  std::size_t client_id;      // offset in text
};

ConstantClaims prepare_claims(const BaseUrl& base_url) {
  const std::string& url = base_url.text();
  const std::string room(kUuidLength, '0');
  std::string text = R"({"iss":")" + url + R"(","sub":")";
  const std::size_t subject = text.size();
  text += room + R"(","client_id":")";
  const std::size_t client_id = text.size();
  text += room + R"(","aud":[")" + url + R"(",")" + url;
  text.append(kProfilePath).append(R"("],"scope":")");
  const std::size_t start = subject - subject % 3;
  return {.encoded_start = base::base64url_encode(base::bytes_of(std::string_view(text).substr(0, start))),
          .text = text.substr(start),
          .subject = subject - start,
          .client_id = client_id - start};
}

void append_number(std::string& text, Seconds moment) {
  std::array<char, 20> digits{};
  const auto written =
      std::to_chars(digits.data(), digits.data() + digits.size(), std::int64_t{moment.time_since_epoch().count()});
  text.append(digits.data(), written.ptr);
}

/// Writes into `text` what follows the encoded start of the claims.
void write_claims(std::string& text, const ConstantClaims& constant, const IssuedToken& token, const Scopes& scopes,
                  Seconds now) {
  text.assign(constant.text);
  base::write_text(token.client_id, text.data() + constant.subject);
  base::write_text(token.client_id, text.data() + constant.client_id);
  scopes.append_text(token.scopes, text);
  text.append(R"(","iat":)");
  append_number(text, now);
  text.append(R"(,"exp":)");
  append_number(text, token.expires_at);
  text.append(R"(,"jti":")");
  const std::size_t token_id_at = text.size();
  text.append(kUuidLength, '0');
  base::write_text(token.token_id, text.data() + token_id_at);
  text.append(R"("})");
}

/// header.payload.signature in a string of its exact size; nothing when the signature cannot be made.
base::Result<std::string, TokenFault> sign_token(SigningKey& key, const ConstantClaims& constant,
                                                 std::string_view claims) {
  const std::size_t signed_size =
      key.header.size() + constant.encoded_start.size() + base::base64url_encoded_size(claims.size());
  std::string token(signed_size + 1 + kSignatureLength, '.');
  char* const claims_out =
      std::ranges::copy(constant.encoded_start, std::ranges::copy(key.header, token.data()).out).out;
  base::base64url_encode_to(base::bytes_of(claims), claims_out);
  const auto signature = key.signer.sign(base::bytes_of(std::string_view(token).substr(0, signed_size)));
  if (!signature) return base::Failure<TokenFault>(TokenFault::unavailable);
  base::base64url_encode_to(*signature, token.data() + signed_size + 1);
  return token;
}

}  // namespace

struct TokenIssuer::State {
  std::vector<SigningKey> keys;  // in order of time, never empty
  std::vector<ConstantClaims> claims;
  Scopes scopes;
  std::string buffer;

  SigningKey& key_at(Seconds now) {
    const auto key = std::ranges::find_if(keys, [now](const SigningKey& each) { return now < each.signs_until; });
    return key == keys.end() ? keys.back() : *key;
  }
};

TokenIssuer::TokenIssuer(std::unique_ptr<State> state) : state_(std::move(state)) {}
TokenIssuer::TokenIssuer(TokenIssuer&&) noexcept = default;
TokenIssuer& TokenIssuer::operator=(TokenIssuer&&) noexcept = default;
TokenIssuer::~TokenIssuer() = default;

const Scopes& TokenIssuer::scopes() const noexcept { return state_->scopes; }

base::Result<TokenIssuer, KeyFault> TokenIssuer::create(const KeySchedule& schedule, std::span<const BaseUrl> base_urls,
                                                        const Scopes& scopes) {
  auto state = std::make_unique<State>();
  for (const auto& scheduled : schedule.keys()) {
    if (scheduled.signs_from == scheduled.signs_until) continue;
    auto signer = crypto::Signer::create(scheduled.key);
    if (!signer) return base::Failure<KeyFault>(KeyFault::unavailable);
    state->keys.push_back({scheduled.key_id, std::move(*signer), scheduled.signs_until,
                           oauth::access_token_header(scheduled.key_id.text()) + "."});
  }
  if (state->keys.empty()) return base::Failure<KeyFault>(KeyFault::no_keys);
  for (const auto& base_url : base_urls) state->claims.push_back(prepare_claims(base_url));
  state->scopes = scopes;
  return TokenIssuer(std::move(state));
}

base::Result<IssuedToken, TokenFault> TokenIssuer::issue(const ClientId& client_id, ScopeSet granted,
                                                         std::size_t base_url, Seconds now, base::Random& random) {
  if (base_url >= state_->claims.size() || now < Seconds{}) return base::Failure<TokenFault>(TokenFault::unavailable);
  const auto token_id = base::random_uuid(random);
  if (!token_id) return base::Failure<TokenFault>(TokenFault::unavailable);
  SigningKey& key = state_->key_at(now);
  const ConstantClaims& constant = state_->claims[base_url];
  const Seconds expires_at = now + kTokenLifetime;
  IssuedToken issued{.access_token = {},
                     .client_id = client_id,
                     .token_id = *token_id,
                     .expires_at = expires_at,
                     .scopes = granted,
                     .key_id = key.key_id.text()};
  write_claims(state_->buffer, constant, issued, state_->scopes, now);
  auto token = sign_token(key, constant, state_->buffer);
  if (!token) return base::Failure<TokenFault>(token.error());
  issued.access_token = std::move(*token);
  return issued;
}

base::Result<IssuedToken, TokenFault> issue_token(const TokenRequest& request, std::size_t base_url, Seconds now,
                                                  ClientAuthority& clients, TokenIssuer& issuer, base::Random& random) {
  if (request.grant_type.empty()) return base::Failure<TokenFault>(TokenFault::missing_grant_type);
  if (request.grant_type != kGrantType) return base::Failure<TokenFault>(TokenFault::unsupported_grant_type);
  if (request.client_id.empty()) return base::Failure<TokenFault>(TokenFault::missing_client_id);
  if (request.client_secret.empty()) return base::Failure<TokenFault>(TokenFault::missing_client_secret);
  const auto client = clients.authenticate(request.client_id, request.client_secret);
  if (!client) return base::Failure<TokenFault>(client.error());
  const auto scopes = issuer.scopes().requested(request.scope);
  if (!scopes) return base::Failure<TokenFault>(scopes.error());
  auto issued = issuer.issue(client->client_id, *scopes, base_url, now, random);
  if (issued) issued->used_previous_master = client->used_previous_master;
  return issued;
}

}  // namespace agent_access::oauth
