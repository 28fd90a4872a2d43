#include "site/templates/text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace agent_access::templates {
namespace {

struct Row {
  std::string_view text;
  std::string_view escaped;
};

class MarkdownText : public testing::TestWithParam<Row> {};

TEST_P(MarkdownText, IsEscapedToPlainText) { EXPECT_EQ(markdown_text(GetParam().text), GetParam().escaped); }

INSTANTIATE_TEST_SUITE_P(
    Rows, MarkdownText,
    testing::Values(Row{"", ""}, Row{"Plain text, with (round) brackets.", "Plain text, with (round) brackets."},
                    Row{"# no heading", "\\# no heading"}, Row{"C# stays", "C# stays"}, Row{"a\n# b\r\n\tc", "a # b c"},
                    Row{"  a  ", "a"}, Row{"\n\n", ""},
                    Row{"a\x01\x7F"
                        "b",
                        "a b"},
                    Row{"a\xC2\x85"
                        "b\xE2\x80\xA8"
                        "c\xE2\x80\xA9"
                        "d",
                        "a b c d"},
                    Row{"a | b", "a \\| b"}, Row{"`code` ``` fence", "\\`code\\` \\`\\`\\` fence"},
                    Row{"[l](u)", "\\[l\\](u)"}, Row{"![i](u)", "!\\[i\\](u)"}, Row{"back\\slash", "back\\\\slash"},
                    Row{"*a* and _b_", "\\*a\\* and \\_b\\_"}, Row{"snake_case_name", "snake_case_name"},
                    Row{"<b> <https://x.example>", "\\<b> \\<https://x.example>"}, Row{"a > b", "a > b"},
                    Row{"> quotation", "\\> quotation"}, Row{"- item", "\\- item"}, Row{"+ item", "\\+ item"},
                    Row{"---", "\\---"}, Row{"===", "\\==="}, Row{"~~~", "\\~\\~~"}, Row{"a ~~b~~", "a \\~~b\\~~"},
                    Row{"12. item", "12\\. item"}, Row{"3) item", "3\\) item"}, Row{"7.", "7\\."},
                    Row{"2034.5 metres", "2034.5 metres"}, Row{"&lt;b&gt; R&D; &;", "\\&lt;b\\&gt; R\\&D; &;"},
                    Row{"&#60;", "\\&#60;"}, Row{"fish & chips;", "fish & chips;"}, Row{"høj 日本", "høj 日本"}));

TEST(ListText, HasTheCommaOfItsScript) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(list_text(Texts{}), "");
  EXPECT_EQ(list_text(Texts{"李明"}), "李明");
  EXPECT_EQ(list_text(Texts{"Rosa Beispiel", "Søren Ækvator"}), "Rosa Beispiel, Søren Ækvator");
  EXPECT_EQ(list_text(Texts{"李明", "王芳"}), "李明、王芳");
  EXPECT_EQ(list_text(Texts{"騒音", "ひらがな", "C++"}), "騒音、ひらがな、C++");
  EXPECT_EQ(list_text(Texts{"李明", "Robin Example"}), "李明, Robin Example");
  EXPECT_EQ(list_text(Texts{"ليلى", "سلمى"}), "ليلى، سلمى");
  EXPECT_EQ(list_text(Texts{"이서연", "박지훈"}), "이서연, 박지훈");
  EXPECT_EQ(list_text(Texts{"a", "\xff李"}), "a, \xff李");
}

TEST(MarkdownLink, EscapesTitleAndAddress) {
  EXPECT_EQ(markdown_link("A [b]", "https://a.example/x?y=z&w#f"), "[A \\[b\\]](https://a.example/x?y=z&w#f)");
  EXPECT_EQ(markdown_link("a", "https://a.example/(1) <2>\n\"`|"),
            "[a](https://a.example/%281%29%20%3C2%3E%0A%22%60%7C)");
  EXPECT_EQ(markdown_link("", "https://a.example/"), "[https://a.example/](https://a.example/)");
}

TEST(Clipped, CutsBetweenCharacters) {
  EXPECT_EQ(clipped("abcdef", 6), "abcdef");
  EXPECT_EQ(clipped("abcdefg", 6), "abc…");
  EXPECT_EQ(clipped("abæøå", 6), "ab…");  // æ is two bytes, of which one would fit
  EXPECT_EQ(clipped("abcdef", 0), "…");
}

TEST(ClippedAtWord, CutsAfterAWord) {
  const std::string hundred = std::string(50, 'a') + ' ' + std::string(49, 'b');
  EXPECT_EQ(clipped_at_word(hundred, 100), hundred);
  EXPECT_EQ(clipped_at_word(hundred + 'b', 100), std::string(50, 'a') + "…");
  EXPECT_EQ(clipped_at_word(std::string(50, 'a') + ' ' + std::string(48, 'b') + " c", 100),
            std::string(50, 'a') + ' ' + std::string(48, 'b') + "…");
  EXPECT_EQ(clipped_at_word(std::string(101, 'a'), 100), std::string(99, 'a') + "…");
}

TEST(ClippedAtWord, CountsCharactersInsteadOfBytes) {
  EXPECT_EQ(clipped_at_word("üüü", 3), "üüü");
  EXPECT_EQ(clipped_at_word("üüüü", 3), "üü…");
}

TEST(EscapeMarkup, EscapesEveryMarkupCharacter) {
  EXPECT_EQ(escape_markup(R"(<b a="1" c='2'>&amp;</b>)"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;&lt;/b&gt;");
}

TEST(EscapeMarkup, KeepsOtherText) {
  EXPECT_EQ(escape_markup("größer · 音"), "größer · 音");
  EXPECT_EQ(escape_markup(""), "");
}

TEST(RoffText, EscapesWhatRoffInterprets) {
  EXPECT_EQ(roff_text("--config a\\b"), "\\-\\-config a\\eb");
  EXPECT_EQ(roff_text(".TH\n.SH 'x'."), "\\&.TH\n\\&.SH \\(aqx\\(aq.");
  EXPECT_EQ(roff_text("`a` ~ ^"), "\\(gaa\\(ga \\(ti \\(ha");
}

TEST(QuotedText, EndsAndBeginsTheQuotesAroundAQuote) { EXPECT_EQ(quoted_text("it's [a] \\n"), "it'\\''s [a] \\n"); }

}  // namespace
}  // namespace agent_access::templates
