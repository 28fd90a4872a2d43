#include "site/sources/resumes/section_titles.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "base/ascii.hpp"
#include "site/sources/resumes/entry_label.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/markup.hpp"

namespace agent_access::sources {
namespace {

// Words in the form of folded_words(), with a space between them.

constexpr std::string_view kAnd = "and e en et und y";
/// Words that say nothing about what a section holds.
constexpr std::string_view kPlainWords =
    "academic additional beruflicher de des further industry industrial key my of open other others personal "
    "professional professionale professionnelle profesional profissional recent relevant research selected source "
    "technical";

struct TitleWords {
  CvList list;
  std::string_view words;
};
constexpr auto kTitleWords = std::to_array<TitleWords>(
    {{CvList::positions,
      "appointment appointments berufserfahrung career employment experience experiences experiencia esperienza "
      "esperienze werdegang werkervaring history job jobs position positions work 工作经历 工作经验 职业经历 職歴"},
     {CvList::education,
      "ausbildung degrees education educacion educacao etudes estudios formacion formacao formation formazione "
      "istruzione opleiding opleidingen studies studium 学历 教育 教育背景 教育经历 学歴"},
     {CvList::skills,
      "competences competencies competenze competencias fahigkeiten habilidades kenntnisse programming skills stack "
      "tech technologies tools vaardigheden 技能 スキル"},
     {CvList::languages, "idiomas langues language languages lingue sprachen sprachkenntnisse talen 语言 言語"},
     {CvList::awards,
      "auszeichnungen award awards fellowships grants honors honours premi premios preise prijzen prix prizes "
      "scholarships stipendien 荣誉 奖项 获奖 受賞"},
     {CvList::certificates,
      "certificate certificates certificaten certification certifications certificados certificazioni certificats "
      "licenses licences zertifikate 证书 資格"},
     {CvList::interests, "hobbies hobby hobbys interessen interesses interessi interests intereses interets 兴趣 趣味"},
     {CvList::references, "referees references referencias referencje referenze referenzen referenties 推荐人 推薦者"},
     {CvList::projects,
      "progetti project projects projecten projekte projets projetos proyectos software 项目 プロジェクト"},
     {CvList::publications,
      "articles papers preprints publicaciones publicacoes publicaties publication publications publikationen "
      "pubblicazioni 论文 発表 出版物"}});
/// What referees do not give: "Projects with references to the press" is a title of projects.
constexpr auto kOwnLists = std::to_array({CvList::skills, CvList::languages, CvList::awards, CvList::certificates,
                                          CvList::interests, CvList::projects, CvList::publications});

/// With one of these words, references are texts or clients. In the languages of the pages.
constexpr std::string_view kOtherReferences =
    "bibliografiche bibliograficas bibliografische bibliographic bibliographiques cited clients cross data literature "
    "press presse works";
/// Of reviewers.
constexpr std::string_view kReviewing = "referee|referee for|referee work";

CvList list_of_word(std::string_view word) {
  const auto* const found =
      std::ranges::find_if(kTitleWords, [&](const TitleWords& each) { return has_word(each.words, word); });
  return found == kTitleWords.end() ? CvList::others : found->list;
}

/// "honors" and "awards" of "Honors & Awards", as words.
std::vector<std::string> parts_of(std::string_view title) {
  auto text = plain_text(title);
  std::ranges::replace_if(text, [](char c) { return std::string_view("&+,;").contains(c); }, '/');
  std::vector<std::string> parts;
  for (const auto& given : words_in(text, '/')) {
    parts.emplace_back();
    for (const auto& word : words_in(folded_words(given), ' ')) {
      if (has_word(kAnd, word)) {
        parts.emplace_back();
      } else {
        parts.back() += parts.back().empty() ? word : " " + word;
      }
    }
  }
  return parts;
}

/// Without lists if it says nothing.
std::set<CvList> lists_of_part(std::string_view part) {
  std::set<CvList> lists;
  const auto words = words_in(part, ' ');
  for (const auto& word : words) {
    if (!has_word(kPlainWords, word)) lists.insert(list_of_word(word));
  }
  const auto is_other = [](const std::string& word) { return has_word(kOtherReferences, word); };
  if (has_word(kReviewing, part, '|') || std::ranges::any_of(words, is_other)) {
    if (lists.erase(CvList::references) > 0) lists.insert(CvList::others);
    return lists;
  }
  const bool has_own = std::ranges::any_of(kOwnLists, [&](CvList list) { return lists.contains(list); });
  const bool is_private = lists.contains(CvList::references) && !has_own;
  if (is_private || private_part_of_label(part) == "references") return {CvList::references};
  return lists;
}

std::set<CvList> lists_of_title(std::string_view title) {
  std::set<CvList> lists;
  for (const auto& part : parts_of(title)) lists.merge(lists_of_part(part));
  // "Contact persons / references"
  const bool is_private = lists.contains(CvList::references) && lists.size() == 2 && lists.contains(CvList::others);
  return is_private ? std::set{CvList::references} : lists;
}

}  // namespace

CvList list_of_title(std::string_view title) {
  auto lists = lists_of_title(title);
  if (lists.size() > 1) lists.erase(CvList::references);
  return lists.size() == 1 ? *lists.begin() : CvList::others;
}

bool names_references(std::string_view title) { return lists_of_title(title).contains(CvList::references); }

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
