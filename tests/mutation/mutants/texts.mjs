// Hexadecimal digits and UTF-8, which paths, bodies, identifiers and documents are read with.
import { of } from '../of.mjs'

const hex = [
  ['a colon is a digit', "c <= '9'", "c <= ':'"],
  ['the letter after "f" is a digit', "c <= 'f'", "c <= 'g'"],
  ['the letter after "F" is a digit', "c <= 'F'", "c <= 'G'"],
  ['capital letters are not digits', "  if (c >= 'A' && c <= 'F') return c - 'A' + 10;\n", ''],
  ['the halves of a byte are swapped', 'out += digits[byte >> 4U];\n  out += digits[byte & 15U];', 'out += digits[byte & 15U];\n  out += digits[byte >> 4U];'],
  ['escapes have small letters', 'static_cast<unsigned char>(c), kUpperHexDigits)', 'static_cast<unsigned char>(c))']
]

const utf8 = [
  ['overlong forms of two bytes are characters', 'first < 0xC2', 'first < 0xC0'],
  ['five bytes may be a character', ' || first > 0xF4', ''],
  ['a character may be cut', ' || text.size() < size', ''],
  ['continuation bytes are not checked', 'if ((byte_at(text, i) & 0xC0U) != 0x80U) return 0;', ''],
  ['overlong forms of three bytes are characters', '  if (first == 0xE0 && second < 0xA0) return 0;\n', ''],
  ['surrogates are characters', '  if (first == 0xED && second > 0x9F) return 0;\n', ''],
  ['overlong forms of four bytes are characters', '  if (first == 0xF0 && second < 0x90) return 0;\n', ''],
  ['what is beyond U+10FFFF is a character', '  if (first == 0xF4 && second > 0x8F) return 0;\n', '']
]

const numbers = [
  ['a number may have any text behind it', ' && end == text.data() + text.size()', '']
]

export default [
  ...of('src/base/hex.hpp', ['base'], hex),
  ...of('src/base/text.cpp', ['base'], utf8),
  ...of('src/base/text.hpp', ['base'], numbers)
]
