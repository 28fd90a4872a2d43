// Checks that can each be taken away: [what is removed, text of the source, what stands there instead]. The text occurs
// exactly once in its file. A fourth element is another text, taken away too: of a check that holds what this one holds.
//
// Not listed, because no input can tell them from their absence: a secret that is malformed or of another size
// (oauth/client.cpp) is compared as zero bytes, which no HMAC of SHA-256 is known to equal; an error of Beast
// (net/second_opinion.cpp) leaves bytes unused, which is looked at too. Nor the branches for failures of OpenSSL itself:
// tests/unit/failures makes them happen.

const jwt = [
  ['a token may have any size', 'if (compact.size() > kMaxTokenSize) return Fault(JwtFault::too_large);', ''],
  ['a token may have a fourth segment', 'second == std::string_view::npos || compact.find(\'.\', second + 1) != std::string_view::npos', 'second == std::string_view::npos'],
  ['header and payload may be empty', 'if (text.empty() || !size) return false;', 'if (!size) return false;'],
  ['a signature may have any size', 'return base::base64url_decode_to(text, signature_) == signature_.size();', '(void)base::base64url_decode_to(text, signature_); return true;'],
  ['a header that does not decode is empty', '!token.read_header(segments->header)', '!(token.read_header(segments->header) || true)'],
  ['a payload that does not decode is empty', '!token.read_payload(segments->payload)', '!(token.read_payload(segments->payload) || true)'],
  ['media types compare with case', '(left >= \'A\' && left <= \'Z\' ? static_cast<char>(left - \'A\' + \'a\') : left) == right', 'left == right'],
  ['typ need not be a string', 'if (type == nullptr || !type->is_string()) return false;', 'if (type == nullptr || !type->is_string()) return true;'],
  ['typ "at+jwt" alone is known', 'return equals_ignoring_case(text, "at+jwt") || equals_ignoring_case(text, "application/at+jwt");', 'return equals_ignoring_case(text, "at+jwt");'],
  ['typ is not checked', 'if (!is_access_token_type(header->if_contains("typ"))) return Fault(JwtFault::wrong_type);', ''],
  ['other header members (crit, jwk, ...) are ignored', 'if (!header || !has_known_members_only(*header)) return Fault', 'if (!header) return Fault'],
  ['alg may be missing or no string', 'if (algorithm == nullptr || !algorithm->is_string() || algorithm->get_string() != "ES256") {', 'if (algorithm != nullptr && algorithm->is_string() && algorithm->get_string() != "ES256") {'],
  ['alg may have any value', '!algorithm->is_string() || algorithm->get_string() != "ES256"', '!algorithm->is_string()'],
  ['kid may be missing: the first key is taken', 'if (key_id == nullptr || !key_id->is_string()) return Fault(JwtFault::unknown_key);', 'if (key_id == nullptr || !key_id->is_string()) return &keys.front();'],
  ['an unknown kid means the first key', 'if (found == keys.end()) return Fault(JwtFault::unknown_key);', 'if (found == keys.end()) return &keys.front();'],
  ['the signature is not verified', 'if (verdict != crypto::SignatureVerdict::valid) return', 'if (false) return'],
  ['the signature covers the payload only', 'base::bytes_of(segments->signed_part)', 'base::bytes_of(segments->payload)'],
  ['every header is the usual one', 'std::ranges::find(keys, segments->header, &TrustedKey::header)', 'keys.begin()']
]

const claimsReader = [
  ['claims of wrong types are let through', 'if (depth_ == 0 || is_claim()) return refuse(error);', ''],
  ['a time may be negative', 'if (number < 0) return refuse(error);', ''],
  ['an object may stand for a claim', 'if (depth_ > 0 && is_claim()) return refuse(error);', ''],
  ['an array may stand anywhere', 'if (!may_begin) return refuse(error);', ''],
  ['aud may be nested', 'is_audience_ ? depth_ == 1 :', 'is_audience_ ? depth_ >= 1 :'],
  ['a claim may come twice', 'return is_second ? refuse(error) : true;', 'return true;'],
  ['aud may come twice', 'std::exchange(has_audience_, true)', 'false'],
  ['other members may come twice', 'if (!is_claim()) return NameAndNumberCheck::on_key(Text(name), name.size(), error);', 'if (!is_claim()) return true;'],
  ['a long name is known by its last piece', `    if (depth_ > 1) return NameAndNumberCheck::on_key_part(part, size, error);
    text_.append(part.data(), part.size());`, '    if (depth_ > 1) return NameAndNumberCheck::on_key_part(part, size, error);'],
  ['any depth', 'options.max_depth = kMaxJsonDepth;', 'options.max_depth = 1000;'],
  ['what follows the claims is not seen', 'if (error || read != payload.size())', 'if (error)']
]

