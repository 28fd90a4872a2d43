// Private keys among the files that an owner publishes.
//
// Not listed, because no file that means anything lies there: the exact lengths from which letters count as base64 and
// base64 counts as a key.
import { of } from '../of.mjs'

const search = [
  ['keys in PEM are not seen', 'return holds_pem(bytes) || holds_der(bytes);', 'return holds_der(bytes);'],
  ['keys in DER are not seen', 'return holds_pem(bytes) || holds_der(bytes);', 'return holds_pem(bytes);'],
  ['a label alone is a key', "if (base64_in(body.substr(0, body.find(\"-----\"))) >= kLeastBody) return true;", 'return true;'],
  ['words are base64', 'if (run >= kShortestRun) sum += run;', 'sum += run;'],
  ['base64 behind the end of the key is the key', 'body.substr(0, body.find("-----"))', 'body'],
  ['a key that is cut off is none', '  end_run();\n  return sum;', '  return sum;'],
  ['a label needs no begin', "if (begin == std::string_view::npos || label.find('\\n', begin) != std::string_view::npos) continue;", ''],
  ['a label may go over lines', " || label.find('\\n', begin) != std::string_view::npos", ''],
  ['only the first label is looked at', 'at = bytes.find(kLabelEnd, at + 1)', 'at = std::string_view::npos'],
  ['only the first curve is looked at', 'at = bytes.find(kP256, at + 1)', 'at = std::string_view::npos'],
  ['the name of the curve is a key', 'if (bytes.substr(from, kP256.size() + 2 * kNear).find(kEcPrivateKey) != std::string_view::npos) return true;', 'return true;'],
  ['a key stands behind its curve only', 'const auto from = at - std::min(at, kNear);', 'const auto from = at;'],
  ['a key stands before its curve only', 'bytes.substr(from, kP256.size() + 2 * kNear)', 'bytes.substr(from, at - from)'],
  ['small letters are not base64', "(c >= 'a' && c <= 'z') || ", '']
]

export default of('src/app/deployment/private_key_search.cpp', ['app'], search)
