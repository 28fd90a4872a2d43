// The owner's own files: their media types and their paths.
import { of } from '../of.mjs'

const staticFile = [
  ['a page is bytes', '{"html", "text/html; charset=utf-8"}', '{"html", "application/octet-stream"}'],
  ['a picture is a page', '{"svg", "image/svg+xml"}', '{"svg", "text/html; charset=utf-8"}'],
  ['text is a page', '{"txt", "text/plain; charset=utf-8"}', '{"txt", "text/html; charset=utf-8"}'],
  ['text has no charset', '{"csv", "text/csv; charset=utf-8"}', '{"csv", "text/csv"}'],
  ['JSON is a script', '{"json", "application/json"}', '{"json", "text/javascript; charset=utf-8"}'],
  ['a name has its first ending', "file_name.rfind('.')", "file_name.find('.')"],
  ['a name without a dot is an ending', 'dot == std::string_view::npos ? std::string_view() :', 'dot == std::string_view::npos ? file_name :'],
  ['endings compare with case', 'std::ranges::equal(entry.ending, ending, {}, {}, lower)', 'std::ranges::equal(entry.ending, ending)'],
  ['an ending counts by its beginning', 'std::ranges::equal(entry.ending, ending, {}, {}, lower)', 'entry.ending.starts_with(ending) && !ending.empty()'],
  ['an unknown file is a page', '? "application/octet-stream" :', '? "text/html; charset=utf-8" :'],
  ['an unknown file is text', '? "application/octet-stream" :', '? "text/plain; charset=utf-8" :'],
  ['a percent sign stays', 'kMarks = "-._~', 'kMarks = "%-._~'],
  ['a question mark stays', 'kMarks = "-._~', 'kMarks = "?-._~'],
  ['a number sign stays', 'kMarks = "-._~', 'kMarks = "#-._~'],
  ['a space stays', 'kMarks = "-._~', 'kMarks = " -._~'],
  ['a mark of a path is escaped', 'kMarks = "-._~', 'kMarks = "-._'],
  ['capitals are escaped', " || (character >= 'A' && character <= 'Z')", ''],
  ['digits are escaped', 'if (is_letter || is_digit || ', 'if (is_letter || '],
  ['the letter z is escaped', "character <= 'z')", "character < 'z')"],
  ['a byte above 127 stays', 'if (is_letter || is_digit || ', 'if (is_letter || is_digit || character < 0 || '],
  ['escapes are of small letters', '"0123456789ABCDEF"', '"0123456789abcdef"'],
  ['the halves of a byte are swapped', "path += kHex[value >> 4U];\n    path += kHex[value & 15U];", "path += kHex[value & 15U];\n    path += kHex[value >> 4U];"]
]

export default of('src/content/static_file.cpp', ['content'], staticFile)
