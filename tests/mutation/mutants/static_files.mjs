// The owner's own files: their media types and their paths.
import { of } from '../of.mjs'

const staticFile = [
  ['HTML is served as bytes', '{"html", "text/html; charset=utf-8"}', '{"html", "application/octet-stream"}'],
  ['SVG is served as HTML', '{"svg", "image/svg+xml"}', '{"svg", "text/html; charset=utf-8"}'],
  ['plain text is served as HTML', '{"txt", "text/plain; charset=utf-8"}', '{"txt", "text/html; charset=utf-8"}'],
  ['text has no charset', '{"csv", "text/csv; charset=utf-8"}', '{"csv", "text/csv"}'],
  ['JSON is served as JavaScript', '{"json", "application/json"}', '{"json", "text/javascript; charset=utf-8"}'],
  ['the ending starts at the first dot', "file_name.rfind('.')", "file_name.find('.')"],
  ['a name without a dot is taken for an ending', 'dot == std::string_view::npos ? std::string_view() :', 'dot == std::string_view::npos ? file_name :'],
  ['endings are compared with case', 'std::ranges::equal(entry.ending, ending, {}, {}, base::lower)', 'std::ranges::equal(entry.ending, ending)'],
  ['endings are compared by their beginning', 'std::ranges::equal(entry.ending, ending, {}, {}, base::lower)', 'entry.ending.starts_with(ending) && !ending.empty()'],
  ['an unknown file is served as HTML', '? "application/octet-stream" :', '? "text/html; charset=utf-8" :'],
  ['an unknown file is served as plain text', '? "application/octet-stream" :', '? "text/plain; charset=utf-8" :'],
  ['a percent sign is not escaped', 'kMarks = "-._~', 'kMarks = "%-._~'],
  ['a question mark is not escaped', 'kMarks = "-._~', 'kMarks = "?-._~'],
  ['a number sign is not escaped', 'kMarks = "-._~', 'kMarks = "#-._~'],
  ['a space is not escaped', 'kMarks = "-._~', 'kMarks = " -._~'],
  ['a character that paths may contain is escaped', 'kMarks = "-._~', 'kMarks = "-._'],
  ['capital letters are escaped', 'base::is_alphanumeric(character)', '(base::is_alphanumeric(character) && !base::is_upper(character))'],
  ['small letters are escaped', 'base::is_alphanumeric(character)', '(base::is_alphanumeric(character) && !base::is_lower(character))'],
  ['digits are escaped', 'base::is_alphanumeric(character)', 'base::is_letter(character)'],
  ['a byte above 127 is not escaped', 'if (base::is_alphanumeric(character)', 'if (character < 0 || base::is_alphanumeric(character)'],
]

export default of('src/site/content/static_file.cpp', ['content'], staticFile)
