// Credentials of URLs in the configuration, which the parser of TOML must not see.
import { of } from '../of.mjs'

const maskedToml = [
  ['nothing is masked', 'std::ranges::fill(masked_.reveal_for_writing().subspan(begin, size), kFill);', ''],
  ['the last character of the credentials is not masked', 'subspan(begin, size), kFill', 'subspan(begin, size - 1), kFill'],
  ['credentials end at the first "@"', "toml.find_first_of(kEnd, begin) - begin);\n    const auto size = url.rfind('@')", "toml.find_first_of(kEnd, begin) - begin);\n    const auto size = url.find('@')"],
  ['only the first URL is masked', 'at = toml.find(kSlashes, at + 1)', 'at = std::string_view::npos'],
  ['a URL does not end at a quote', '"\\"\' \\t\\r\\n"', '" \\t\\r\\n"'],
  ['a URL does not end at white space', '"\\"\' \\t\\r\\n"', '"\\"\'\\n"'],
  ['a URL does not end with its line', '"\\"\' \\t\\r\\n"', '"\\"\' \\t"'],
  ['every URL is on the first line', "line += static_cast<std::size_t>(std::ranges::count(toml.substr(counted, at - counted), '\\n'));", ''],
  ['lines are counted again for each URL', '    counted = at;\n', ''],
  ['the line of a value does not count', 'credentials.line == line && ', ''],
  ['the length of the credentials does not count', ' && credentials.size == at - begin', ''],
  ['a value without known credentials is returned as it is', 'if (found == hidden_.end()) return std::nullopt;', 'if (found == hidden_.end()) return whole;'],
  ['an "@" before the URL ends its credentials', ' || at < slashes + kSlashes.size()', ''],
  ['credentials of a value end at the first "@"', "value.rfind('@')", "value.find('@')"],
  ['credentials are not restored', 'std::ranges::copy(credentials, whole.reveal_for_writing().subspan(begin).begin());', '']
]

export default of('src/app/config/toml/toml_text.cpp', ['app_config'], maskedToml)