const jsonEvents = [
  ['names may come twice', 'return std::ranges::adjacent_find(names) == names.end() ? true : refuse(error);', 'return true;'],
  ['equal names are found side by side only', 'std::ranges::sort(names);', ''],
  ['numbers may be infinite', 'return std::isfinite(number) ? true : refuse(error, boost::json::error::exponent_overflow);', 'return true;'],
  ['a long name is known by its last piece', `bool on_key_part(Text part, std::size_t, Error&) {
    name_.append(part.data(), part.size());`, `bool on_key_part(Text, std::size_t, Error&) {`]
]

const strictJson = [
  ['the strict pass is left out', 'if (error || !is_strict_json(text, max_depth)) return std::nullopt;', 'if (error) return std::nullopt;'],
  ['any depth', 'options.max_depth = max_depth;', 'options.max_depth = 1000;'],
  ['what follows the value is not seen', 'return !error && read == text.size();', 'return !error;'],
  ['any value is an object', 'if (!value || !value->is_object()) return std::nullopt;', 'if (!value) return std::nullopt; if (!value->is_object()) return json::object{};']
]

const bearer = [
  ['exp is optional', 'if (!claims.expires_at) return Failure(BearerFault::invalid_claims);', 'if (!claims.expires_at) return now + std::chrono::seconds{1};'],
  ['a token never expires', 'if (moment >= *claims.expires_at) return Failure(BearerFault::expired);', ''],
  ['a token lives one second longer', 'if (moment >= *claims.expires_at)', 'if (moment > *claims.expires_at)'],
  ['iat is optional', 'if (!claims.issued_at || *claims.issued_at > moment', 'if (claims.issued_at && *claims.issued_at > moment'],
  ['iat may be any time ahead', 'if (!claims.issued_at || *claims.issued_at > moment + kClockSkew.count())', 'if (!claims.issued_at)'],
  ['iat may be a second further ahead', '> moment + kClockSkew.count()', '> moment + kClockSkew.count() + 1'],
  ['nbf is not read', 'if (claims.not_before && *claims.not_before > moment) return Failure(BearerFault::invalid_claims);', ''],
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

const beast = 'if (!head.is_whole) return ReadFault::malformed_request;'

const framing = [
  ['a second Host is taken', 'return first_time(seen.host) && is_host(value);', 'return is_host(value);'],
  ['any Host is taken', 'return first_time(seen.host) && is_host(value);', 'return first_time(seen.host);'],
  ['Host may be missing', 'if (!seen.host) return ReadFault::malformed_request;', ''],
  ['a second Content-Length is taken', 'if (!length || !first_time(seen.length)) return false;', 'if (!length) return false;'],
  ['a malformed Content-Length is none', 'if (!length || !first_time(seen.length)) return false;', 'if (!length) return true; if (!first_time(seen.length)) return false;'],
  ['Transfer-Encoding is not looked at', 'if (seen.other_coding || (seen.chunked && seen.length)) return ReadFault::unsupported_coding;', ''],
  ['a body may have any size', 'if (seen.declared_length > limits.body) return ReadFault::body_too_large;', ''],
  ['a body may be one byte too large', 'seen.declared_length > limits.body', 'seen.declared_length > limits.body + 1'],
  ['any Expect is taken', 'if (seen.other_expectation) return ReadFault::expectation_failed;', ''],
  ['HTTP/1.0 gets a 100', 'head.expects_continue = head.minor_version == 1;', 'head.expects_continue = true;'],
  ['a second Content-Type is taken', '!http::equal_names(field.name, "content-type") || first_time(seen.content_type)', 'true'],
  ['a second Authorization is taken', '!http::equal_names(field.name, "authorization") || first_time(seen.authorization)', 'true'],
  ['field names may be any bytes, and Beast is not asked', 'if (!is_token(field.name)) return ReadFault::malformed_request;', '', beast],
  ['field names may have any length', 'if (field.name.size() > kLongestFieldName) return ReadFault::headers_too_large;', ''],
  ['underscores may disguise a name', 'if (is_disguised(field.name) || !note_field(field, head, seen))', 'if (!note_field(field, head, seen))'],
  ['a tab may stand beside a length', 'if (padded.contains(\'\\t\') && decides_end(field.name)) return ReadFault::malformed_request;', ''],
  ['any number of fields', 'if (head.fields.size() == limits.header_fields) return ReadFault::headers_too_large;', ''],
  ['any size of the header block', 'limits.header_block > used ? limits.header_block - used : 0', 'std::size_t{1} << 40U'],
  ['any length of the request line', 'scan_line(bytes, limits.request_line)', 'scan_line(bytes, std::size_t{1} << 40U)'],
  ['methods may be any bytes, and Beast is not asked', 'if (!is_token(head.method_text)) return ReadFault::malformed_request;', '', beast],
  ['targets may be any bytes', 'if (!is_origin_form(head.target)) return ReadFault::malformed_request;', ''],
  ['any version is 1.x', 'if (text[5] != \'1\' || text[7] > \'1\') return ReadFault::unsupported_version;', ''],
  ['a version may have any shape', 'if (!shaped) return ReadFault::malformed_request;', 'if (text.size() < 8) return ReadFault::malformed_request;'],
  ['Connection: close is not seen', 'seen.close = seen.close || list_has(value, "close");', ''],
  ['HTTP/1.0 is persistent', '!seen.close && (head.minor_version == 1 || seen.keep_alive)', '!seen.close'],
  ['a faulty line end only waits', 'return state == Line::State::too_long ? too_long : ReadFault::malformed_request;', 'return Incomplete{};']
]

const secondOpinion = [
  ['Beast may read another method', 'same(head_.method_text, method) && same', '(method.empty() || true) && same'],
  ['Beast may read another target', 'same(head_.target, target) && version', '(target.empty() || true) && version'],
  ['Beast may read another version', 'version == 10 + head_.minor_version', '(version > 0 || true)'],
  ['Beast may read another name', 'same(head_.fields[next_].name, name)', '(name.empty() || true)'],
  ['Beast may read another value', 'same(head_.fields[next_].value, value)', '(value.empty() || true)'],
  ['Beast may read fewer fields', ' && next_ == head_.fields.size()', ''],
  ['Beast may read another end', 'used == bytes.size()', '(used > 0 || true)'],
  ['Beast may read chunks', ' && chunked() == head_.chunked', ''],
  ['Beast may read another length', 'content_length().value_or(0) == head_.content_length', 'true'],
  ['Beast need not agree', 'return SecondOpinion(head, bytes.size()).agrees(bytes);', 'static_cast<void>(SecondOpinion(head, bytes.size()).agrees(bytes)); return true;']
]

const grammar = [
  ['lines may hold control bytes', 'ByteSet set = range(0x20, 0xff);', 'ByteSet set = range(0x01, 0xff); set[\'\\r\'] = false; set[\'\\n\'] = false;'],
  ['lines may hold DEL', `  ByteSet set = range(0x20, 0xff);
  set[0x7f] = false;`, '  ByteSet set = range(0x20, 0xff);'],
  ['a bare CR ends a line', 'if (bytes[at + 1] != \'\\n\') return {Line::State::malformed};', ''],
  ['a bare LF ends a line', 'return {at == longest ? Line::State::too_long : Line::State::malformed};', 'if (bytes[at] == \'\\n\' && at > 0) return {Line::State::complete, at - 1}; return {at == longest ? Line::State::too_long : Line::State::malformed};'],
  ['a token may be empty', 'return !text.empty() && all_in(kTokenBytes, text);', 'return all_in(kTokenBytes, text);'],
  ['a target may begin anywhere', 'return text.starts_with(\'/\') && all_in(kTargetBytes, text);', 'return all_in(kTargetBytes, text);'],
  ['a target may hold a fragment', `  ByteSet set = range(0x21, 0x7e);
  set['#'] = false;`, '  ByteSet set = range(0x21, 0x7e);'],
  ['a length may be empty', 'if (text.empty() || text.size() > 19', 'if (text.size() > 19'],
  ['a length may overflow', 'text.size() > 19 || ', ''],
  ['a length may hold anything', '|| !all_in(kDigits, text)) return std::nullopt;', ') return std::nullopt;'],
  ['a host may be empty', 'if (name.empty() || !all_in(kNameBytes, name)) return false;', 'if (!all_in(kNameBytes, name)) return false;'],
  ['a host may hold any bytes', 'if (name.empty() || !all_in(kNameBytes, name)) return false;', 'if (name.empty()) return false;'],
  ['a port may be any text', 'return colon == std::string_view::npos || is_port(text.substr(colon + 1));', 'return true;'],
  ['a port may have any length', 'return text.size() <= 5 && all_in(kDigits, text);', 'return all_in(kDigits, text);'],
  ['an IPv6 host may be any text', 'close < 3 || !all_in(kAddressBytes, text.substr(1, close - 1))', 'close < 3'],
  ['anything may follow an IPv6 host', 'return rest.empty() || (rest.front() == \':\' && is_port(rest.substr(1)));', 'return true;'],
  ['only the first element of a list counts', 'if (comma == std::string_view::npos) return false;', 'return false;'],
  ['no name is disguised', 'return std::any_of(kTrusted.begin(), kTrusted.end(), same);', 'return false;']
]

const form = [
  ['a lone % stays', 'if (percent_decode(text, bytes) != Verdict::clean) return base::Failure(FormFault::malformed_escape);', '(void)percent_decode(text, bytes);'],
  ['bytes that are no UTF-8 are repaired', 'if (decode_utf8(bytes, decoded) != Verdict::clean) return base::Failure(FormFault::not_utf8);', '(void)decode_utf8(bytes, decoded);'],
  ['names may come twice', 'if (result && has_duplicate(*result)) return base::Failure(FormFault::duplicate_name);', ''],
  ['equal names are found side by side only', 'std::ranges::sort(names);', ''],
  ['an escape may be cut off by the end', 'i + 2 < text.size()', 'i + 1 < text.size()'],
  ['overlong UTF-8 of three bytes', 'if (byte == 0xE0) return {2, 0xA0, 0xBF};', 'if (byte == 0xE0) return {2, 0x80, 0xBF};'],
  ['surrogates in UTF-8', 'if (byte == 0xED) return {2, 0x80, 0x9F};', 'if (byte == 0xED) return {2, 0x80, 0xBF};'],
  ['overlong UTF-8 of four bytes', 'if (byte == 0xF0) return {3, 0x90, 0xBF};', 'if (byte == 0xF0) return {3, 0x80, 0xBF};'],
  ['code points beyond Unicode', 'if (byte == 0xF4) return {3, 0x80, 0x8F};', 'if (byte == 0xF4) return {3, 0x80, 0xBF};'],
  ['overlong UTF-8 of two bytes', 'byte >= 0xC2 && byte <= 0xDF', 'byte >= 0xC0 && byte <= 0xDF'],
  ['a fault in a field is forgotten', 'if (!decoded_name || !decoded_value) {', 'if (!decoded_name || !decoded_value) { return true;']
]

const jsonBody = [
  ['names may come twice', 'if (!is_new) return refuse(JsonFault::duplicate_name, ec);', ''],
  ['an array is an object', 'if (names.empty() && !is_object) return refuse(JsonFault::not_an_object, ec);', ''],
  ['a scalar is an object', 'if (names.empty()) return refuse(JsonFault::not_an_object, ec);', ''],
  ['members of inner objects count', 'if (names.size() > 1) return true;', ''],
  ['numbers may be infinite', 'return std::isfinite(number) ? scalar(ec) : refuse(JsonFault::not_finite, ec);', 'return scalar(ec);'],
  ['any depth', 'options.max_depth = kMaxJsonDepth;', 'options.max_depth = 1000;'],
  ['what follows the object is not seen', 'if (ec || read != body.size()) return base::Failure(JsonFault::not_json);', 'if (ec && ec != json::error::extra_data) return base::Failure(JsonFault::not_json);'],
  ['text that is no JSON is let through', 'if (ec || read != body.size()) return base::Failure(JsonFault::not_json);', 'if (!ec && read != body.size()) return base::Failure(JsonFault::not_json);'],
  ['a value before is kept', 'member.text.clear();', '']
]

const headMemory = [
  ['a head is known by its length', 'received.starts_with(bytes_)', 'received.size() >= bytes_.size()'],
  ['a head is known by its first line', 'received.starts_with(bytes_)', "received.starts_with(bytes_.substr(0, bytes_.find('\\n')))"]
]

const headMemoryOfBytes = [
  ['what was kept before stays', 'bytes_.clear();', ''],
  ['a head of any size is kept', 'if (bytes.size() > kLargest) return;', ''],
  ['a kept head looks into what was received', 'view = {to + (view.data() - from), view.size()};', '(void)to, (void)from;']
]

const session = [
  ['a head is forgotten while an answer looks into it', 'answered_ > 0 && outbox().empty()', 'answered_ > 0']
]

const of = (file, programs, list) => list.map(([removed, text, instead, also]) => ({ file, programs, removed, text, instead, also }))

export const mutants = [
  ...of('src/jose/jwt.cpp', ['jose', 'oauth'], jwt),
  ...of('src/jose/claims_reader.cpp', ['jose', 'oauth'], claimsReader),
  ...of('src/jose/json_events.hpp', ['jose', 'oauth'], jsonEvents),
  ...of('src/jose/strict_json.cpp', ['jose', 'oauth'], strictJson),
  ...of('src/oauth/bearer.cpp', ['oauth'], bearer),
  ...of('src/oauth/client.cpp', ['oauth'], client),
  ...of('src/net/framing.cpp', ['net'], framing),
  ...of('src/net/second_opinion.cpp', ['net'], secondOpinion),
  ...of('src/net/head_memory.hpp', ['net'], headMemory),
  ...of('src/net/head_memory.cpp', ['net'], headMemoryOfBytes),
  ...of('src/net/session.cpp', ['net_session'], session),
  ...of('src/net/grammar.cpp', ['net'], grammar),
  ...of('src/http/form.cpp', ['http'], form),
  ...of('src/http/json_body.cpp', ['http'], jsonBody)
]
