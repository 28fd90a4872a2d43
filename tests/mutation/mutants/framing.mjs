// The framing rules of HTTP/1.
import { of } from '../of.mjs'

const framing = [
  ['a second Host is accepted', 'return first_time(seen.host) && is_host(value);', 'return is_host(value);'],
  ['any Host is accepted', 'return first_time(seen.host) && is_host(value);', 'return first_time(seen.host);'],
  ['Host may be missing', 'if (!seen.host) return RequestError::missing_host;', ''],
  ['a second Content-Length is accepted', 'if (!length || !first_time(seen.length)) return false;', 'if (!length) return false;'],
  ['a malformed Content-Length is ignored', 'if (!length || !first_time(seen.length)) return false;', 'if (!length) return true; if (!first_time(seen.length)) return false;'],
  ['Transfer-Encoding is ignored', 'if (http::equal_names(field.name, "transfer-encoding")) note_codings(field.value, seen.codings);', ''],
  ['a body may have any size', 'if (seen.declared_length > limits.body) return RequestError::body_too_large;', ''],
  ['a body may be one byte too large', 'seen.declared_length > limits.body', 'seen.declared_length > limits.body + 1'],
  ['any Expect is accepted', 'if (seen.other_expectation) return RequestError::expectation_failed;', ''],
  ['HTTP/1.0 gets 100 (Continue)', 'head.expects_continue = head.minor_version == 1;', 'head.expects_continue = true;'],
  ['a second, different Content-Type is accepted', 'return *seen.content_type == value;', 'return true;'],
  ['a second Authorization is accepted', '!http::equal_names(field.name, "authorization") || first_time(seen.authorization)', 'true'],
  ['field names may be any bytes', 'if (!is_token(field.name)) return RequestError::malformed_field;', ''],
  ['field names may have any length', 'if (field.name.size() > protocol::kFieldNameBytes) return RequestError::headers_too_large;', ''],
  ['a name with "_" in place of "-" is accepted', 'if (is_disguised(field.name)) return RequestError::disguised_field;', ''],
  ['a tab is accepted around a length', 'return http::equal_names(name, "content-length") || ', 'return '],
  ['the number of fields is not limited', 'if (head.fields.size() == limits.header_fields) return RequestError::headers_too_large;', ''],
  ['the size of the header block is not limited', 'limits.header_block > used ? limits.header_block - used : 0', 'std::size_t{1} << 40U'],
  ['the length of the request line is not limited', 'scan_line(bytes, limits.request_line)', 'scan_line(bytes, std::size_t{1} << 40U)'],
  ['methods may be any bytes', 'if (!is_token(head.method_text)) return RequestError::malformed_request;', ''],
  ['targets may be any bytes', 'if (take_target(head)) return std::nullopt;', 'take_target(head); return std::nullopt;'],
  ['any version is accepted', 'if (text[5] != \'1\' || text[7] > \'1\') return RequestError::unsupported_version;', ''],
  ['a version may have any shape', 'if (!shaped) return RequestError::malformed_request;', 'if (text.size() < 8) return RequestError::malformed_request;'],
  ['Connection: close is ignored', 'seen.connection.close = seen.connection.close || options->close;', ''],
  ['only the last Connection field may close', 'seen.connection.close || options->close', 'options->close'],
  ['only the last Connection field may keep an HTTP/1.0 connection', 'seen.connection.keep_alive || options->keep_alive', 'options->keep_alive'],
  ['a malformed Connection is ignored', 'if (!options) return false;', 'if (!options) return true;'],
  ['any Proxy-Connection is accepted', 'parse_connection(field.value).has_value()', '(parse_connection(field.value).has_value() || true)'],
  ['HTTP/1.0 is persistent', '!seen.connection.close && (head.minor_version == 1 || seen.connection.keep_alive)', '!seen.connection.close'],
  ['of an absolute target Host decides', '  head.host = rest.substr(0, end);\n', ''],
  ['an absolute target may have any scheme', 'if (!http::equal_names(scheme, "http") && !http::equal_names(scheme, "https")) return false;', ''],
  ['every method may ask about "*"', ' && head.method == http::Method::options', ''],
  ['after a malformed line end more bytes are awaited', 'return state == Line::State::too_long ? too_long : RequestError::malformed_line;', 'return Incomplete{};']
]

const grammar = [
  ['lines may contain control bytes', 'ByteSet set = range(0x20, 0xff);', 'ByteSet set = range(0x01, 0xff); set[\'\\r\'] = false; set[\'\\n\'] = false;'],
  ['lines may contain DEL', `  ByteSet set = range(0x20, 0xff);
  set[0x7f] = false;`, '  ByteSet set = range(0x20, 0xff);'],
  ['a bare CR ends a line', 'if (bytes[at + 1] != \'\\n\') return {Line::State::malformed};', ''],
  ['a bare LF ends a line', 'return {at == longest ? Line::State::too_long : Line::State::malformed};', 'if (bytes[at] == \'\\n\' && at > 0) return {Line::State::complete, at - 1}; return {at == longest ? Line::State::too_long : Line::State::malformed};'],
  ['a token may be empty', 'return !text.empty() && all_in(kTokenBytes, text);', 'return all_in(kTokenBytes, text);'],
  ['a target may start with any character', 'return text.starts_with(\'/\') && is_target_text(text);', 'return is_target_text(text);'],
  ['a target may contain a fragment', `  ByteSet set = range(0x21, 0x7e);
  set['#'] = false;`, '  ByteSet set = range(0x21, 0x7e);'],
  ['a length may be empty', 'if (text.empty() || text.size() > 19', 'if (text.size() > 19'],
  ['a length may overflow', 'text.size() > 19 || ', ''],
  ['a length may have any characters', '|| !all_in(kDigits, text)) return std::nullopt;', ') return std::nullopt;'],
  ['a host may be empty', 'if (name.empty() || !all_in(kNameBytes, name)) return false;', 'if (!all_in(kNameBytes, name)) return false;'],
  ['a host may contain any bytes', 'if (name.empty() || !all_in(kNameBytes, name)) return false;', 'if (name.empty()) return false;'],
  ['a port may be any text', 'return colon == std::string_view::npos || is_port(text.substr(colon + 1));', 'return true;'],
  ['a port may have any length', 'return text.size() <= 5 && all_in(kDigits, text);', 'return all_in(kDigits, text);'],
  ['an IPv6 host may be any text', 'close < 3 || !all_in(kAddressBytes, text.substr(1, close - 1))', 'close < 3'],
  ['any text may follow an IPv6 host', 'return rest.empty() || (rest.front() == \':\' && is_port(rest.substr(1)));', 'return true;'],
  ['options of a connection may be any text', 'if (!option.empty() && !is_token(option)) return std::nullopt;', ''],
  ['an empty option of a connection is refused', '!option.empty() && !is_token(option)', '!is_token(option)'],
  ['only the first option of a connection is read', 'if (comma == std::string_view::npos) return options;', 'return options;'],
  ['no name is checked for "_" in place of "-"', 'return std::ranges::any_of(protocol::kTrustedFields, same);', 'return false;']
]

export default [
  ...of('src/net/http1/framing.cpp', ['net'], framing),
  ...of('src/net/http1/grammar.cpp', ['net'], grammar)
]
