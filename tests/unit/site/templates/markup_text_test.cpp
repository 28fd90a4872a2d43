#include "site/templates/text.hpp"

#include <gtest/gtest.h>

namespace agent_access::templates {
namespace {

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
