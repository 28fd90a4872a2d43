#include "site/sources/texts/latex_commands.hpp"

#include <algorithm>
#include <array>
#include <forward_list>
#include <map>
#include <string>
#include <utility>

#include "base/ascii.hpp"
#include "site/sources/texts/encoding.hpp"
#include "site/sources/texts/foreign_text.hpp"

namespace agent_access::sources {
namespace {

/// Names, each with the character that it is. Of Cyrillic letters (T2A) the small ones.
constexpr std::string_view kCharacters =
    "ss ß SS ẞ ae æ AE Æ oe œ OE Œ aa å AA Å o ø O Ø l ł L Ł i ı j ȷ imath ı jmath ȷ dh ð DH Ð th þ TH Þ dj đ DJ Đ ng "
    "ŋ "
    "NG Ŋ ohorn ơ OHORN Ơ uhorn ư UHORN Ư "
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu "
    "μ "
    "nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ "
    "omega "
    "ω Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο "
    "Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω micro µ "
    "cyra а cyrb б cyrv в cyrg г cyrd д cyre е cyryo ё cyrzh ж cyrz з cyri и cyrishrt й cyrk к cyrl л cyrm м cyrn н "
    "cyro о cyrp п cyrr р cyrs с cyrt т cyru у cyrf ф cyrh х cyrc ц cyrch ч cyrsh ш cyrshch щ cyrhrdsn ъ cyrery ы "
    "cyrsftsn ь cyrerev э cyryu ю cyrya я cyrie є cyrii і cyryi ї cyrushrt ў cyrje ј cyrlje љ cyrnje њ cyrdje ђ "
    "cyrtshe ћ cyrdzhe џ "
    "times × div ÷ pm ± mp ∓ cdot · cdots ⋯ ast * star ⋆ circ ∘ bullet • oplus ⊕ otimes ⊗ odot ⊙ sun ☉ le ≤ leq ≤ ge "
    "≥ geq ≥ leqslant ≤ geqslant ≥ ne ≠ neq ≠ approx ≈ simeq ≃ cong ≅ sim ∼ equiv ≡ propto ∝ ll ≪ gg ≫ lesssim ≲ "
    "gtrsim ≳ lt < gt > less < greater > mathsemicolon ; in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ cup ∪ cap ∩ "
    "setminus ∖ emptyset ∅ varnothing ∅ "
    "forall ∀ exists ∃ neg ¬ lnot ¬ land ∧ wedge ∧ lor ∨ vee ∨ to → rightarrow → leftarrow ← leftrightarrow ↔ "
    "Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ longrightarrow ⟶ mapsto ↦ uparrow ↑ downarrow ↓ infty ∞ partial ∂ nabla "
    "∇ sum ∑ prod ∏ int ∫ oint ∮ surd √ angle ∠ perp ⊥ parallel ∥ mid ∣ vdash ⊢ models ⊨ top ⊤ bot ⊥ ell ℓ hbar ℏ Re ℜ "
    "Im ℑ aleph ℵ wp ℘ prime ′ degree ° celsius ℃ textdegree ° langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ "
    "vert "
    "| Vert ‖ lvert | rvert | lbrace { rbrace } backslash \\ triangle △ square □ Box □ diamond ⋄ clubsuit ♣ "
    "diamondsuit "
    "♢ heartsuit ♡ spadesuit ♠ flat ♭ sharp ♯ natural ♮ checkmark ✓ dagger † ddagger ‡ dag † ddag ‡ S § P ¶ copyright "
    "© "
    "textcopyright © textregistered ® texttrademark ™ pounds £ textsterling £ euro € texteuro € EUR € textyen ¥ "
    "textcent "
    "¢ ldots … dots … textellipsis … textendash – textemdash — textquoteleft ‘ textquoteright ’ lq ‘ rq ’ "
    "textquotedblleft “ textquotedblright ” textquotedbl \" quotedblbase „ quotesinglbase ‚ glqq „ grqq “ glq ‚ grq ‘ "
    "flqq « frqq » guillemotleft « guillemotright » guillemetleft « guillemetright » guilsinglleft ‹ guilsinglright › "
    "textasciitilde ~ textasciicircum ^ textasciigrave ` textbackslash \\ textunderscore _ textless < textgreater > "
    "textbar | "
    "textbraceleft { textbraceright } textdollar $ textpercent % textexclamdown ¡ textquestiondown ¿ textordmasculine "
    "º "
    "textordfeminine ª textbullet • textperiodcentered · textmu µ textonehalf ½ textonequarter ¼ slash / colon : "
    "textquotesingle ' textasteriskcentered * textsection § textparagraph ¶ textnumero № textperthousand ‰ "
    "textthreequarters ¾ textonesuperior ¹ texttwosuperior ² textthreesuperior ³ textopenbullet ◦ dots … dotsc … dotsb "
    "… "
    "vdots ⋮ iff ⇔ implies ⇒ gets ← coloneqq ≔ triangleq ≜ asymp ≍ rtimes ⋊ ltimes ⋉ bigcup ⋃ bigcap ⋂ subsetneq ⊊ "
    "supseteq ⊇ hslash ℏ ohm Ω angstrom Å eth ð complement ∁ bigstar ★ blacksquare ■ "
    "LaTeX LaTeX LaTeXe LaTeX2ε TeX TeX BibTeX BibTeX";
constexpr std::string_view kSpaces =
    "quad qquad space thinspace enspace enskip nobreakspace par newline linebreak item hfill";
/// Words of mathematics, which show their name.
constexpr std::string_view kWords =
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max "
    "min "
    "Pr sec sin sinh sup tan tanh bmod mod";
/// Which show nothing and have no argument.
constexpr std::string_view kSwitches =
    "bf bfseries boldmath cal cyr displaystyle em footnotesize ignorespaces it itshape large Large left limits "
    "mdseries "
    "negthinspace newblock nobreak noindent nolimits normalfont normalsize null protect relax right rm rmfamily sc "
    "scriptsize scshape selectfont sf sl slshape small textstyle tiny tt ttfamily unskip upshape xspace big Big bigl "
    "bigr Bigl Bigr bigg Bigg";
/// Which show their argument.
constexpr std::string_view kStyles =
    "autocap bm boldsymbol capitalisewords ce doi emph ensuremath fbox hbox hl lowercase MakeLowercase MakeUppercase "
    "mathbf mathcal mathfrak mathit mathnormal mathrm mathsf mathsc mathtt mathscr mbox mkbibbold mkbibemph "
    "mkbibitalic "
    "natexlab operatorname overline path nolinkurl singleletter so st text textbf textit textmd textnormal textrm "
    "textsc "
    "textsf textsl texttt textup titlecap uline underline uppercase url";
/// Which hide their argument.
constexpr std::string_view kHidden =
    "begin bibinfo bibnamedelima citenamefont color end footnote footnotemark hspace index label noopsort nocite "
    "phantom sortnoop SortNoop thanks thispagestyle todo vphantom vspace";

struct Row {
  std::string_view name;
  LatexCommand command;
};
constexpr auto kRows = std::to_array<Row>({{"bibfnamefont", {1, "#1"}},
                                           {"bibnamefont", {1, "#1"}},
                                           {"enquote", {1, "“#1”"}},
                                           {"og", {0, "« "}},
                                           {"fg", {0, " »"}},
                                           {"ier", {0, "er"}},
                                           {"ieme", {0, "e"}},
                                           {"no", {0, "nº "}},
                                           {"foreignlanguage", {2, "#2"}},
                                           {"foreignquote", {2, "“#2”"}},
                                           {"frac", {2, "@1/@2"}},
                                           {"tfrac", {2, "@1/@2"}},
                                           {"dfrac", {2, "@1/@2"}},
                                           {"nicefrac", {2, "@1/@2"}},
                                           {"mkbibparens", {1, "(#1)"}},
                                           {"mkbibquote", {1, "“#1”"}},
                                           {"href", {2, "#2"}},
                                           {"hyperlink", {2, "#2"}},
                                           {"printfirst", {2, "#1"}},
                                           {"qty", {2, "#1 #2"}},
                                           {"SI", {2, "#1 #2"}},
                                           {"sqrt", {1, "√@1"}},
                                           {"stackrel", {2, "#2"}},
                                           {"switchargs", {2, "#2#1"}},
                                           {"texorpdfstring", {2, "#2"}},
                                           {"textcolor", {2, "#2"}}});

/// Journals as the macros of the American Astronomical Society name them, which ADS exports.
constexpr auto kJournals = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"aap", "Astronomy and Astrophysics"},
     {"aapr", "Astronomy and Astrophysics Review"},
     {"aaps", "Astronomy and Astrophysics Supplement"},
     {"aas", "American Astronomical Society Meeting Abstracts"},
     {"actaa", "Acta Astronomica"},
     {"aj", "Astronomical Journal"},
     {"ao", "Applied Optics"},
     {"apj", "Astrophysical Journal"},
     {"apjl", "Astrophysical Journal Letters"},
     {"apjlett", "Astrophysical Journal Letters"},
     {"apjs", "Astrophysical Journal Supplement"},
     {"apjsupp", "Astrophysical Journal Supplement"},
     {"aplett", "Astrophysics Letters"},
     {"applopt", "Applied Optics"},
     {"apspr", "Astrophysics Space Physics Research"},
     {"apss", "Astrophysics and Space Science"},
     {"araa", "Annual Review of Astronomy and Astrophysics"},
     {"astap", "Astronomy and Astrophysics"},
     {"azh", "Astronomicheskii Zhurnal"},
     {"baas", "Bulletin of the American Astronomical Society"},
     {"bain", "Bulletin of the Astronomical Institutes of the Netherlands"},
     {"caa", "Chinese Astronomy and Astrophysics"},
     {"cjaa", "Chinese Journal of Astronomy and Astrophysics"},
     {"dps", "AAS/Division for Planetary Sciences Meeting Abstracts"},
     {"fcp", "Fundamentals of Cosmic Physics"},
     {"gca", "Geochimica et Cosmochimica Acta"},
     {"grl", "Geophysical Research Letters"},
     {"iaucirc", "IAU Circulars"},
     {"icarus", "Icarus"},
     {"jaavso", "Journal of the American Association of Variable Star Observers"},
     {"jcap", "Journal of Cosmology and Astroparticle Physics"},
     {"jcp", "Journal of Chemical Physics"},
     {"jgr", "Journal of Geophysical Research"},
     {"jqsrt", "Journal of Quantitative Spectroscopy and Radiative Transfer"},
     {"jrasc", "Journal of the Royal Astronomical Society of Canada"},
     {"maps", "Meteoritics and Planetary Science"},
     {"memras", "Memoirs of the Royal Astronomical Society"},
     {"memsai", "Memorie della Società Astronomica Italiana"},
     {"mnras", "Monthly Notices of the Royal Astronomical Society"},
     {"na", "New Astronomy"},
     {"nar", "New Astronomy Reviews"},
     {"nat", "Nature"},
     {"nphysa", "Nuclear Physics A"},
     {"pasa", "Publications of the Astronomical Society of Australia"},
     {"pasj", "Publications of the Astronomical Society of Japan"},
     {"pasp", "Publications of the Astronomical Society of the Pacific"},
     {"physrep", "Physics Reports"},
     {"physscr", "Physica Scripta"},
     {"planss", "Planetary and Space Science"},
     {"pra", "Physical Review A"},
     {"prb", "Physical Review B"},
     {"prc", "Physical Review C"},
     {"prd", "Physical Review D"},
     {"pre", "Physical Review E"},
     {"prl", "Physical Review Letters"},
     {"procspie", "Proceedings of SPIE"},
     {"psj", "Planetary Science Journal"},
     {"qjras", "Quarterly Journal of the Royal Astronomical Society"},
     {"rmp", "Reviews of Modern Physics"},
     {"rmxaa", "Revista Mexicana de Astronomía y Astrofísica"},
     {"skytel", "Sky and Telescope"},
     {"solphys", "Solar Physics"},
     {"sovast", "Soviet Astronomy"},
     {"ssr", "Space Science Reviews"},
     {"zap", "Zeitschrift für Astrophysik"}});

