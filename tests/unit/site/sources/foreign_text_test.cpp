// Texts, dates, addresses and titles in the shapes of real files.
#include "site/sources/texts/foreign_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "site/content/text_form.hpp"
#include "site/sources/texts/foreign_date.hpp"
#include "site/sources/texts/markup.hpp"

namespace agent_access::sources {
namespace {

using testing::ElementsAre;

struct Row {
  std::string given;
  std::string expected;
};

TEST(PlainHtml, KeepsWhatIsLessOrGreater) {
  const std::vector<Row> rows = {
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
  const std::vector<Row> rows = {
      {"10<sup>3</sup> m<SUP>&#8722;2</SUP> s<sup>−1</sup>, H<sub>2</sub>O", "10³ m⁻² s⁻¹, H₂O"},
      {"x<sup><i>n</i>+1</sup> and <jats:sub>10</jats:sub>, CO<inf>2</inf>", "xⁿ⁺¹ and ₁₀, CO₂"},
      {"the 19<sup>th</sup> M<sub>max</sub> <sup>3", "the 19th Mmax 3"},
      {"A<sup></sup>, B<sup>1,2</sup>", "A, B¹,²"},
      {"CO<inf>2 </inf>emission", "CO₂ emission"},
  };
  for (const auto& [given, expected] : rows) EXPECT_EQ(plain_html(given), expected) << given;
}

TEST(PlainHtml, IsWithoutTheMarkupOfDatabases) {
  const std::vector<Row> rows = {
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
  const std::vector<Row> rows = {
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
  const std::vector<Row> rows = {
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
  const std::vector<Row> rows = {
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

TEST(ReadDate, TakesTheShapesOfRealFiles) {
  const std::vector<Row> rows = {
      {"2020", "2020"},
      {"2020-03", "2020-03"},
      {"2020-03-09", "2020-03-09"},
      {"2020-3-9", "2020-03-09"},
      {"2020/03/01", "2020-03-01"},
      {"2020/03/", "2020-03"},
      {"2020//", "2020"},
      {"2020.03", "2020-03"},
      {"2020-03-01T00:00:00Z", "2020-03-01"},
      {"2020-03-01 10:00:00 +0100", "2020-03-01"},
      {"2020-03-01 10:00 PM EST", "2020-03-01"},
      {"2020-03-01 - 2020-05-02", ""},
      {"2020-03-01T10:00Z/2020-05-02T10:00Z", ""},
      {"WS 2011/12", ""},
      {"2011/12", "2011-12"},
      {"Outono 2019", "2019"},
      {"2020-00-00", "2020"},
      {"2020-05-00", "2020-05"},
      {"202003", "2020-03"},
      {"20200309", "2020-03-09"},
      {"Jun-25", "2025-06"},
      {"Jun-75", "1975-06"},
      {"Jun 2025", "2025-06"},
      {"June 2025", "2025-06"},
      {"Sept. 2019", "2019-09"},
      {"2019 September", "2019-09"},
      {"March 3, 2020", "2020-03-03"},
      {"3rd March 2020", "2020-03-03"},
      {"3. März 2020", "2020-03-03"},
      {"1er septembre 2022", "2022-09-01"},
      {"juillet 2020", "2020-07"},
      {"juin 2020", "2020-06"},
      {"dicembre 2020", "2020-12"},
      {"enero de 2020", "2020-01"},
      {"05/2020", "2020-05"},
      {"31/12/2020", "2020-12-31"},
      {"12/31/2020", "2020-12-31"},
      {"03/03/2020", "2020-03-03"},
      {"03/04/2020", ""},
      {"03.04.2020", "2020-04-03"},
      {"Summer 2019", "2019"},
      {"Q3 2020", "2020"},
      {"c. 2019", "2019"},
      {"2020年3月", "2020-03"},
      {"2019-13", ""},
      {"2019-02-30", ""},
      {"20xx", ""},
      {"0000", ""},
      {"soon", ""},
      {"2014-2018", ""},
      {"", ""},
      {"12", ""},
      {"13/2020", ""},
  };
  for (const auto& [given, expected] : rows) {
    const auto date = read_date(given);
    EXPECT_EQ(date ? date->date : "", expected) << given;
  }
}

TEST(ReadDate, TakesTheNumberOfATermForNoMonth) {
  const std::vector<Row> rows = {
      {"Semester 2 2019", "2019"},
      {"Semester 02/2019", "2019"},
      {"2019-2 Semester", "2019"},
      {"Term 1, 2020", "2020"},
      {"1st semester 2019", "2019"},
      {"1st and 2nd semester 2019", ""},
      {"Spring, 3 March 2020", "2020-03-03"},
      {"Spring 2020-03-09", "2020-03-09"},
      {"Winter 2019-12", "2019-12"},
      {"Term 1", ""},
  };
  for (const auto& [given, expected] : rows) {
    const auto date = read_date(given);
    EXPECT_EQ(date ? date->date : "", expected) << given;
  }
  EXPECT_EQ(read_work_date("Semester 2 2019")->date, "2019");
}

TEST(ReadDate, KnowsWhatHasNotEndedAndWhatIsNotOut) {
  for (const auto* open : {"Present", "present ", "Current", "now", "heute", "Aujourd'hui", "至今"}) {
    const auto date = read_date(open);
    ASSERT_TRUE(date) << open;
    EXPECT_TRUE(date->is_open && date->date.empty()) << open;
  }
  for (const auto* status : {"in press", "In Press", "forthcoming", "to appear", "submitted", "accepted", "Im Druck"}) {
    const auto date = read_date(status);
    ASSERT_TRUE(date) << status;
    EXPECT_FALSE(date->status.empty()) << status;
  }
  EXPECT_EQ(read_date("inpress")->status, "in press");
}

TEST(ReadPeriod, HasTwoEndsOrOne) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"2017 - 2019", "2017 2019"},
      {"2017-2019", "2017 2019"},
      {"2017–2019", "2017 2019"},
      {"2019 - present", "2019 "},
      {"2020-", "2020 "},
      {"since 2020", "2020 "},
      {"Jan. 2021 – Sep. 2021", "2021-01 2021-09"},
      {"10/2018 -- 06/2019", "2018-10 2019-06"},
      {"2013 to 2015", "2013 2015"},
      {"WS 2019/20", "2019 2020"},
      {"2019-20", "2019 2020"},
      {"2018年4月 〜 現在", "2018-04 "},
      {"2017", "2017 2017"},
      {"Jul. 2023", "2023-07 2023-07"},
      {"2020-03", "2020-03 2020-03"},
      {"1998-02", "1998-02 1998-02"},
      {"1998–02", "1998 2002"},
      {"2018-09-01 - 2020-06-30", "2018-09-01 2020-06-30"},
      {"2018/09/01 – 2020/06/30", "2018-09-01 2020-06-30"},
      {"2018-09-01 to 2019-03-31", "2018-09-01 2019-03-31"},
      {"2018-09-01T08:00Z/2019-03-31T08:00Z", "2018-09-01 2019-03-31"},
      {"2018. 9. ~ 2020. 6.", "2018-09 2020-06"},
      {"2018 年 9 月 – 2020 年 6 月", "2018-09 2020-06"},
      {"2018年9月～2020年6月", "2018-09 2020-06"},
      {"2018年9月至今", "2018-09 "},
  };
  for (const auto& [text, expected] : rows) {
    const auto period = read_period(text);
    ASSERT_TRUE(period) << text;
    EXPECT_EQ(period->from + " " + period->until, expected) << text;
  }
  for (const auto* text : {"", "soon", "two - three", "since"}) EXPECT_FALSE(read_period(text)) << text;
}

TEST(ReadPeriod, GivesBothEndsWhatIsWrittenOnce) {
  const std::vector<Row> rows = {
      {"Jun 15 - Aug 20, 2022", "2022-06-15 2022-08-20"},
      {"May 20 – June 3, 2021", "2021-05-20 2021-06-03"},
      {"28 June - 2 July 2018", "2018-06-28 2018-07-02"},
      {"July 4th - July 8th 2019", "2019-07-04 2019-07-08"},
      {"June 10–12, 2018", "2018-06-10 2018-06-12"},
      {"1.-5. Juni 2018", "2018-06-01 2018-06-05"},
      {"13/06 - 20/07/2018", "2018-06-13 2018-07-20"},
      {"Jun - Aug 2022", "2022-06 2022-08"},
      {"May/June 2018", "2018-05 2018-06"},
      {"Spring - Fall 2018", "2018 2018"},
      {"Sep 18 - Jun 20", "2018-09 2020-06"},
      {"Sep '18 – Jun 2020", "2018-09 2020-06"},
  };
  for (const auto& [text, expected] : rows) {
    const auto period = read_period(text);
    ASSERT_TRUE(period) << text;
    EXPECT_EQ(period->from + " " + period->until, expected) << text;
  }
  for (const auto* text : {"Dec 28 - Jan 3, 2019", "1-5-2018", "03/04/2020", "Nov 2018 – Jan"}) {
    EXPECT_FALSE(read_period(text)) << text;
  }
}

TEST(ReadPeriod, KnowsTermsOfTwoYears) {
  const std::vector<Row> rows = {
      {"WS 2010/11", "2010 2011"},
      {"WiSe 2009/10", "2009 2010"},
      {"Wintersemester 2018/19", "2018 2019"},
      {"AY 2011-12", "2011 2012"},
      {"WS 1999/00", "1999 2000"},
      {"WS 2011/12 - SS 2013", "2011 2013"},
      {"SS 2010 – WS 2011/12", "2010 2012"},
      {"WS 2011/12 - heute", "2011 "},
      {"WS 2011/2012", "2011 2012"},
      {"1st term 2011/12", "2011 2012"},
      {"Semester 1 2019 - Semester 2 2020", "2019 2020"},
      {"SS 2013", "2013 2013"},
      {"Winter 2011/09", "2011-09 2011-09"},
  };
  for (const auto& [text, expected] : rows) {
    const auto period = read_period(text);
    ASSERT_TRUE(period) << text;
    EXPECT_EQ(period->from + " " + period->until, expected) << text;
  }
}

TEST(ReadStart, TakesOneEndOfWhatNamesTwo) {
  struct EndRow {
    std::string given;
    std::string start;
    std::string last;
  };
  const std::vector<EndRow> rows = {
      {"WS 2010/11", "2010", "2011"},
      {" ay 2009-10 ", "2009", "2010"},
      {"2020-03-01 - 2020-04-01", "2020-03-01", "2020-04-01"},
      {"2020-03-01 - present", "2020-03-01", ""},
      {"2020-03-01 (approx)", "2020-03-01", "2020-03-01"},
      {"2020-03-01 UTC", "2020-03-01", "2020-03-01"},
      {"2020-03-01 10h", "2020-03-01", "2020-03-01"},
      {"2020-03", "2020-03", "2020-03"},
      {"2020-13-01 (approx)", "", ""},
      {"2017 - 2019", "", ""},
      {"soon", "", ""},
  };
  for (const auto& [given, start, last] : rows) {
    EXPECT_EQ(read_start(given).value_or(ForeignDate()).date, start) << given;
    EXPECT_EQ(read_last(given).value_or(ForeignDate()).date, last) << given;
  }
  EXPECT_TRUE(read_last("present")->is_open);
}

TEST(ReadPeriod, KnowsWordsOfTheLanguagesOfThePages) {
  for (const auto* text : {"2018 - présent", "2018 – à ce jour", "2018 – en cours", "2018 - atualmente",
                           "2018 - Attuale", "sinds 2018", "vanaf 2018", "dès 2018", "2018至今", "2018 tot heden"}) {
    const auto period = read_period(text);
    ASSERT_TRUE(period) << text;
    EXPECT_EQ(period->from + " " + period->until, "2018 ") << text;
  }
  EXPECT_EQ(read_date("Jänner 2018")->date, "2018-01");
  EXPECT_EQ(read_date("mrt 2018")->date, "2018-03");
}

TEST(ReadWorkDate, TakesWhatBibliographiesWrite) {
  const std::vector<Row> rows = {
      {"2020", "2020"},
      {"2020a", "2020"},
      {"c1998", "1998"},
      {"1875 [2004]", "1875"},
      {"[2004]", "2004"},
      {"2019/2020", "2019"},
      {"2019–2020", "2019"},
      {"1998/99", "1998"},
      {"2020-05-01/2020-05-03", "2020-05-01"},
      {"2020-05-01 - 2020-05-03", "2020-05-01"},
      {"2020-05-01 (online)", "2020-05-01"},
      {"2020-05/..", "2020-05"},
      {"2020-05?", "2020-05"},
      {"2004-21", "2004"},
      {"2018/05/29/online", "2018-05-29"},
      {"2019/03/01/", "2019-03-01"},
      {"2020/05//Spring", "2020-05"},
      {"2018///", "2018"},
      {"2025-04-22", "2025-04-22"},
      {"2020-02-30", "2020"},
      {"Forthcoming (2025)", "2025"},
      {"20xx", ""},
      {"in press", ""},
      {"12345", ""},
      {"", ""},
  };
  for (const auto& [given, expected] : rows) {
    const auto date = read_work_date(given);
    EXPECT_EQ(date ? date->date : "", expected) << given;
  }
  EXPECT_EQ(read_work_date("to appear 2027")->status, "to appear");
  EXPECT_EQ(read_work_date("in press")->status, "in press");
  EXPECT_FALSE(read_work_date("present"));
}

TEST(WithMonth, ReadsMonthsInFiveLanguages) {
  const std::vector<Row> rows = {
      {"mar", "2020-03"},       {"März", "2020-03"},        {"mars", "2020-03"},      {"marzo", "2020-03"},
      {"maart", "2020-03"},     {"mai", "2020-05"},         {"mei", "2020-05"},       {"dicembre", "2020-12"},
      {"août", "2020-08"},      {"12", "2020-12"},          {"feb 29", "2020-02-29"}, {"4 Apr", "2020-04-04"},
      {"Mar.–Apr.", "2020-03"}, {"July/August", "2020-07"}, {"June 3–5", "2020-06"},  {"2020 May", "2020-05"},
      {"13", "2020"},           {"Spring", "2020"},         {"feb 30", "2020-02"},    {"", "2020"}};
  for (const auto& [month, expected] : rows) EXPECT_EQ(with_month("2020", month, ""), expected) << month;
  EXPECT_EQ(with_month("2020", "jan", "7"), "2020-01-07");
  EXPECT_EQ(with_month("2020-03", "may", "1"), "2020-03");
}

TEST(FoldedWords, AreTheSameInEachSpelling) {
  const std::vector<Row> rows = {{"N° de Téléphone:", "n de telephone"},
                                 {"ＴＥＬ．", "tel"},
                                 {"STRASSE Straße", "strasse strasse"},
                                 {"プロジェクト・電話", "プロジェクト 電話"},
                                 {"추천인", "추천인"},
                                 {"references_on_request", "references on request"},
                                 {" -- ", ""},
                                 {"", ""}};
  for (const auto& [given, expected] : rows) EXPECT_EQ(folded_words(given), expected) << given;
}

TEST(SlugOf, HasAsciiLettersOnly) {
  const std::vector<Row> rows = {
      {"Quiet buoys: mooring noise", "quiet-buoys-mooring-noise"},
      {"Überraschung in Łódź: straße", "uberraschung-in-lodz-strasse"},
      {"Owner's ½ CO₂", "owners-1-2-co2"},
      {"数据作战室", ""},
      {"GPT 模型 2", "gpt-2"},
      {"  --  ", ""},
      {std::string(30, 'a') + " " + std::string(40, 'b'), std::string(30, 'a')},
  };
  for (const auto& [given, expected] : rows) {
    EXPECT_EQ(slug_of(given), expected) << given;
    EXPECT_TRUE(expected.empty() || content::slug_fault(expected).empty()) << given;
  }
}

TEST(AbsoluteUrl, CompletesWhatPeopleWrite) {
  const std::vector<Row> rows = {
      {"https://example.org/a", "https://example.org/a"},
      {"HTTP://example.org", "http://example.org"},
      {"example.org/x", "https://example.org/x"},
      {"www.example.org", "https://www.example.org"},
      {"//example.org/x", "https://example.org/x"},
      {"doi:10.1000/x", "https://doi.org/10.1000/x"},
      {"https://example.org/Köln x", "https://example.org/K%C3%B6ln%20x"},
      {"WWW.Example.ORG/x", "https://WWW.Example.ORG/x"},
      {"example.org:8080/x", "https://example.org:8080/x"},
      {"https://example.org/paper.pdf", "https://example.org/paper.pdf"},
      {"paper.pdf", ""},
      {"talk.pptx", ""},
      {"code.zip", ""},
      {"index.html#top", ""},
      {"x.bib", ""},
      {"Fig. 3.Left", ""},
      {"doi:see there", ""},
      {"robin@example.org", ""},
      {"mailto:robin@example.org", ""},
      {"not an address", ""},
      {"ftp://example.org", ""},
      {"https://köln.example/", ""},
      {"", ""},
  };
  for (const auto& [given, expected] : rows) EXPECT_EQ(absolute_url(given).value_or(""), expected) << given;
}

TEST(BareDoi, IsFoundBehindItsPrefixes) {
  for (const auto* text :
       {"10.1000/x", "doi:10.1000/x", "DOI: 10.1000/x", "https://doi.org/10.1000/x", "http://dx.doi.org/10.1000/x"}) {
    EXPECT_EQ(bare_doi(text), "10.1000/x") << text;
  }
  for (const auto* text : {"", "10.1000", "https://example.org/10.1000/x", "see 10.1000/x"}) {
    EXPECT_EQ(bare_doi(text), "") << text;
  }
}

TEST(KeywordsIn, AreSeparatedByOneMark) {
  EXPECT_THAT(keywords_in("noise, sea,, noise"), ElementsAre("noise", "sea"));
  EXPECT_THAT(keywords_in("noise, at sea; boats"), ElementsAre("noise, at sea", "boats"));
  EXPECT_THAT(keywords_in("quiet rooms\nnoise\n"), ElementsAre("quiet rooms", "noise"));
  EXPECT_THAT(keywords_in("noise, at sea;"), ElementsAre("noise, at sea"));
  EXPECT_THAT(keywords_in("quiet\nrooms, noise"), ElementsAre("quiet rooms", "noise"));
  for (const auto* text : {"安静；网络", "安静，网络", "安静、网络"}) {
    EXPECT_THAT(keywords_in(text), ElementsAre("安静", "网络")) << text;
  }
  EXPECT_THAT(keywords_in("صمت، ضوضاء"), ElementsAre("صمت", "ضوضاء"));
  EXPECT_THAT(keywords_in("صمت، هنا؛ ضوضاء"), ElementsAre("صمت، هنا", "ضوضاء"));
}

}  // namespace
}  // namespace agent_access::sources
