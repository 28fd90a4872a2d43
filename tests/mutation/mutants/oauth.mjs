// What a token says, and client authentication.
//
// Not listed, because no input can tell it from its absence: a secret that is malformed or of another size is compared as
// zero bytes, which no HMAC of SHA-256 is known to equal.
import { of } from '../of.mjs'

const bearer = [
  ['exp is optional', 'if (!claims.expires_at) return Failure(BearerFault::invalid_claims);', 'if (!claims.expires_at) return now + std::chrono::seconds{1};'],
  ['a token never expires', 'if (moment >= *claims.expires_at) return Failure(BearerFault::expired);', ''],
  ['a token lives one second longer', 'if (moment >= *claims.expires_at)', 'if (moment > *claims.expires_at)'],
  ['iat is optional', 'if (!claims.issued_at || *claims.issued_at > moment', 'if (claims.issued_at && *claims.issued_at > moment'],
  ['iat may be any time ahead', 'if (!claims.issued_at || *claims.issued_at > moment + kClockSkew.count())', 'if (!claims.issued_at)'],
  ['iat may be a second further ahead', '> moment + kClockSkew.count()', '> moment + kClockSkew.count() + 1'],
  ['nbf is not read', 'if (claims.not_before && *claims.not_before > moment) return Failure(BearerFault::invalid_claims);', ''],
  ['a token may live for any time', 'if (*claims.expires_at - *claims.issued_at > kTokenLifetime.count()) return Failure(BearerFault::lives_too_long);', ''],
  ['a token may live a second longer than 900', '*claims.expires_at - *claims.issued_at > kTokenLifetime.count()', '*claims.expires_at - *claims.issued_at > kTokenLifetime.count() + 1'],
  ['a token of 900 seconds lives too long', '*claims.expires_at - *claims.issued_at > kTokenLifetime.count()', '*claims.expires_at - *claims.issued_at >= kTokenLifetime.count()'],
  ['scope matches by its beginning', 'if (scope.substr(0, end) == kScope) return true;', 'if (scope.starts_with(kScope)) return true;'],
  ['scope is not checked', 'if (!claims.scope || !grants_profile(*claims.scope)) return Failure(BearerFault::insufficient_scope);', ''],
  ['scope may be missing', 'if (!claims.scope || !grants_profile(*claims.scope))', 'if (claims.scope && !grants_profile(*claims.scope))'],
  ['sub may be another than client_id', 'if (!claims.client_id || claims.subject != claims.client_id) return std::nullopt;', 'if (!claims.client_id) return std::nullopt;'],
  ['client_id need not be a UUID', 'if (!client_id) return Failure(BearerFault::invalid_claims);', 'if (!client_id) return VerifiedBearer{.grant = AccessGrant(ClientId{}, *expires_at), .trace = {}};'],
  ['a retired key is still taken', 'if (!is_accepted(token->key_id(), now)) return Failure(BearerFault::invalid_signature);', ''],
  ['a key counts at the moment its window ends', 'window.from <= now && now < window.until', 'window.from <= now && now <= window.until'],
  ['a key counts before its window', 'window.from <= now && now < window.until', 'now < window.until'],
  ['iss is not checked', 'if (!claims.issuer || !contains(issuers_, *claims.issuer)) return Failure(BearerFault::invalid_claims);', ''],
  ['iss may be missing', 'if (!claims.issuer || !contains(issuers_, *claims.issuer))', 'if (claims.issuer && !contains(issuers_, *claims.issuer))'],
  ['aud is not checked', 'if (!is_for_us) return Failure(BearerFault::wrong_audience);', ''],
  ['jti may be missing', 'if (!claims.token_id || claims.token_id->empty()) return Failure(BearerFault::invalid_claims);', 'if (claims.token_id && claims.token_id->empty()) return Failure(BearerFault::invalid_claims); if (!claims.token_id) return VerifiedBearer{.grant = AccessGrant(*client_id, *expires_at), .trace = {}};'],
  ['jti may be empty', 'if (!claims.token_id || claims.token_id->empty())', 'if (!claims.token_id)'],
  ['a remembered token never expires', 'if (now >= expires_at) return base::Failure<BearerFault>(BearerFault::expired);', ''],
  ['a remembered token lives one second longer', 'if (now >= expires_at)', 'if (now > expires_at)'],
  ['any scheme is Bearer', 'if (space == std::string_view::npos || !is_scheme(authorization.substr(0, space))) return refused;', 'if (space == std::string_view::npos) return refused;'],
  ['"bearer" compares with case', 'return given == lower || (given >= \'A\' && given <= \'Z\' && given - \'A\' + \'a\' == lower);', 'return given == lower;'],
  ['an empty token is a token', 'return !unpadded.empty() && base::all_in_lanes(', 'return base::all_in_lanes('],
  ['a token may be of any characters', 'return !unpadded.empty() && base::all_in_lanes(', 'return !unpadded.empty() || base::all_in_lanes(']
]

const client = [
  ['the comparison\'s result is ignored', 'matches |= static_cast<unsigned>(crypto::constant_time_equal(*expected, presented.bytes));', 'matches = 1;'],
  ['only the last master counts', 'matches |= static_cast', 'matches = static_cast'],
  ['previous masters are not tried', 'for (auto& mac : macs_) {', 'for (auto& mac : std::span(macs_).first(1)) {'],
  ['the secret is of no client in particular', 'auto expected = secret_of(id, mac);', 'auto expected = secret_of(ClientId{}, mac);'],
  ['a malformed id is the zero id', 'matches & static_cast<unsigned>(parsed_id.has_value()) & static_cast', 'matches & static_cast'],
  ['a refused client is accepted', 'if (accepted == 0) return base::Failure<TokenFault>(TokenFault::invalid_client);', ''],
  ['the id is not part of the secret', 'std::ranges::copy(client_id.bytes, message.begin() + label::kClientSecret.size() + 1);', ''],
  ['new secrets come from the oldest master', 'secret_of(*client_id, macs_.front())', 'secret_of(*client_id, macs_.back())'],
  ['names may be empty', 'return length > 0;', 'return true;'],
  ['names may have any length', 'if (++length > kMaxNameLength) return false;', '++length;'],
  ['names may be one too long', 'if (++length > kMaxNameLength) return false;', 'if (++length > kMaxNameLength + 1) return false;'],
  ['names may hold control characters', 'if (!code_point || is_control(*code_point)) return false;', 'if (!code_point) return false;'],
  ['names may hold C1 controls', 'return code_point <= 0x1f || (code_point >= 0x7f && code_point <= 0x9f);', 'return code_point <= 0x1f || code_point == 0x7f;'],
  ['names may hold overlong UTF-8', 'if (code_point < form->smallest || code_point > 0x10ffff', 'if (code_point > 0x10ffff'],
  ['names may hold code points beyond Unicode', '|| code_point > 0x10ffff || is_surrogate', '|| is_surrogate'],
  ['names may hold surrogates', ' || is_surrogate) return std::nullopt;', ') return std::nullopt;'],
  ['continuation bytes may be any', 'if ((byte & 0xc0U) != 0x80U) return std::nullopt;', '']
]

export default [
  ...of('src/oauth/bearer.cpp', ['oauth'], bearer),
  ...of('src/oauth/client.cpp', ['oauth'], client)
]
