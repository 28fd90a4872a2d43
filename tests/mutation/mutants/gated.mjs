// Gated paths. Without a row: that a repeated escape ends after four bytes, which no character of UTF-8 exceeds.
import { of } from '../of.mjs'

const pathForm = [
  ['a path may begin without a slash', "path.starts_with('/') && has_normal_characters(path)", 'has_normal_characters(path)'],
  ['dot segments are accepted', 'segment == "." || segment == ".." || (segment.empty()', '(segment.empty()'],
  ['one dot is accepted', 'segment == "." || segment == ".." ||', 'segment == ".." ||'],
  ['two dots are accepted', 'segment == "." || segment == ".." ||', 'segment == "." ||'],
  ['empty segments are accepted', ' || (segment.empty() && !path.empty())', ''],
  ['an empty last segment is refused', '(segment.empty() && !path.empty())', 'segment.empty()'],
  ['a semicolon may be written', '"!$&\'()*+,=:@/"', '"!$&\'()*+,=:@/;"'],
  ['a backslash may be written', '"!$&\'()*+,=:@/"', '"!$&\'()*+,=:@/\\\\"'],
  ['a question mark may be written', '"!$&\'()*+,=:@/"', '"!$&\'()*+,=:@/?"'],
  ['a slash may be encoded', 'kNever = "/\\\\%;"', 'kNever = "\\\\%;"'],
  ['a backslash may be encoded', 'kNever = "/\\\\%;"', 'kNever = "/%;"'],
  ['a percent sign may be encoded', 'kNever = "/\\\\%;"', 'kNever = "/\\\\;"'],
  ['a semicolon may be encoded', 'kNever = "/\\\\%;"', 'kNever = "/\\\\%"'],
  ['control characters may be encoded', 'byte >= 0x20 && byte != 0x7f', 'byte != 0x7f'],
  ['DEL may be encoded', ' && byte != 0x7f', ''],
  ['unreserved characters may be encoded', ' && !is_unreserved(c) && kNever', ' && kNever'],
  ['an escape may be incomplete at the end', 'text.size() < kEscapeSize || ', ''],
  ['one byte of an escape is removed', 'rest_.remove_prefix(escaped ? kEscapeSize : 1);', 'rest_.remove_prefix(1);'],
  ['an escape may have other digits', 'if (high < 0 || low < 0) return std::nullopt;', 'if (high < 0 || low < 0) return std::uint8_t{0x20};'],
  ['bytes that are not UTF-8 are accepted', 'return base::utf8_size({bytes.data(), count}) * kEscapeSize;', 'return kEscapeSize;']
]

const prefixes = [
  ['the first prefix that fits counts', 'found.size < longest.size', 'longest.fit != Fit::no'],
  ['a prefix that fits in another case counts', 'return longest.fit == Fit::exact ? fitting : nullptr;', 'return longest.fit != Fit::no ? fitting : nullptr;'],
  ['prefixes are compared with their case', 'lower_byte(*byte) != lower_byte(*other)', '*byte != *other'],
  ['a longer prefix in another case is not seen', 'if (*byte != *other) found.fit = Fit::in_another_case;', 'if (*byte != *other) return {};'],
  ['of two prefixes of one length the first counts', 'found.size == longest.size && found.fit <= longest.fit', 'found.size == longest.size && longest.fit != Fit::no'],
  ['a path may end before its prefix', 'if (!other && !wanted.next()) return found;', 'if (!other) return found;'],
  ['the prefix without its last slash is not found', 'if (!other && !wanted.next()) return found;', '']
]

const methods = [
  ['HEAD passes where GET does not', 'method == "HEAD" && lists(gate, "GET")', 'method == "HEAD"'],
  ['HEAD is not among the allowed methods', 'if (method == "GET" && !lists(gate, "HEAD")) text.append(", HEAD");', ''],
  ['HEAD is among the allowed methods twice', ' && !lists(gate, "HEAD")) text', ') text'],
  ['HEAD does not pass with GET', ' || (method == "HEAD" && lists(gate, "GET"))', '']
]

export default [
  ...of('src/site/content/path_form.cpp', ['content'], pathForm),
  ...of('src/site/content/settings.cpp', ['content'], prefixes),
  ...of('src/service/forward_auth.cpp', [], methods, ['conformance/gate.test.mjs'])
]
