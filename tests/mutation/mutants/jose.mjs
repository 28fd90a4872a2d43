// The token verifier.
import { of } from '../of.mjs'

const jwt = [
  ['a token may have any size', 'if (compact.size() > kMaxTokenSize) return Refused(JwtFault::too_large);', ''],
  ['header and payload may be empty', 'if (text.empty() || !size) return false;', 'if (!size) return false;'],
  ['a signature may have any size', 'return base::base64url_decode_to(text, signature_) == signature_.size();', '(void)base::base64url_decode_to(text, signature_); return true;'],
  ['a header that cannot be decoded is accepted', '!token.read_header(segments->header)', '!(token.read_header(segments->header) || true)'],
  ['a payload that cannot be decoded is accepted', '!token.read_payload(segments->payload)', '!(token.read_payload(segments->payload) || true)'],
  ['media types are compared with case', 'std::ranges::equal(text, lower_case, {}, base::lower)', 'text == lower_case'],
  ['typ need not be a string', 'if (!type || !is_access_token_type(*type)) return', 'if (type && !is_access_token_type(*type)) return'],
  ['only the typ "at+jwt" is accepted', 'return equals_ignoring_case(type, "at+jwt") || equals_ignoring_case(type, "application/at+jwt");', 'return equals_ignoring_case(type, "at+jwt");'],
  ['typ is not checked', 'if (!type || !is_access_token_type(*type)) return Refused(JwtFault::wrong_type);', ''],
  ['other header members (crit, jwk, ...) are ignored', 'if (!header || !has_known_members_only(*header)) return Refused', 'if (!header) return Refused'],
  ['alg may be missing or no string', 'json::as_text(header->if_contains("alg")) != "ES256"', 'json::as_text(header->if_contains("alg")).value_or("ES256") != "ES256"'],
  ['alg may have any value', 'json::as_text(header->if_contains("alg")) != "ES256"', '!json::as_text(header->if_contains("alg"))'],
  ['kid may be missing, and the first key is used', ': keys.end();\n  if (found', ': keys.begin();\n  if (found'],
  ['the first key is used for an unknown kid', 'if (found == keys.end()) return Refused(JwtFault::unknown_key);', 'if (found == keys.end()) return &keys.front();'],
  ['the signature is not verified', 'if (verdict != crypto::SignatureVerdict::valid) return', 'if (false) return'],
  ['the signature covers the payload only', 'base::bytes_of(segments->signed_part)', 'base::bytes_of(segments->payload)'],
  ['every header is taken for that of the first key', 'std::ranges::find(keys, segments->header, &TrustedKey::header)', 'keys.begin()']
]

const claimsReader = [
  ['a text claim may have another type', 'return value.is_string();', 'return true;'],
  ['a time may be a fraction', 'if (!value.is_int64() || value.get_int64() < 0) return false;', 'if (value.is_double()) return true; if (!value.is_int64() || value.get_int64() < 0) return false;'],
  ['a time may be negative', '!value.is_int64() || value.get_int64() < 0', '!value.is_int64()'],
  ['an audience may have other values', 'if (!each.is_string()) return false;', 'if (!each.is_string()) continue;'],
  ['any nesting depth is accepted', 'json::read_object(payload, json::kForeignJson, &memory)', 'json::read_object(payload, {.max_depth = 1000}, &memory)'],
  ['claims that break a rule are accepted', 'if (!object) return std::nullopt;', 'if (!object) return Claims{};']
]

const reader = [
  ['a name may occur twice', 'return rules.keeps_duplicates || members_in(value) == members;', 'return true;'],
  ['numbers may be infinite', 'if (!std::isfinite(number)) return', 'if (false) return'],
  ['only the last part of a long name counts', 'if (kWalks) return follow(walk_->add_part(part), error);\n    stack_.push_chars(part);', 'if (kWalks) return follow(walk_->add_part(part), error);'],
  ['only the last part of a long text counts', 'if (!kWalks) stack_.push_chars(part);', ''],
  ['a value that is not an object is accepted', 'if (root == Root::object && object == nullptr) return false;', ''],
  ['any nesting depth is accepted', 'options.max_depth = rules.max_depth;', 'options.max_depth = 1000;'],
  ['a text of any size is read', 'if (text.size() <= rules.max_size) {', '{'],
  ['a reserved name is accepted', 'if (!rules.reserved_name.empty() && object != nullptr', 'if (false && object != nullptr'],
  ['text after the value is ignored', '== text.size() && !error) {', '> 0 && !error) {'],
  ['text that is not JSON is accepted', '== text.size() && !error) {', '== text.size()) {']
]

const walk = [
  ['a name may occur twice', 'if (!rules_.keeps_duplicates && !open_.back().names.insert(name).second) return', 'if (false) return'],
  ['names of all open objects are compared', 'open_.back().names.insert', 'open_.front().names.insert'],
  ['only the last part of a long name counts', 'parts_.append(part);', 'parts_ = part;'],
  ['the parts of the name before stay', 'std::exchange(parts_, {}).append(part)', 'parts_.append(part)'],
  ['a reserved name is accepted', 'if (is_at_top && !rules_.reserved_name.empty() && name == rules_.reserved_name) {', 'if (false) {'],
  ['a reserved name is refused at any depth', 'const bool is_at_top = open_.size() == 1;', 'const bool is_at_top = true;'],
  ['a value that is not an object is accepted', 'if (open_.empty() && root_ == Root::object && !is_object) return', 'if (false) return']
]

export default [
  ...of('src/oauth/jwt.cpp', ['oauth'], jwt),
  ...of('src/oauth/jwt.cpp', ['oauth'], claimsReader),
  ...of('src/json/reader.cpp', ['json'], reader),
  ...of('src/json/walk.cpp', ['json'], walk)
]
