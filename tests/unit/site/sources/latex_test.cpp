// What LaTeX shows, after Kopka's and Lamport's tables, and what stands in bibliographies.
#include "site/sources/texts/latex.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace agent_access::sources {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Rows = std::vector<std::pair<std::string, std::string>>;

void expect_shown(const Rows& rows) {
  for (const auto& [latex, expected] : rows) {
    const auto shown = latex_text(latex);
    EXPECT_EQ(shown.text, expected) << latex;
    EXPECT_THAT(shown.unknown, IsEmpty()) << latex;
  }
}

TEST(LatexText, ComposesAccentsWithTheNextTokenOrGroup) {
  expect_shown({{R"(M\"uller M{\"u}ller M\"{u}ller)", "Müller Müller Müller"},
                {R"(Garc\'\i a Mar\'{\i}a A{\"\i}cha)", "García María Aïcha"},
                {R"(Fran\c cois {\c{C}}a{\u{g}}lar I{\c{s}}{\i}l {\.I} \.{i}\.i\.{\i})", "François Çağlar Işıl İ iii"},
                {R"(\v r \v{L} Ern\H{o} {\k{e}} \r u \=a \.Z)", "ř Ľ Ernő ę ů ā Ż"},
                {R"(Tr{\`{\^a}}n S{\'{\^o}} Th{\d{i}} \textcommabelow{S})", "Trần Số Thị Ș"},
                {R"($\hat{x}$ \~{} \^{})", "x̂ ~ ^"}});
}

TEST(LatexText, KnowsLettersWhoseNamesBeginLikeAccents) {
  expect_shown({{R"({\OE}uvre {\oe} \ss{} \AA ngstr\"om Stra{\ss}e \o\O\l\L)", "Œuvre œ ß Ångström Straße øØłŁ"},
                {R"({\DJ}or{\dj}e \th\TH\dh\DH)", "Đorđe þÞðÐ"},
                {R"({\CYRI}{\cyrv}{\cyra}{\cyrn} {\CYRYO}{\CYRSHCH}{\CYRYI})", "Иван ЁЩЇ"},
                {R"($\Omega$, $\infty$, $\alpha$-decay, \textalpha, \textmu)", "Ω, ∞, α-decay, α, µ"}});
}

TEST(LatexText, WritesFormulasInUnicode) {
  expect_shown({{R"($O(n \log n)$ and $\log(n)$ and $n\log n$)", "O(n log n) and log(n) and n log n"},
                {R"(CO$_2$, m\textsuperscript{2}, H\textsubscript{2}O, $10^{-3}$)", "CO₂, m², H₂O, 10⁻³"},
                {R"($H\sp 1\sb{0}$)", "H¹₀"},
                {R"($O(n^{1/2})$, O$_{8+\delta}$, $x^{*}$)", "O(n^(1/2)), O_(8+δ), x^*"},
                {R"($x_{ab}$ $x^k$ $90^\circ$ $4^{th}$)", "x_ab x^k 90° 4th"},
                {R"($a \le b$, $3 \times 4$, \(x \in \mathbb{R}\), $\frac{a+b}{2}$, $\sqrt{xy}$)",
                 "a ≤ b, 3 × 4, x ∈ ℝ, (a+b)/2, √(xy)"},
                {R"($\less$i$\greater$E. coli$\less$/i$\greater$ A{\&}amp$\mathsemicolon$B)", "<i>E. coli</i> A&amp;B"},
                {"costs $5", "costs $5"}});
}

TEST(LatexText, WritesTypography) {
  expect_shown({{"``quiet'' -- and --- so~on", "“quiet” – and — so on"},
                {R"(\enquote{quiet} \glqq leise\grqq{} ?`qu\'e?)", "“quiet” „leise“ ¿qué?"},
                {R"(\og Bonjour\fg{} le 1\ier{} \no 5)", "« Bonjour » le 1er nº 5"},
                {R"(100\,\% \& \$5 \#1 a\_b \{x\} a\-b)", "100 % & $5 #1 a_b {x} ab"},
                {R"(\LaTeX\ is \emph{not} \textbf{{Quiet} \textit{enough}})", "LaTeX is not Quiet enough"},
                {R"(as \cite[p.~3]{other} shows\footnote{hidden})", "as  shows"},
                {R"({\noopsort{1973a}}1981 \texorpdfstring{$x$}{y} {\bf bold} {\apj} {\memsai})",
                 "1981 y bold Astrophysical Journal Memorie della Società Astronomica Italiana"}});
}

TEST(LatexText, FindsAddresses) {
  const auto shown = latex_text(R"(\href{https://example.org/a\_b}{A page} and \url{https://example.org/~x\%20y})");
  EXPECT_EQ(shown.text, "A page and https://example.org/~x%20y");
  EXPECT_THAT(shown.addresses, ElementsAre("https://example.org/a_b", "https://example.org/~x%20y"));
}

TEST(LatexText, KeepsWhatItDoesNotKnowReadable) {
  const auto shown = latex_text(R"(\quietly{So} it \goes on)");
  EXPECT_EQ(shown.text, "So it goes on");
  EXPECT_THAT(shown.unknown, ElementsAre("quietly", "goes"));
  for (const auto* latex :
       {"\\", "{", "}", "\\'", "\\emph", "\\emph{", "$", "$_", "\\href{x}", "\\frac1", "\\[", "^", "\\cite["}) {
    EXPECT_FALSE(latex_text(latex).text.contains('\\')) << latex;
  }
}

TEST(VerbatimText, UndoesOnlyWhatLatexNeeds) {
  const Rows rows = {{R"(https://example.org/4\_a?b=1\&c=2\#d\%20)", "https://example.org/4_a?b=1&c=2#d%20"},
                     {R"({\url{https://example.org/a--b}})", "https://example.org/a--b"},
                     {R"(https://example.org/$\sim$robin/\~{}x{\_}y)", "https://example.org/~robin/~x_y"},
                     {R"(10.1000/(SICI)1-2{\textless}3::4{\textgreater})", "10.1000/(SICI)1-2<3::4>"},
                     {R"(10.1002/1-2(2001)40:6$\less$9::AID-E9$\greater$3.3.CO$\mathsemicolon$2-C)",
                      "10.1002/1-2(2001)40:6<9::AID-E9>3.3.CO;2-C"},
                     {R"(10.5555/\textit{a}\goes b)", "10.5555/ab"},
                     {R"(\detokenize{10.5555/a_b})", "10.5555/a_b"},
                     {R"(https://example.org/\penalty0 x\discretionary{}{}{}y)", "https://example.org/xy"},
                     {R"(\burl{https://example.org/x})", "https://example.org/x"},
                     {R"(\url{https://example.org/\allowbreak x})", "https://example.org/x"},
                     {"https://example.org/a\n   b", "https://example.org/ab"}};
  for (const auto& [latex, expected] : rows) EXPECT_EQ(verbatim_text(latex), expected) << latex;
}

TEST(HasLatex, DoesNotTakePathsForCommands) {
  for (const auto* text : {"\\emph{x}", "A\\&B", "$\\alpha$", "$x\\times y$", "a \\times b", "as \\citep{a}"})
    EXPECT_TRUE(has_latex(text)) << text;
  for (const auto* text : {"C:\\Users\\robin", "a \\d+ b", "\\alpha_beta", "C:\\new\\text a", "C:\\log", "DOMAIN\\max",
                           "a\\_b", "\\$5", "50\\% of A\\user", ""})
    EXPECT_FALSE(has_latex(text)) << text;
}

}  // namespace
}  // namespace agent_access::sources
