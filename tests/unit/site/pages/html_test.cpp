#include "site/pages/html.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

namespace agent_access::pages {
namespace {

TEST(SafeUrl, IsHttpHttpsMailtoOrAPathOnThisSite) {
  EXPECT_EQ(safe_url("https://example.com/?a=1&b=\"2\""), "https://example.com/?a=1&amp;b=&quot;2&quot;");
  EXPECT_EQ(safe_url("HTTP://example.com"), "HTTP://example.com");
  EXPECT_EQ(safe_url("mailto:robin@example.com"), "mailto:robin@example.com");
  EXPECT_EQ(safe_url("/papers/a&b.pdf"), "/papers/a&amp;b.pdf");
  for (const auto* url : {"javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x", "relative",
                          "/a b", "//example.com", "", "https://", "mailto:", " https://example.com",
                          "https://example.com/a b", "https://example.com/\nx", "java\tscript:alert(1)"}) {
    EXPECT_EQ(safe_url(url), "") << url;
  }
}

TEST(LinkTo, IsTheTextWithoutALinkForAnUnsafeAddress) {
  EXPECT_EQ(link_to("https://example.com/a", "A <b>"),
            "<a href=\"https://example.com/a\" rel=\"external noopener\">A &lt;b&gt;</a>");
  EXPECT_EQ(link_to("javascript:alert(1)", "A <b>"), "A &lt;b&gt;");
  EXPECT_EQ(link_to_address("https://example.com/"),
            "<a href=\"https://example.com/\" rel=\"external noopener\">example.com</a>");
}

TEST(LinkTo, IsNotExternalForAPathOnThisSite) {
  EXPECT_EQ(link_to("/papers/a.pdf", "Paper"), "<a href=\"/papers/a.pdf\">Paper</a>");
}

TEST(LinkedText, LinksAddressesWithoutThePunctuationAroundThem) {
  EXPECT_EQ(
      linked_text("See (https://example.com/a). And <i>"),
      "See (<a href=\"https://example.com/a\" rel=\"external noopener\">https://example.com/a</a>). And &lt;i&gt;");
  EXPECT_EQ(linked_text("http is a protocol, https:// is no address"), "http is a protocol, https:// is no address");
  EXPECT_EQ(linked_text("https://a.example\"onclick=x"),
            "<a href=\"https://a.example\" rel=\"external noopener\">https://a.example</a>&quot;onclick=x");
}

TEST(TimeElement, WritesDatesAndEscapesOtherText) {
  const content::Labels labels("en");
  EXPECT_EQ(time_element(labels, "2034-05-01"), "<time datetime=\"2034-05-01\">1 May 2034</time>");
  EXPECT_EQ(time_element(labels, "2034-12"), "<time datetime=\"2034-12\">December 2034</time>");
  EXPECT_EQ(time_element(labels, "2034"), "<time datetime=\"2034\">2034</time>");
  EXPECT_EQ(time_element(labels, ""), "");
  EXPECT_EQ(time_element(labels, "<soon>"), "&lt;soon&gt;");
  EXPECT_EQ(time_element(labels, "2034-13"), "2034-13");
  EXPECT_EQ(time_element(labels, "2034-\"5"), "2034-&quot;5");
  EXPECT_EQ(time_element(labels, "2034-05-<1"), "2034-05-&lt;1");
}

TEST(TimeElement, SpellsDatesAsTheLanguageDoes) {
  struct Row {
    std::string_view language;
    std::string_view first;
    std::string_view second;
    std::string_view month;
  };
  for (const Row& row :
       {Row{"de", "1. März 2034", "2. März 2034", "März 2034"}, Row{"fr", "1er mars 2034", "2 mars 2034", "mars 2034"},
        Row{"es", "1 de marzo de 2034", "2 de marzo de 2034", "marzo de 2034"},
        Row{"it", "1º marzo 2034", "2 marzo 2034", "marzo 2034"},
        Row{"zh", "2034年3月1日", "2034年3月2日", "2034年3月"}, Row{"ja", "2034年3月1日", "2034年3月2日", "2034年3月"},
        Row{"pt", "1º de março de 2034", "2 de março de 2034", "março de 2034"},
        Row{"nl", "1 maart 2034", "2 maart 2034", "maart 2034"}}) {
    const content::Labels labels(row.language);
    const auto shown = [&labels](const std::string& date) {
      const auto element = time_element(labels, date);
      const auto begin = element.find('>') + 1;
      return element.substr(begin, element.rfind('<') - begin);
    };
    EXPECT_EQ(shown("2034-03-01"), row.first);
    EXPECT_EQ(shown("2034-03-02"), row.second);
    EXPECT_EQ(shown("2034-03"), row.month);
  }
}

TEST(ScriptJson, CannotEndTheScriptElement) {
  const boost::json::value value = {{"a", "</script><!-- & ]]>"}};
  const auto text = script_json(value);
  EXPECT_EQ(text, R"({"a":"\u003c/script\u003e\u003c!-- \u0026 ]]\u003e"})");
  EXPECT_EQ(boost::json::parse(text), value);
}

std::string label_with(const std::string& text, const std::vector<content::LabelValue>& html = {}) {
  content::Site site;
  site.labels["about"] = text;
  return label_html(content::Labels(site), "about", html);
}

TEST(LabelHtml, EscapesTheTextMarksCodeAndReplacesPlaceholders) {
  EXPECT_EQ(label_with("<b> & `a<b` \"c\""), "&lt;b&gt; &amp; <code>a&lt;b</code> &quot;c&quot;");
  EXPECT_EQ(label_with("a ` b"), "a ` b");
  EXPECT_EQ(label_with("{a} {b} {a", {{"a", "<i>{b}</i>"}}), "<i>{b}</i> {b} {a");
  EXPECT_EQ(label_with("`{a}`", {{"a", "1"}}), "<code>1</code>");
  EXPECT_EQ(label_with("{{{base_url}}} [[skip]]"), "{{{base_url}}} [[skip]]");
}

}  // namespace
}  // namespace agent_access::pages
