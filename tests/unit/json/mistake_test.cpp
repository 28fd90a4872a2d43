// The sentence about a text that is not JSON, and the column of what it is about.
#include "json/mistake.hpp"

#include <gtest/gtest.h>

#include "json/reader.hpp"

namespace agent_access::json {
namespace {

struct Row {
  std::string_view text;
  std::size_t position;
  std::string_view sentence;
};

TEST(SyntaxMistake, NamesWhatWasFoundAndWhere) {
  for (const Row& row : {
           Row{"\xEF\xBB\xBF{}", 0, "a byte order mark before the text; save the file as UTF-8 without one"},
           Row{"\xFF\xFE{", 0, "UTF-16; save the file as UTF-8"},
           Row{"", 0, "no text; write an object, { ... }"},
           Row{"{\"a\": 1} // b", 9, "a comment, which JSON does not have; remove it"},
           Row{"{ /* b */ }", 2, "a comment, which JSON does not have; remove it"},
           Row{"{ # b\n}", 2, "a comment, which JSON does not have; remove it"},
           Row{"{\"a\": 1, }", 7, "a comma before the }; remove the comma"},
           Row{"[1,\n]", 2, "a comma before the ]; remove the comma"},
           Row{"[1,,2]", 3, "two commas; remove one"},
           Row{"[,1]", 1, "a , where a value is expected; write the value before it"},
           Row{"{\"a\": 1 \"b\": 2}", 8, "no comma before this; write a comma after the value before it"},
           Row{"[\"a\" \"b\"]", 5, "no comma before this; write a comma after the value before it"},
           Row{"{\"a\" 1}", 5, "no colon after a name; write a colon between name and value"},
           Row{"{a: 1}", 1, "a name without quotes; write it in double quotes"},
           Row{"{'a': 1}", 1, "a single quote; JSON has double quotes only"},
           Row{"{“a”: 1}", 1, "a typographic quotation mark; JSON has straight double quotes only"},
           Row{"{\"a\": b}", 6, "a text without quotes; write it in double quotes"},
           Row{"{\"a\": True}", 6, "capital letters in true; write true"},
           Row{"{\"a\": None}", 6, "a word for no value; write null"},
           Row{"[01]", 1,
               "a number in another form than that of JSON (no plus sign, no zero before other digits, digits on both "
               "sides "
               "of the point); correct it, or write it in double quotes"},
           Row{"{\"a\": \"b\nc\"}", 6,
               "a text that does not end on its line; add the quote, or write a line feed as \\n"},
           Row{"[\"b\r\n\"]", 1, "a text that does not end on its line; add the quote, or write a line feed as \\n"},
           Row{"[\"b\x01\"]", 3, "a control character within a text; remove it"},
           Row{"{\"a\": \"b\tc\"}", 8, "a tab within a text; write it as \\t"},
           Row{"{\"a\": \"b", 6, "a text that does not end; add the quote"},
           Row{"[\"C:\\dir\"]", 4, "an escape that JSON does not have; write a backslash as \\\\"},
           Row{"[\"\\u12\"]", 2, "an incomplete escape; write \\u and four hexadecimal digits"},
           Row{"[\"\\ud800\"]", 2, "half of a character; write both escapes of the pair, or the character itself"},
           Row{"\"\\", 1, "an escape that JSON does not have; write a backslash as \\\\"},
           Row{"\"\\u12", 1, "an incomplete escape; write \\u and four hexadecimal digits"},
           Row{"[\"\\ud800 of a pair\"]", 2,
               "half of a character; write both escapes of the pair, or the character itself"},
           Row{"[\"\\udc00\"]", 2, "half of a character; write both escapes of the pair, or the character itself"},
           Row{"[\"\\ud800\\u0041\"]", 2,
               "half of a character; write both escapes of the pair, or the character itself"},
           Row{"[\"\\ud800\\ue000\"]", 2,
               "half of a character; write both escapes of the pair, or the character itself"},
           Row{"[\"\xE9\"]", 2, "the byte 0xE9, which is not UTF-8; save the file as UTF-8"},
           Row{"[1]]", 3, "more text after the end of the object; remove it"},
           Row{"[1 ;]", 3, "a character after a value; write a comma or ]"},
           Row{"[;]", 1, "a character that begins no value; write a text in double quotes"},
           Row{"{;}", 1, "a character that begins no name; write a name in double quotes"},
           Row{"{,}", 1, "a , where a value is expected; write the value before it"},
           Row{"{\"a\": [1}", 8, "a } where a ] is expected; exchange it"},
           Row{"{\"a\": [1", 8, "the end of the file before the ] of what is still open; add what is missing"},
           Row{"{} {}", 3, "more text after the end of the object; remove it"},
       }) {
    const auto read = read_json(row.text);
    ASSERT_FALSE(read) << row.text;
    EXPECT_EQ(read.error().fault, JsonFault::not_json) << row.text;
    EXPECT_EQ(read.error().line, 1U) << row.text;
    EXPECT_EQ(read.error().column, row.position + 1) << row.text;
    EXPECT_EQ(read.error().detail, row.sentence) << row.text;
  }
}

}  // namespace
}  // namespace agent_access::json
