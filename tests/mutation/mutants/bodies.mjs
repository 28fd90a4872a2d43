// The body readers. That a name occurs once in JSON is a check of json/strict_reader.hpp, in area jose.
import { of } from '../of.mjs'

const form = [
  ['a "%" without two hex digits is kept', 'if (low < 0) return std::nullopt;', 'if (low < 0) { out.push_back(text[i]); continue; }'],
  ['bytes that are not UTF-8 are accepted', 'if (!base::is_utf8(*decoded)) return base::Failure(FormFault::not_utf8);', ''],
  ['a name may occur twice', 'if (result && has_duplicate(*result)) return base::Failure(FormFault::duplicate_name);', ''],
  ['equal names are found only if they are adjacent', 'std::ranges::sort(names);', ''],
  ['an escape may be incomplete at the end', 'i + 2 < text.size()', 'i + 1 < text.size()'],
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
