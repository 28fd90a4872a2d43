#include "site/sources/resumes/section_titles.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/ascii.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/markup.hpp"

namespace agent_access::sources {
namespace {

/// Words that say nothing about what a section holds.
constexpr std::string_view kPlainWords =
    "academic additional and de des e en et further industry industrial key my of open other others personal "
    "professional recent relevant research selected source technical und y & +";

struct TitleWords {
  CvList list;
  std::string_view words;  ///< with a space between them
};
constexpr auto kTitleWords = std::to_array<TitleWords>(
    {{CvList::positions,
      "appointment appointments berufserfahrung career employment experience experiences experiencia expérience "
      "expériences esperienza esperienze experiência werkervaring history job jobs position positions work 工作经历 "
      "工作经验 职业经历 職歴"},
     {CvList::education,
      "ausbildung degrees education educación educação études estudios formación formação formation formazione "
      "istruzione opleiding opleidingen studies studium 学历 教育 教育背景 教育经历 学歴"},
     {CvList::skills,
      "competences competencies competenze compétences competencias competências fähigkeiten habilidades kenntnisse "
      "programming skills stack tech technologies tools vaardigheden 技能 スキル"},
     {CvList::languages, "idiomas langues language languages lingue sprachen sprachkenntnisse talen 语言 言語"},
     {CvList::awards,
      "auszeichnungen award awards fellowships grants honors honours premi premios prêmios preise prijzen prix prizes "
      "scholarships stipendien 荣誉 奖项 获奖 受賞"},
     {CvList::certificates,
      "certificate certificates certificaten certification certifications certificados certificazioni certificats "
      "licenses licences zertifikate 证书 資格"},
     {CvList::interests, "hobbies hobby hobbys interessen interesses interessi interests intereses intérêts 兴趣 趣味"},
     {CvList::references,
      "referees reference references referencias referências referenze referenzen referenties références"},
     {CvList::projects,
      "progetti project projects projecten projekte projets projetos proyectos software 项目 プロジェクト"},
     {CvList::publications,
      "articles papers preprints publicaciones publicações publicaties publication publications publikationen "
      "pubblicazioni 论文 発表 出版物"}});

CvList list_of_word(std::string_view word) {
  const auto* const found =
      std::ranges::find_if(kTitleWords, [&](const TitleWords& each) { return has_word(each.words, word); });
  return found == kTitleWords.end() ? CvList::others : found->list;
}

}  // namespace

CvList list_of_title(std::string_view title) {
  auto text = base::lower_case(plain_text(title));
  std::ranges::replace_if(text, [](char c) { return c == '_' || c == ',' || c == '/' || c == '-'; }, ' ');
  std::optional<CvList> list;
  for (const auto& word : words_in(text, ' ')) {
    if (has_word(kPlainWords, word)) continue;
    const auto of_word = list_of_word(word);
    if (list && *list != of_word) return CvList::others;
    list = of_word;
  }
  return list.value_or(CvList::others);
}

std::string shown_title(std::string_view name) {
  auto title = plain_text(name);
  if (std::ranges::any_of(title, [](char c) { return c == ' ' || base::is_upper(c); })) return title;
  bool is_first = true;
  for (auto& c : title) {
    if (is_first) c = base::upper(c);
    is_first = c == '_';
    if (is_first) c = ' ';
  }
  return title;
}

}  // namespace agent_access::sources
