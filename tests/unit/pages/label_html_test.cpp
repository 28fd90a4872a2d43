#include "pages/markup/label_html.hpp"

#include <gtest/gtest.h>

namespace agent_access::pages {
namespace {

content::Site site_with(const std::string& name, const std::string& text) {
  content::Site site;
  site.labels[name] = text;
  return site;
}

TEST(LabelHtml, EscapesTheTextAndMarksCode) {
  const auto site = site_with("about", "<b> & `a<b` \"{name}\"");
  EXPECT_EQ(label_html(content::Labels(site), "about"), "&lt;b&gt; &amp; <code>a&lt;b</code> &quot;{{name}}&quot;");
}

TEST(LabelHtml, KeepsASingleBacktick) {
  const auto site = site_with("about", "a ` b");
  EXPECT_EQ(label_html(content::Labels(site), "about"), "a ` b");
}

TEST(WithLabels, ReplacesEachLabelOnce) {
  const auto site = site_with("about", "[[skip]]");
  EXPECT_EQ(with_labels("<h2>[[about]]</h2> {{name}} [[no_end", content::Labels(site)),
            "<h2>[[skip]]</h2> {{name}} [[no_end");
}

TEST(WithLabels, FillsOnePlaceholderInPlace) {
  EXPECT_EQ(with_labels("[[copy_step number=2]], [[example_response status=201 Created]]", content::Labels("de")),
            "Anfrage von Schritt 2 kopieren, Beispielantwort, 201 Created");
  EXPECT_EQ(with_labels("[[fix_not_found openapi=<a href=\"/x\">x</a>]]", content::Labels("it")),
            "Vedere in <a href=\"/x\">x</a> che cosa esiste.");
}

}  // namespace
}  // namespace agent_access::pages
