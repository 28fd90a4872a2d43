// The token verifier.
import { of } from '../of.mjs'

const jwt = [
  ['a token may have any size', 'if (compact.size() > kMaxTokenSize) return Fault(JwtFault::too_large);', ''],
  ['header and payload may be empty', 'if (text.empty() || !size) return false;', 'if (!size) return false;'],
  ['a signature may have any size', 'return base::base64url_decode_to(text, signature_) == signature_.size();', '(void)base::base64url_decode_to(text, signature_); return true;'],
  ['a header that cannot be decoded is accepted', '!token.read_header(segments->header)', '!(token.read_header(segments->header) || true)'],
  ['a payload that cannot be decoded is accepted', '!token.read_payload(segments->payload)', '!(token.read_payload(segments->payload) || true)'],
  ['media types are compared with case', 'std::ranges::equal(text, lower_case, {}, base::lower)', 'text == lower_case'],
  ['typ need not be a string', 'if (type == nullptr || !type->is_string()) return false;', 'if (type == nullptr || !type->is_string()) return true;'],
  ['only the typ "at+jwt" is accepted', 'return equals_ignoring_case(text, "at+jwt") || equals_ignoring_case(text, "application/at+jwt");', 'return equals_ignoring_case(text, "at+jwt");'],
  ['typ is not checked', 'if (!is_access_token_type(header->if_contains("typ"))) return Fault(JwtFault::wrong_type);', ''],
  ['other header members (crit, jwk, ...) are ignored', 'if (!header || !has_known_members_only(*header)) return Fault', 'if (!header) return Fault'],
  ['alg may be missing or no string', 'if (algorithm == nullptr || !algorithm->is_string() || algorithm->get_string() != "ES256") {', 'if (algorithm != nullptr && algorithm->is_string() && algorithm->get_string() != "ES256") {'],
  ['alg may have any value', '!algorithm->is_string() || algorithm->get_string() != "ES256"', '!algorithm->is_string()'],
  ['kid may be missing, and the first key is used', 'if (key_id == nullptr || !key_id->is_string()) return Fault(JwtFault::unknown_key);', 'if (key_id == nullptr || !key_id->is_string()) return &keys.front();'],
  ['the first key is used for an unknown kid', 'if (found == keys.end()) return Fault(JwtFault::unknown_key);', 'if (found == keys.end()) return &keys.front();'],
  ['the signature is not verified', 'if (verdict != crypto::SignatureVerdict::valid) return', 'if (false) return'],
  ['the signature covers the payload only', 'base::bytes_of(segments->signed_part)', 'base::bytes_of(segments->payload)'],
  ['every header is taken for that of the first key', 'std::ranges::find(keys, segments->header, &TrustedKey::header)', 'keys.begin()']
]

const claimsReader = [
  ['claims of wrong types are accepted', 'if (depth() == 0 || is_claim()) return stop(error);', ''],
  ['a time may be negative', 'if (number < 0) return stop(error);', ''],
  ['a claim may be an object', 'if (depth() > 0 && is_claim()) return stop(error);', ''],
  ['any claim may be an array', 'return may_begin ? StrictEvents::on_array_begin(error) : stop(error);', 'return StrictEvents::on_array_begin(error);'],
  ['aud may be nested', 'is_audience_ ? depth() == 1 :', 'is_audience_ ? depth() >= 1 :'],
  ['a claim may occur twice', 'return is_second ? stop(error) : true;', 'return true;'],
  ['aud may occur twice', 'std::exchange(has_audience_, true)', 'false'],
  ['other members may occur twice', 'if (!is_claim()) return add_name(name, error);', 'if (!is_claim()) return true;'],
  ['any nesting depth is accepted', 'reader(json::kMaxForeignDepth);', 'reader(1000);'],
  ['claims that break a rule are accepted', 'if (!reader.read(payload)) return std::nullopt;', 'static_cast<void>(reader.read(payload));']
]

const strictReader = [
  ['a name may occur twice', 'return names_.add(name) || refuse(error, StrictFault::duplicate_name);', 'return names_.add(name) || true;'],
  ['numbers may be infinite', 'return std::isfinite(number) ? on_value(error) : refuse(error, StrictFault::not_finite);', 'return on_value(error);'],
  ['only the last part of a long name counts', 'bool on_key_part(Text part, std::size_t, Error&) { return add_part(part); }', 'bool on_key_part(Text, std::size_t, Error&) { return true; }'],
  ['only the last part of a long text counts', 'parts_.append(part.data(), part.size());', ''],
  ['a name with an escape is a view of what the parser overwrites', 'return is_in_text && parts_.empty() ?', 'return parts_.empty() ?'],
  ['a value that is not an object is accepted', "return depth_ > 0 || root_ == Root::any || refuse(error, StrictFault::not_an_object);", 'return true;'],
  ['any nesting depth is accepted', 'options.max_depth = max_depth;', 'options.max_depth = 1000;'],
  ['text after the value is ignored', 'if (error || read != text.size())', 'if (error)'],
  ['text that is not JSON is accepted', 'if (error || read != text.size())', 'if (!error && read != text.size())']
]

const openNames = [
  ['names of all open objects are compared', 'std::span(names_).subspan(object.first)', 'std::span(names_)'],
  ['names of an object that has ended stay', 'names_.resize(objects_.back().first);', ''],
  ['few names are not compared', 'if (std::ranges::find(own, name) != own.end()) return false;', ''],
  ['many names are not compared', 'if (object.tree) return object.tree->insert(name).second;', 'if (object.tree) return true;']
]

const strictValue = [
  ['a name may occur twice', 'if (members_in(value) != parser.handler().members()) return', 'if (false) return'],
  ['numbers may be infinite', 'if (!std::isfinite(number)) error = bj::error::syntax;', ''],
  ['text after the value is ignored', 'if (error || read != text.size())', 'if (error)'],
  ['a value that is not an object is accepted', 'if (!value || !value->is_object()) return std::nullopt;', 'if (!value) return std::nullopt; if (!value->is_object()) return bj::object{};']
]

export default [
  ...of('src/oauth/jwt.cpp', ['oauth'], jwt),
  ...of('src/oauth/jwt.cpp', ['oauth'], claimsReader),
  ...of('src/json/strict_reader.hpp', ['json', 'oauth', 'http'], strictReader),
  ...of('src/json/strict_reader.cpp', ['json', 'oauth'], openNames),
  ...of('src/json/strict_reader.cpp', ['json', 'oauth'], strictValue)
]
