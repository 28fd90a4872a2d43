// The body readers.
import { of } from '../of.mjs'

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
  ['names may come twice', 'if (!StrictEvents::on_key(part, size, error)) return false;', 'static_cast<void>(StrictEvents::on_key(part, size, error)); error = {};'],
  ['members of inner objects count', 'if (depth() > 1) return true;', ''],
  ['strings inside of a wanted member count', 'target_ != nullptr && depth() == 1', 'target_ != nullptr'],
  ['a member that is no string is absent', 'if (target_ != nullptr) target_->kind = MemberKind::other;', ''],
  ['any depth', 'json::kMaxForeignDepth, wanted', '1000, wanted'],
  ['any value is an object', 'StrictEvents(json::Root::object)', 'StrictEvents(json::Root::any)'],
  ['a value before is kept', 'member.text.clear();', '']
]

export default [
  ...of('src/http/form.cpp', ['http'], form),
  ...of('src/http/json_body.cpp', ['http'], jsonBody)
]
