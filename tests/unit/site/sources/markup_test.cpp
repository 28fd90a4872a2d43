// What markup of real files shows.
#include "site/sources/texts/markup.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/site/sources/text_row.hpp"

namespace agent_access::sources {
namespace {

using testing::ElementsAre;

TEST(PlainHtml, KeepsWhatIsLessOrGreater) {
  const std::vector<TextRow> rows = {
      {"Sparse regression when n<p and p>100", "Sparse regression when n<p and p>100"},
      {"If a<b then c>d", "If a<b then c>d"},
      {"Let 0<a<b and c>0. For q<s and t>1, u<i=2>", "Let 0<a<b and c>0. For q<s and t>1, u<i=2>"},
      {"p<<b and c/<p/q> and </b and c>", "p<<b and c/<p/q> and </b and c>"},
      {"<p class=x id='y'>a</p ><br /><BR/><a\nhref=\"x>y\">b</a>", "a y\">b"},
      {"<i lang=en>c</i> <span style=\"font-variant: small-caps\">d</span>", "c d"},
      {"<span style=“font-variant: small-caps”>e</span> <hr noshade><i title=&quot;x&quot;>f</i>", "e f"},
      {"<a href='x'title=\"y\">e</a> <td nowrap>f</td> <ol reversed start=\"3\">g</ol>", "e f g"},
  };
  for (const auto& [given, expected] : rows) EXPECT_EQ(plain_html(given), expected) << given;
}

TEST(PlainHtml, LeavesVeryManySignsWithoutAnEnd) {
  std::string given;
  while (given.size() < 200'000) given += "<a <tex-math>$ ";
  EXPECT_TRUE(plain_html(given + ">").starts_with("<a $ <a $ <a $ "));
}

TEST(PlainHtml, HasRaisedAndLoweredCharactersOfUnicode) {
  const std::vector<TextRow> rows = {
      {"10<sup>3</sup> m<SUP>&#8722;2</SUP> s<sup>−1</sup>, H<sub>2</sub>O", "10³ m⁻² s⁻¹, H₂O"},
      {"x<sup><i>n</i>+1</sup> and <jats:sub>10</jats:sub>, CO<inf>2</inf>", "xⁿ⁺¹ and ₁₀, CO₂"},
      {"the 19<sup>th</sup> M<sub>max</sub> <sup>3", "the 19th Mmax 3"},
      {"A<sup></sup>, B<sup>1,2</sup>", "A, B¹,²"},
      {"CO<inf>2 </inf>emission", "CO₂ emission"},
  };
  for (const auto& [given, expected] : rows) EXPECT_EQ(plain_html(given), expected) << given;
}

TEST(PlainHtml, IsWithoutTheMarkupOfDatabases) {
  const std::vector<TextRow> rows = {
      {"The <inline-formula> <tex-math notation=\"LaTeX\">$H_\\infty$ </tex-math></inline-formula> norm",
       "The H_∞ norm"},
      {"a <jats:tex-math>$$x^2$$</jats:tex-math> <mml:math><mml:mi>x</mml:mi></mml:math> b", "a x² b"},
      {"a <tex-math>x {1}</tex-math> <tex-math>$x</", "a x {1} $x</"},
      {"<jats:sec><jats:title>Aim</jats:title><jats:p>To see.</jats:p></jats:sec>", "Aim To see."},
      {"<jats:inline-formula><mml:math display=\"inline\"><mml:mi>x</mml:mi></mml:math></jats:inline-formula>", "x"},
      {"<italic>E. coli</italic> and <bold>more</bold>, <sc>Sc</sc> <xref ref-type=\"bibr\">1</xref>",
       "E. coli and more, Sc 1"},
      {"of <mml:math><mml:msub><mml:mi>CP</mml:mi> <mml:mn>2</mml:mn></mml:msub></mml:math> in", "of CP₂ in"},
      {"<msup><mi>e</mi><mrow><mo>−</mo><mi>x</mi></mrow></msup> <msub><mi>a</mi><mo>′</mo></msub>", "e^−x a′"},
      {"<mml:msup><mml:mrow><mml:mi>a</mml:mi></mml:mrow><mml:mn>2</mml:mn></mml:msup>", "a2"},
      {"<mml:msup><mml:mi>x</mml:mi><mml:msup><mml:mi>y</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:msup>", "xy²"},
      {"<dc:title> of <bolder>", "<dc:title> of <bolder>"},
  };
  for (const auto& [given, expected] : rows) EXPECT_EQ(plain_html(given), expected) << given;
}

TEST(PlainText, IsWhatMarkupShows) {
  const std::vector<TextRow> rows = {
      {"", ""},
      {"Robin Example", "Robin Example"},
      {"Review of <em>Quiet Machines</em>", "Review of Quiet Machines"},
      {"<p>One</p><p>Two<br/>Three</p>", "One Two Three"},
      {"<a href=\"https://example.org/x\">a page</a>", "a page (https://example.org/x)"},
      {"<a href='/x'>a page</a>", "a page"},
      {"<b>a</b> <i class=\"x\">b</i><!-- c --> d", "a b d"},
      {"CO<sub>2</sub> and m<sup>2</sup>", "CO₂ and m²"},
      {"<jats:p>An abstract with <jats:italic>letters</jats:italic>.</jats:p>", "An abstract with letters."},
      {"<span class=\"nocase\">Port</span>", "Port"},
      {"List<String> of a < b and c > d", "List<String> of a < b and c > d"},
      {"I <3 boats", "I <3 boats"},
      {"Research &amp; Development &#8211; &#x201c;quiet&#x201d;&nbsp;x", "Research & Development – “quiet” x"},
      {"AT&T; R&D &unknown; &#0; &#xD800;", "AT&T; R&D &unknown; &#0; &#xD800;"},
      {"**bold** and __bold__, *it* and _it_, `code`", "bold and bold, it and it, code"},
      {"~~old~~ new", "old new"},
      {"5*3*2, snake_case_name, 2 * 3 * 4", "5*3*2, snake_case_name, 2 * 3 * 4"},
      {"[title](https://example.org/x)", "title (https://example.org/x)"},
      {"[title](https://example.org/\xFF\n)", "title (https://example.org/%FF)"},
      {"[https://example.org](https://example.org)", "https://example.org"},
      {"![picture](a.png) below", "picture below"},
      {"a [note] (b)", "a [note] (b)"},
      {"# Heading\n\ntext", "Heading text"},
      {"one\r\ntwo\rthree\tfour", "one two three four"},
      {"a\x01"
       "b\xC2\x85"
       "c\xE2\x80\x8B"
       "d\xEF\xBB\xBF",
       "a b cd"},
      {"\\emph{that} \\textbf{works} -- really~so", "that works – really so"},
      {"as \\cite{other2020} shows", "as shows"},
      {"We show \\citefoo things, \\citep{a,b}.", "We show things, ."},
      {"100\\% of \\& and \\_", "100% of & and _"},
      {"$\\alpha$-decay of \\href{https://x.example}{this}", "α-decay of this"},
      {"100\\,Hz \\emph{or}\\\\more", "100 Hz or more"},
      {"the command --flag costs $5 and ~20 minutes", "the command --flag costs $5 and ~20 minutes"},
      {"C:\\Users\\robin", "C:\\Users\\robin"},
      {"M\xFCnchen", "M\uFFFDnchen"},
      {"C:\\new\\text \\d+ DOMAIN\\user", "C:\\new\\text \\d+ DOMAIN\\user"},
      {"50\\% of A\\user, \\$5 -- `x`", "50% of A\\user, $5 -- x"},
      {"`x` is \\emph{not} ``y'' of `a_b` -- `--z`", "x is not “y” of a_b – --z"},
      {"`5*3*` and ``a`b`` and `c", "5*3* and a`b and `c"},
      {"a \\*b\\*, \\_c\\_ and *d \\* e*", "a *b*, _c_ and d * e"},
      {"<style>p {}</style>a<script>x()</script> <details><summary>More</summary>b</details>", "a More b"},
      {"{% include x %}a{{% callout %}}b{{< figure src=\"x\" >}}c\n{: .wide}", "abc"},
      {"a {:ok, pid} {:.2f} {:?}", "a {:ok, pid} {:.2f} {:?}"},
      {"{{ name }} and {x} and {% y", "{{ name }} and {x} and {% y"},
  };
  for (const auto& [given, expected] : rows) EXPECT_EQ(plain_text(given), expected) << given;
}

TEST(PlainText, ShowsTheAddressesOfLinks) {
  const std::vector<TextRow> rows = {
      {"[x](https://l.example \"a (title)\")", "x (https://l.example)"},
      {"[x](https://l.example 'title')!", "x (https://l.example)!"},
      {"[x]( https://p.example )", "x (https://p.example)"},
      {"[x](<https://b.example/a b>)", "x (https://b.example/a%20b)"},
      {"[x](https://e.example/A_(b)) c)", "x (https://e.example/A_(b)) c)"},
      {"[x](https://e.example/a b)", "x (https://e.example/a%20b)"},
      {"[x](https://e.example/a(b) c", "x (https://e.example/a(b) c"},
      {"[x](/here)", "x"},
      {"see <https://auto.example/a_b_c>.", "see https://auto.example/a_b_c."},
      {"<https://not an address>", "<https://not an address>"},
      {"<a href=https://n.example>x</a>", "x (https://n.example)"},
      {"<a data-href=\"https://e.example\" HREF = 'https://g.example'>x</a>", "x (https://g.example)"},
      {"<a title=\"href=x\" class href=\"https://g.example\">x</a>", "x (https://g.example)"},
      {"<a href>x</a>", "x"},
  };
  for (const auto& [given, expected] : rows) EXPECT_EQ(plain_text(given), expected) << given;
}

TEST(PlainName, HasNoAddressesAndNoRaisedMarks) {
  const std::vector<TextRow> rows = {
      {"[Mia Muster](https://m.example)", "Mia Muster"},
      {"<a href=\"https://m.example\">Mia</a> Muster<sup>1,<i>a</i></sup>", "Mia Muster"},
      {"Mia<sup>1", "Mia1"},
      {"Mia Muster <https://m.example>", "Mia Muster"},
  };
  for (const auto& [given, expected] : rows) EXPECT_EQ(plain_name(given), expected) << given;
}

TEST(PlainParagraphs, AreSeparatedByEmptyLinesAndLists) {
  EXPECT_THAT(plain_paragraphs("One\nline.\n\nTwo."), ElementsAre("One line.", "Two."));
  EXPECT_THAT(plain_paragraphs("Did:\n- one\n- two\n* three\n• four"),
              ElementsAre("Did:", "one", "two", "three", "four"));
  EXPECT_THAT(plain_paragraphs("<ul><li>one</li><li>two</li></ul>"), ElementsAre("one", "two"));
  EXPECT_THAT(plain_paragraphs("One\r\n\r\n\r\nTwo"), ElementsAre("One", "Two"));
  EXPECT_THAT(plain_paragraphs(" \n "), ElementsAre());
}

}  // namespace
}  // namespace agent_access::sources
