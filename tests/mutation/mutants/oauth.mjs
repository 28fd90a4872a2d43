// The claims of a token, and client authentication.
//
// Without a row, because no input shows a difference: a secret that is malformed or of another size is compared as zero
// bytes, and no HMAC of SHA-256 is known to equal those.
import { of } from '../of.mjs'

const bearer = [
  ['exp is optional', 'if (!claims.expires_at) return Failure(BearerFault::invalid_claims);', 'if (!claims.expires_at) return now + std::chrono::seconds{1};'],
  ['a token never expires', 'if (moment >= *claims.expires_at) return Failure(BearerFault::expired);', ''],
  ['a token is valid one second longer', 'if (moment >= *claims.expires_at)', 'if (moment > *claims.expires_at)'],
  ['iat is optional', 'if (!claims.issued_at || *claims.issued_at > moment', 'if (claims.issued_at && *claims.issued_at > moment'],
  ['iat may be any time in the future', 'if (!claims.issued_at || *claims.issued_at > moment + kClockSkew.count())', 'if (!claims.issued_at)'],
  ['iat may be one second further in the future', '> moment + kClockSkew.count()', '> moment + kClockSkew.count() + 1'],
  ['nbf is ignored', 'if (claims.not_before && *claims.not_before > moment) return Failure(BearerFault::invalid_claims);', ''],
  ['a token may have any lifetime', 'if (*claims.expires_at - *claims.issued_at > kTokenLifetime.count()) return Failure(BearerFault::lives_too_long);', ''],
  ['a token may have a lifetime of 901 seconds', '*claims.expires_at - *claims.issued_at > kTokenLifetime.count()', '*claims.expires_at - *claims.issued_at > kTokenLifetime.count() + 1'],
  ['a lifetime of 900 seconds is refused', '*claims.expires_at - *claims.issued_at > kTokenLifetime.count()', '*claims.expires_at - *claims.issued_at >= kTokenLifetime.count()'],
  ['scope is not checked', 'if (scopes.is_empty()) return Failure(BearerFault::insufficient_scope);', ''],
  ['scope may be missing', 'claims.scope ? scopes_.known_in(*claims.scope) : ScopeSet()', 'claims.scope ? scopes_.known_in(*claims.scope) : scopes_.all()'],
  ['sub may differ from client_id', 'if (!claims.client_id || claims.subject != claims.client_id) return std::nullopt;', 'if (!claims.client_id) return std::nullopt;'],
  ['client_id need not be a UUID', 'if (!client_id) return Failure(BearerFault::invalid_claims);', 'if (!client_id) return VerifiedBearer{.grant = AccessGrant(ClientId{}, std::nullopt, scopes_.known_in(*claims.scope), *expires_at), .trace = {}};'],
  ['a retired key is still accepted', 'if (!is_accepted(token->key_id(), now)) return Failure(BearerFault::invalid_signature);', ''],
  ['a key is accepted at the end of its window', 'window.from <= now && now < window.until', 'window.from <= now && now <= window.until'],
  ['a key is accepted before its window', 'window.from <= now && now < window.until', 'now < window.until'],
  ['iss is not checked', 'if (!claims.issuer || !contains(issuers_, *claims.issuer)) return Failure(BearerFault::invalid_claims);', ''],
  ['iss may be missing', 'if (!claims.issuer || !contains(issuers_, *claims.issuer))', 'if (claims.issuer && !contains(issuers_, *claims.issuer))'],
  ['aud is not checked', 'if (!is_for_us) return Failure(BearerFault::wrong_audience);', ''],
  ['jti may be missing', 'if (!claims.token_id || claims.token_id->empty()) return Failure(BearerFault::invalid_claims);', 'if (claims.token_id && claims.token_id->empty()) return Failure(BearerFault::invalid_claims); if (!claims.token_id) return VerifiedBearer{.grant = AccessGrant(*client_id, std::nullopt, scopes_.known_in(*claims.scope), *expires_at), .trace = {}};'],
  ['jti may be empty', 'if (!claims.token_id || claims.token_id->empty())', 'if (!claims.token_id)'],
  ['a remembered token never expires', 'if (now >= expires_at) return base::Failure<BearerFault>(BearerFault::expired);', ''],
  ['a remembered token is valid one second longer', 'if (now >= expires_at)', 'if (now > expires_at)'],
  ['any scheme is accepted as Bearer', 'if (space == std::string_view::npos || !is_scheme(authorization.substr(0, space))) return refused;', 'if (space == std::string_view::npos) return refused;'],
  ['"bearer" is compared with case', 'std::ranges::equal(text, kScheme, {}, base::lower)', 'text == kScheme'],
  ['an empty token is a token', 'return !unpadded.empty() && base::all_in_lanes(', 'return base::all_in_lanes('],
  ['a token may have any characters', 'return !unpadded.empty() && base::all_in_lanes(', 'return !unpadded.empty() || base::all_in_lanes(']
]

