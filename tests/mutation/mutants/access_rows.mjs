// The rows that an owner declares: each value, and how rows agree with each other.
//
// Without a row, because no input shows a difference: the place of a problem with a value that is not in the file, since every value
// that can be wrong is; the source of a row that has none, since that is a problem already; half of a character of UTF-8, which is no
// TOML.
import { of } from '../of.mjs'

const checks = [
  ['DEL is visible', "c > ' ' && c < '\\x7f'; }", "c > ' '; }"],
  ['a token may be empty', '  return size != 0;\n', '  return true;\n'],
  ['a backslash escapes nothing', "    if (text.front() == '\\\\') text.remove_prefix(1);\n", ''],
  ['a text may end behind a backslash', "if (text.empty() || (text.front() != ' ' && !is_visible(text.front()))) return false;", "if (text.front() != ' ' && !is_visible(text.front())) return false;"],
  ['a text in quotes may have any characters', " || (text.front() != ' ' && !is_visible(text.front()))", ''],
  ['a text in quotes needs no end', '  if (text.empty()) return false;\n  text.remove_prefix(1);\n  return true;\n', '  if (!text.empty()) text.remove_prefix(1);\n  return true;\n'],
  ['a media type needs no slash', "!take_token(text) || !take_character(text, '/') || !take_token(text)", "!take_token(text) || (take_character(text, '/') && !take_token(text))"],
  ['a media type may begin with a slash', "!take_token(text) || !take_character(text, '/') || ", "(take_token(text), !take_character(text, '/')) || "],
  ['no space before a semicolon', "    skip_spaces(text);\n    if (!take_character(text, ';'))", "    if (!take_character(text, ';'))"],
  ['no space behind a semicolon', "    skip_spaces(text);\n    if (!take_token(text) || !take_character(text, '='))", "    if (!take_token(text) || !take_character(text, '='))"],
  ['a parameter needs no semicolon', "if (!take_character(text, ';')) return false;", "static_cast<void>(take_character(text, ';'));"],
  ['a parameter needs no name', "!take_token(text) || !take_character(text, '=')", "(take_token(text), !take_character(text, '='))"],
  ['a parameter needs no value', 'if (!take_token(text) && !take_quoted_string(text)) return false;', 'static_cast<void>(take_token(text) || take_quoted_string(text));'],
  ['a sentence may have DEL', " || c == '\\x7f'; })", '; })'],
  ['bytes of UTF-8 are control characters', "(c >= 0 && c < ' ')", "(c < ' ')"],
  ['a sentence may have a separator of lines', 'text.contains("\\xE2\\x80\\xA8") || ', ''],
  ['a sentence may have a separator of paragraphs', ' || text.contains("\\xE2\\x80\\xA9")', ''],
  ['a space that does not break is a control character', '< 0xA0', '<= 0xA0'],
  ['only the first of the characters from U+0080 on counts', "at = text.find('\\xC2', at + 1)", 'at = std::string_view::npos'],
  ['a path may have any length', 'text.size() > kMostPath', 'false'],
  ['a path may be read in two ways', 'if (content::is_normal_path(text)) return std::nullopt;', 'return std::nullopt;'],
  ['spellings of a path are compared with their case', 'base::lower(static_cast<char>(*byte))', 'static_cast<char>(*byte)'],
  ['spellings of a path are compared as they are', '  content::DecodedPath decoded(path);\n  while (const auto byte = decoded.next()) text += base::lower(static_cast<char>(*byte));', '  for (const char c : path) text += base::lower(c);'],
  ['a file has paths below', "folder.ends_with('/') && compared_path(path).starts_with(folder)", 'compared_path(path).starts_with(folder)'],
  ['only the first of two paths may be inside of the other', 'return is_at_or_below(one, other) || is_at_or_below(other, one);', 'return is_at_or_below(one, other);'],
  ['only the second of two paths may be inside of the other', 'return is_at_or_below(one, other) || is_at_or_below(other, one);', 'return is_at_or_below(other, one);'],
  ['a scope may have quotes', " && c != '\"' && c", ' && c'],
  ['a scope may have backslashes', " && c != '\\\\'; };", '; };'],
  ['a scope may be empty', 'if (text.empty()) return "must not be empty; write for example \\"read:papers\\"";', ''],
  ['a scope may have 65 characters', 'text.size() > kMostScopeName', 'text.size() > kMostScopeName + 1'],
  ['the scope of the profile may be declared', 'if (text != oauth::kScope) return check_scope_reference(text);', 'return check_scope_reference(text);'],
  ['a sentence may be spaces', "text.find_first_not_of(' ') == std::string_view::npos", 'text.empty()'],
  ['a sentence may have 501 bytes', 'text.size() > kMostSentence', 'text.size() > kMostSentence + 1'],
  ['a document may be all below /api/agent/', " || text == kDocuments) {", ') {'],
  ['a document may be a folder', "if (text.ends_with('/')) {", 'if (false) {'],
  ['a document may be anywhere', '!text.starts_with(kDocuments) || text', 'text'],
  ['a document may have the path of the profile', 'is_same_path(text, oauth::kProfilePath) || ', ''],
  ['a document may be below the profile', ' || do_paths_overlap(text, std::string(oauth::kProfilePath) + "/")', ''],
  ['a gate may be the whole site', 'if (text == "/") {', 'if (false) {'],
  ['a prefix may begin without a slash', "!text.starts_with('/') || !text.ends_with('/')", "!text.ends_with('/')"],
  ['a prefix may end without a slash', "!text.starts_with('/') || !text.ends_with('/')", "!text.starts_with('/')"],
  ['a prefix may hold what this program serves', 'if (do_paths_overlap(text, own)) {', 'if (is_at_or_below(text, own)) {'],
  ['a prefix may be inside of what this program serves', 'if (do_paths_overlap(text, own)) {', 'if (is_at_or_below(own, text)) {'],
  ['a media type may have any length', 'text.size() <= kMostMediaType && is', 'is'],
  ['a URL may have any length', 'text.size() <= kMostUrl && std', 'std'],
  ['a URL may have spaces', ' && std::ranges::all_of(text, is_visible) &&', ' &&'],
  ['a URL may have a fragment', '^`{|}#")', '^`{|}")'],
  ['a URL may have no scheme', "text.starts_with('/') && !text.starts_with(\"//\")", "text.starts_with('/')"],
  ['a URL may have any scheme', '!is_clean || (!is_path && !text.starts_with(kHttps))', '!is_clean'],
  ['a URL may have no host', 'authority.empty() || authority', 'authority'],
  ['a URL may have a password', " || authority.contains('@')", ''],
  ['the query belongs to the host', 'text.find_first_of("/?", kHttps.size())', 'text.find_first_of("/", kHttps.size())'],
  ['the path belongs to the host', 'text.find_first_of("/?", kHttps.size())', 'text.find_first_of("?", kHttps.size())']
]

