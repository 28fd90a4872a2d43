// The body readers. That a name occurs once in JSON is a check of json/strict_reader.hpp, in area jose.
import { of } from '../of.mjs'

const form = [
  ['a "%" without two hex digits is kept', 'if (percent_decode(text, bytes) != Verdict::clean) return base::Failure(FormFault::malformed_escape);', '(void)percent_decode(text, bytes);'],
  ['bytes that are not UTF-8 are accepted', 'if (decode_utf8(bytes, decoded) != Verdict::clean) return base::Failure(FormFault::not_utf8);', '(void)decode_utf8(bytes, decoded);'],
  ['a name may occur twice', 'if (result && has_duplicate(*result)) return base::Failure(FormFault::duplicate_name);', ''],
  ['equal names are found only if they are adjacent', 'std::ranges::sort(names);', ''],
  ['an escape may be incomplete at the end', 'i + 2 < text.size()', 'i + 1 < text.size()'],
  ['overlong UTF-8 of three bytes is accepted', 'if (byte == 0xE0) return {2, 0xA0, 0xBF};', 'if (byte == 0xE0) return {2, 0x80, 0xBF};'],
  ['surrogates in UTF-8 are accepted', 'if (byte == 0xED) return {2, 0x80, 0x9F};', 'if (byte == 0xED) return {2, 0x80, 0xBF};'],
  ['overlong UTF-8 of four bytes is accepted', 'if (byte == 0xF0) return {3, 0x90, 0xBF};', 'if (byte == 0xF0) return {3, 0x80, 0xBF};'],
  ['code points beyond Unicode are accepted', 'if (byte == 0xF4) return {3, 0x80, 0x8F};', 'if (byte == 0xF4) return {3, 0x80, 0xBF};'],
  ['overlong UTF-8 of two bytes is accepted', 'byte >= 0xC2 && byte <= 0xDF', 'byte >= 0xC0 && byte <= 0xDF'],
  ['a fault in a field is ignored', 'if (!decoded_name || !decoded_value) {', 'if (!decoded_name || !decoded_value) { return true;']
]

const jsonBody = [
  ['members of inner objects are read as members of the body', 'if (depth() > 1) return true;', ''],
  ['strings inside of a member are read as its value', 'target_ != nullptr && depth() == 1', 'target_ != nullptr'],
  ['a member that is not a string is treated as absent', 'if (target_ != nullptr) target_->kind = MemberKind::other;', ''],
  ['any nesting depth is accepted', 'json::kMaxForeignDepth, wanted', '1000, wanted'],
  ['a value that is not an object is accepted', 'StrictEvents(json::Root::object)', 'StrictEvents(json::Root::any)'],
  ['the text of an earlier value is kept', 'member.text.clear();', '']
]

export default [
  ...of('src/http/body.cpp', ['http'], form),
  ...of('src/http/body.cpp', ['http'], jsonBody)
]
