// Private keys among the files that an owner publishes.
//
// Without a row, because no real file has them: the exact lengths from which letters count as base64 and base64 counts as a
// key.
import { of } from '../of.mjs'

const search = [
  ['keys in PEM are not found', 'return holds_pem(bytes) || holds_der(bytes);', 'return holds_der(bytes);'],
  ['keys in DER are not found', 'return holds_pem(bytes) || holds_der(bytes);', 'return holds_pem(bytes);'],
  ['a label alone is a key', "if (base64_in(body.substr(0, body.find(\"-----\"))) >= kLeastBody) return true;", 'return true;'],
  ['short words count as base64', 'if (run >= kShortestRun) sum += run;', 'sum += run;'],
  ['base64 after the end of the key counts', 'body.substr(0, body.find("-----"))', 'body'],
  ['a key that is cut off is not found', '  end_run();\n  return sum;', '  return sum;'],
  ['a label needs no "-----BEGIN"', "if (begin == std::string_view::npos || label.find('\\n', begin) != std::string_view::npos) continue;", ''],
  ['a label may contain line ends', " || label.find('\\n', begin) != std::string_view::npos", ''],
  ['only the first label is checked', 'at = bytes.find(kLabelEnd, at + 1)', 'at = std::string_view::npos'],
  ['only the first curve is checked', 'at = bytes.find(kP256, at + 1)', 'at = std::string_view::npos'],
  ['the name of the curve is a key', 'if (bytes.substr(from, kP256.size() + 2 * kNear).find(kEcPrivateKey) != std::string_view::npos) return true;', 'return true;'],
  ['only the bytes after the curve are searched', 'const auto from = at - std::min(at, kNear);', 'const auto from = at;'],
  ['only the bytes before the curve are searched', 'bytes.substr(from, kP256.size() + 2 * kNear)', 'bytes.substr(from, at - from)'],
  ['small letters are not base64', 'base::is_alphanumeric(c)', '(base::is_alphanumeric(c) && !base::is_lower(c))']
]

export default of('src/app/deployment/confidential.cpp', ['app_deployment'], search)