const agreement = [
  ['any number of scopes', 'count(AccessTable::scopes, kMaxScopes - 1, " besides read:extended");', ''],
  ['as many scopes as there are with read:extended', 'kMaxScopes - 1, ', 'kMaxScopes, '],
  ['any number of documents', 'count(AccessTable::documents, kMaxAccessRows, "");', ''],
  ['any number of gates', 'count(AccessTable::gates, kMaxAccessRows, "");', ''],
  ['a scope may be declared twice', '    find_duplicate_scopes();\n', ''],
  ['a gate may be declared twice', '    find_duplicate_paths(AccessTable::gates, "prefix", &AccessRow::prefix);\n', ''],
  ['a document may be declared twice', '    find_duplicate_paths(AccessTable::documents, "path", &AccessRow::path);\n', ''],
  ['a path may be declared in two spellings', 'is_same_path(other.*path, (*row).*path)', 'other.*path == (*row).*path'],
  ['scopes that were refused are the same', 'first == row || row->name.empty()', 'first == row'],
  ['paths that were refused are the same', 'first == row || ((*row).*path).empty()', 'first == row'],
  ['a scope need not be declared', 'std::ranges::count(names_, row.scope) != 0 || is_refused', 'true'],
  ['a scope that was refused is not declared', ' || is_refused) return;', ') return;'],
  ['the scope of a document is not checked', 'for (const auto& document : rows_.documents) check_scope(document, AccessTable::documents);', ''],
  ['the scope of a gate is not checked', 'check_scope(row, AccessTable::gates);', ''],
  ['a gate may have no method', 'if (row.methods.empty()) {', 'if (false) {'],
  ['a method may be listed twice', 'if (std::ranges::find(row.methods.begin(), method, *method) == method) continue;', 'continue;']
]

const reader = [
  ['an unknown key is ignored', 'if (!index) return explain_unknown(table, pair.key);', 'if (!index) return std::nullopt;'],
  ['a value is taken without its check', 'if (const auto complaint = assign(row, key, pair.value)) return full_name(key) + ": " + *complaint;', 'static_cast<void>(assign(row, key, pair.value));'],
  ['the line of a value is forgotten', '  row.origins[*index] = {OriginKind::file, place_of(file, pair.line)};\n', ''],
  ['nothing is required', 'key.table != table || key.presence == Presence::optional', 'true'],
  ['everything is required', 'key.table != table || key.presence == Presence::optional', 'key.table != table'],
  ['a source starts anywhere', 'if (!row.source.empty()) row.source = file.parent_path() / row.source;', '']
]

const table = [
  ['a key is one of any table', 'if (kKeys[i].table == table && kKeys[i].key == key) return i;', 'if (kKeys[i].key == key) return i;'],
  ['the keys of other tables are near', 'if (known.table == table) siblings.emplace_back(known.key);', 'siblings.emplace_back(known.key);']
]

const inside = [
  ['a folder is inside of one whose name begins its name', 'std::ranges::mismatch(folder, path).in1 == folder.end()', 'path.string().starts_with(folder.string())']
]

export default [
  ...of('src/app/config/access_checks.cpp', ['app_config'], checks),
  ...of('src/app/config/access_reader.cpp', ['app_config'], agreement),
  ...of('src/app/config/access_reader.cpp', ['app_config'], reader),
  ...of('src/app/config/access_table.cpp', ['app_config'], table),
  ...of('src/app/files/file_access.cpp', ['app_deployment'], inside)
]
