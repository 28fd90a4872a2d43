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

}  // namespace
}  // namespace agent_access::templates