/// Names with a space between them, each with its combining character.
struct Accent {
  std::string_view names;
  std::string_view character;
};
constexpr auto kAccents = std::to_array<Accent>({{"\" ddot textddot", "\u0308"},
                                                 {"' acute textacute", "\u0301"},
                                                 {"` grave textgrave", "\u0300"},
                                                 {"^ hat widehat", "\u0302"},
                                                 {"~ tilde widetilde", "\u0303"},
                                                 {"= bar", "\u0304"},
                                                 {". dot", "\u0307"},
                                                 {"u breve", "\u0306"},
                                                 {"v check", "\u030C"},
                                                 {"H", "\u030B"},
                                                 {"r mathring", "\u030A"},
                                                 {"h", "\u0309"},
                                                 {"G", "\u030F"},
                                                 {"f", "\u0311"},
                                                 {"c", "\u0327"},
                                                 {"k textogonek ogonek", "\u0328"},
                                                 {"d", "\u0323"},
                                                 {"b", "\u0331"},
                                                 {"textcommabelow", "\u0326"},
                                                 {"t", "\u0361"},
                                                 {"vec", "\u20D7"}});

/// Calls `use` with each word.
template <class Use>
void each_word(std::string_view words, Use use) {
  while (!words.empty()) {
    const auto end = std::min(words.find(' '), words.size());
    use(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

/// "CYRYA" and "Я" of "cyrya" and "я", both in UTF-8: U+0430 to U+044F, then U+0450 to U+045F.
std::pair<std::string, std::string> cyrillic_capital(std::string_view name, std::string_view shown) {
  std::string capital(name);
  std::ranges::transform(capital, capital.begin(), base::upper);
  const auto code =
      (static_cast<unsigned char>(shown[0]) & 0x1FU) << 6U | (static_cast<unsigned char>(shown[1]) & 0x3FU);
  std::string letter;
  append_utf8(letter, code < 0x450 ? code - 0x20 : code - 0x50);
  return {std::move(capital), std::move(letter)};
}

struct Commands {
  std::map<std::string, LatexCommand, std::less<>> by_name;
  std::forward_list<std::string> capitals;  ///< what commands of Cyrillic capitals show

  Commands() {
    std::string_view name;
    each_word(kCharacters, [&](std::string_view word) {
      if (!name.empty()) add(name, word);
      name = name.empty() ? word : std::string_view();
    });
    for (const auto& [journal, title] : kJournals) by_name[std::string(journal)] = {0, title};
    each_word(kSpaces, [&](std::string_view word) { by_name[std::string(word)] = {0, " "}; });
    each_word(kWords, [&](std::string_view word) { by_name[std::string(word)] = {0, word, true}; });
    each_word(kSwitches, [&](std::string_view word) { by_name[std::string(word)] = {0, ""}; });
    each_word(kStyles, [&](std::string_view word) { by_name[std::string(word)] = {1, "#1"}; });
    each_word(kHidden, [&](std::string_view word) { by_name[std::string(word)] = {1, ""}; });
    for (const auto& row : kRows) by_name[std::string(row.name)] = row.command;
  }

  void add(std::string_view name, std::string_view shown) {
    by_name[std::string(name)] = {0, shown};
    if (!name.starts_with("cyr")) return;
    auto [capital, letter] = cyrillic_capital(name, shown);
    by_name[std::move(capital)] = {0, capitals.emplace_front(std::move(letter))};
  }
};

constexpr std::string_view kSuperscripts = "0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺-⁻=⁼(⁽)⁾iⁱnⁿ*";
constexpr std::string_view kSubscripts = "0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊-₋=₌(₍)₎iᵢjⱼkₖnₙ";

/// The character behind `c` in a table.
std::string_view behind(std::string_view table, char c) noexcept {
  const auto at = static_cast<unsigned char>(c) < 0x80 ? table.find(c) : std::string_view::npos;
  if (at == std::string_view::npos) return {};
  const std::string_view rest = table.substr(at + 1);
  return rest.substr(0,
                     static_cast<std::size_t>(
                         std::ranges::find_if(rest, [](char each) { return static_cast<unsigned char>(each) < 0x80; }) -
                         rest.begin()));
}

}  // namespace

const LatexCommand* latex_command(std::string_view name) {
  static const Commands kCommands;
  auto found = kCommands.by_name.find(name);
  // "textalpha" and "upalpha" are upright forms.
  for (const std::string_view prefix : {"text", "up"}) {
    if (found == kCommands.by_name.end() && name.starts_with(prefix)) {
      found = kCommands.by_name.find(name.substr(prefix.size()));
    }
  }
  return found == kCommands.by_name.end() ? nullptr : &found->second;
}

std::string_view latex_accent(std::string_view name) noexcept {
  const auto* const found =
      std::ranges::find_if(kAccents, [&](const Accent& each) { return has_word(each.names, name); });
  return found == kAccents.end() ? std::string_view() : found->character;
}

std::string_view latex_superscript(char c) noexcept { return behind(kSuperscripts, c); }
std::string_view latex_subscript(char c) noexcept { return behind(kSubscripts, c); }

}  // namespace agent_access::sources