const client = [
  ['the comparison\'s result is ignored', 'matches |= static_cast<unsigned>(crypto::constant_time_equal(*expected, presented.bytes));', 'matches = 1;'],
  ['only the last master secret is compared', 'matches |= static_cast', 'matches = static_cast'],
  ['previous master secrets are not tried', 'for (auto& mac : macs_) {', 'for (auto& mac : std::span(macs_).first(1)) {'],
  ['all clients have the same secret', 'auto expected = secret_of(id, mac);', 'auto expected = secret_of(ClientId{}, mac);'],
  ['a malformed id is taken for the id of zeros', 'matches & static_cast<unsigned>(parsed_id.has_value()) & static_cast', 'matches & static_cast'],
  ['a refused client is accepted', 'if (accepted == 0) return base::Failure<TokenFault>(TokenFault::invalid_client);', ''],
  ['the id is not part of the secret', 'std::ranges::copy(client_id.bytes, message.begin() + label::kClientSecret.size() + 1);', ''],
  ['new secrets are derived from the oldest master secret', 'secret_of(*client_id, macs_.front())', 'secret_of(*client_id, macs_.back())'],
  ['names may be empty', 'return length > 0;', 'return true;'],
  ['names may have any length', 'if (++length > protocol::kClientNameCharacters) return false;', '++length;'],
  ['names may be one character too long', 'if (++length > protocol::kClientNameCharacters) return false;', 'if (++length > protocol::kClientNameCharacters + 1) return false;'],
  ['names may contain control characters', 'if (size == 0 || is_control(name.substr(0, size))) return false;', 'if (size == 0) return false;'],
  ['names may contain C1 controls', "return character.front() == '\\xc2' && last <= 0x9f;", 'return false;'],
  ['names may be no UTF-8', 'if (size == 0 || is_control(name.substr(0, size))) return false;', 'if (size == 0) return true; if (is_control(name.substr(0, size))) return false;']
]

const scope = [
  ['scope is compared by its beginning', 'const auto found = std::ranges::find(names_, name);', 'const auto found = std::ranges::find_if(names_, [name](const std::string& each) { return name.starts_with(each); });'],
  ['a request may name an unknown scope', 'if (index == kMaxScopes) return base::Failure<TokenFault>(TokenFault::invalid_scope);', 'if (index == kMaxScopes) continue;'],
  ['a token for all scopes is what a request without scope gets', 'if (scopes.is_empty()) scopes.insert(kDefaultScope);', 'if (scopes.is_empty()) return all();'],
  ['scope is read although none is declared', 'if (!are_declared()) scope = {};', '']
]

const authorization = [
  ['the scope that is needed is not checked', 'if (grant && !grant->scopes().contains(scope)) return base::Failure(oauth::BearerFault::insufficient_scope);', '']
]

const token = [
  ['the first key signs for ever', 'return now < each.signs_until;', 'return now >= Seconds{} || now < each.signs_until;'],
  ['a token is one of the first host', 'const ConstantClaims& constant = state_->claims[base_url];', 'const ConstantClaims& constant = state_->claims[0];'],
  ['the answer names a scope that the token has not', 'scopes.append_text(token.scopes, text);', 'scopes.append_text(scopes.all(), text);'],
]

const remembered = [
  ['tokens that begin alike are one', 'context.hasher.digest(base::bytes_of(token))', 'context.hasher.digest(base::bytes_of(token.substr(0, 64)))'],
]

export default [
  ...of('src/oauth/bearer.cpp', ['oauth'], bearer),
  ...of('src/oauth/scope.cpp', ['oauth'], scope),
  ...of('src/service/authorization.cpp', [], authorization, ['conformance/scopes.test.mjs']),
  ...of('src/service/authorization.cpp', [], remembered, ['conformance/forged_tokens.test.mjs']),
  ...of('src/oauth/token.cpp', ['oauth'], token),
  ...of('src/oauth/client.cpp', ['oauth'], client)
]
