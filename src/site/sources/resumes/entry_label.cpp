#include "site/sources/resumes/entry_label.hpp"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <utility>

#include "base/ascii.hpp"
#include "json/members.hpp"
#include "site/sources/texts/foreign_date.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/markup.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

constexpr std::size_t kLongestLabel = 80;
/// Digits of a telephone number beside a name.
constexpr std::ptrdiff_t kFewestOfContact = 6;
constexpr char kBar = '|';
constexpr std::string_view kRecommendation = "recommendation";

/// Words in the form of folded_words().
struct Meaning {
  std::string_view member;
  std::string_view words;  ///< with a bar between them
};
/// Of labels with several meanings the first one counts.
constexpr auto kMeanings = std::to_array<Meaning>(
    {{"phone",
      "phone|telephone|contact number|cell|mobile|landline|whatsapp|tel|telefon|telefonnr|mobil|handy|natel|portable|"
      "telefono|telefonico|celular|movil|cellulare|telefone|telemovel|telefoon|mobiel|电话|手机|電話|携帯|телефон|"
      "телефона|telefonu"},
     {"birthday",
      "birth|born|dob|d o b|geburts|geboren|geb|naissance|ne le|nee le|nacimiento|nacido|nacida|nascita|nato il|"
      "nata il|nascimento|nascido|nascida|geboorte|出生|生日|生年月日|誕生日|рождения|urodzenia"},
     {"email", "email|e mail|mail|courriel|correo|electronique|electronico|elettronica|eletronico|邮箱|メール"},
     {"address",
      "address|street|adresse|anschrift|direccion|domicilio|domicile|indirizzo|residenza|endereco|morada|adres|地址|"
      "住址|住所|адрес"},
     {"references",
      "references|referees|referenzen|referencias|referenze|referenties|referencje|推荐人|推薦者|证明人|証明人|照会先|"
      "추천인|المراجع"},
     // Also a review, and a kind of program.
     {kRecommendation,
      "reference|referee|recommendation|recommender|referenz|empfehlung|empfehlungs|recommandation|referencia|"
      "recomendacion|raccomandazion|recomendacao|recomendacoes|referentie|aanbeveling|рекомендации|推荐|推薦|추천서"},
     // What stands beside these words and says nothing else.
     {"",
      "number|numer|номер|nummer|nr|no|n|numero|num|号码|番号|号|date|day|datum|tag|jour|fecha|dia|data|giorno|дата|"
      "проживания|日期|年月|日|"
      "place|ort|lieu|lugar|luogo|local|plaats|home|private|privat|prive|personal|personlich|personnel|personnelle|"
      "personale|pessoal|particular|work|business|office|geschafts|professional|professionnelle|profesional|"
      "professionale|profissional|academic|main|permanent|current|contact|kontakt|contacto|contatto|contato|联系|家庭|"
      "现|現|自宅|wohn|woon|mailing|postal|postale|fax|list|liste|lista|lijst|letter|schreiben|lettre|carta|lettera|"
      "brief|person|geber|personne|persona|pessoa|persoon|people|人|者|信|状|available|on|upon|request|for|of|the|my|"
      "am|in|de|des|del|della|di|da|do|du|la|le|el|il|van|von|para|per|pour|and|und|et|y|e|en|s|es|er|i|a"}});

struct MemberLabels {
  std::string_view member;
  std::string_view labels;  ///< whole, in the form of folded_words(), with a bar between them
};
constexpr auto kMemberLabels = std::to_array<MemberLabels>(
    {{"name",
      "name|full name|vollstandiger name|nom|nom complet|nombre|nombre completo|nome|nome completo|naam|"
      "volledige naam|姓名|氏名|名前"},
     {"label", "position|title|headline|occupation|current position|job title"},
     {"location", "location|city|residence|place|based in"},
     {"url", "website|homepage|web|url|site|web page|webpage"},
     {"summary", "summary|about|profile|bio"}});

/// "phone" of "Phone (mobile):". What stands in parentheses only adds to it.
std::string words_of_label(std::string_view label) {
  if (label.size() > kLongestLabel) return {};
  auto text = folded(plain_text(label));
  for (auto begin = text.find('('); begin != std::string::npos; begin = text.find('(')) {
    const auto end = text.find(')', begin);
    text.erase(begin, end == std::string::npos ? end : end + 1 - begin);
  }
  return folded_words(text);
}

/// Of one, two or three letters, such as "tel", a word ends with it.
bool begins_with(std::string_view text, std::string_view word) {
  constexpr std::size_t kShort = 3;
  const bool may_go_on = word.size() > kShort || !base::is_letter(word.front());
  return text.starts_with(word) && (may_go_on || text.size() == word.size() || text[word.size()] == ' ');
}

/// The size of the longest of the words with which the text begins.
std::size_t beginning_in(std::string_view words, std::string_view text) {
  std::size_t longest = 0;
  while (!words.empty()) {
    const auto word = words.substr(0, words.find(kBar));
    if (word.front() == text.front() && begins_with(text, word)) longest = std::max(longest, word.size());
    words.remove_prefix(std::min(word.size() + 1, words.size()));
  }
  return longest;
}

std::string_view meaning_of(std::string_view text) {
  auto first = kMeanings.size() - 1;
  while (!text.empty()) {
    std::pair<std::size_t, std::size_t> longest;  // its size, and the row
    for (std::size_t row = 0; row < kMeanings.size(); ++row) {
      const auto size = beginning_in(kMeanings.at(row).words, text);
      if (size > longest.first) longest = {size, row};
    }
    if (longest.first == 0) return {};
    first = std::min(first, longest.second);
    text.remove_prefix(longest.first);
    if (text.starts_with(' ')) text.remove_prefix(1);
  }
  return kMeanings.at(first).member;
}

std::string_view part_of(std::string_view meaning) {
  if (meaning == "address") return "street";
  if (meaning == kRecommendation) return "references";
  return meaning == "email" ? std::string_view() : meaning;
}

struct LabelledText {
  std::string_view label;
  std::string_view text = {};        ///< behind the label
  const bj::value* value = nullptr;  ///< of another member
  std::string_view member = {};      ///< its name

  [[nodiscard]] std::string given() const {
    if (value == nullptr) return std::string(text);
    return value->is_string() ? std::string(value->get_string()) : bj::serialize(*value);
  }
};

bool is_of_row(std::string_view member) { return member == "details" || member == "value"; }

LabelledText labelled_text(const bj::object& entry) {
  std::string_view label;
  for (const auto* name : {"label", "name", "title", "bullet", "number", "reversed_number"}) {
    if (label.empty()) label = json::text_at(entry, name);
  }
  const auto is_given = [](const bj::value& value) { return !value.is_null() && value != ""; };
  const auto count =
      std::ranges::count_if(entry, is_given, [](const auto& member) -> const bj::value& { return member.value(); });
  if (count == 1) {
    const auto mark = label.contains(':') ? std::string_view(":") : "：";
    const auto end = label.find(mark);
    if (end == std::string_view::npos) return {};
    return {.label = label.substr(0, end), .text = label.substr(end + mark.size())};
  }
  for (const std::string_view name : {"details", "value", "summary", "description", "date"}) {
    const auto* const value = entry.if_contains(name);
    if (value == nullptr || !is_given(*value) || (!is_of_row(name) && count > 2)) continue;
    return {.label = label, .value = value, .member = name};
  }
  return {};
}

std::ptrdiff_t count_digits(std::string_view text) { return std::ranges::count_if(text, base::is_digit); }

/// "2019-2020, 3 apps" has one.
std::ptrdiff_t digits_beside_years(std::string_view text) {
  constexpr std::size_t kYearDigits = 4;
  std::ptrdiff_t count = 0;
  while (!text.empty()) {
    const auto size = static_cast<std::size_t>(std::ranges::find_if_not(text, base::is_digit) - text.begin());
    const bool is_year = size == kYearDigits && (text.starts_with("19") || text.starts_with("20"));
    if (!is_year) count += static_cast<std::ptrdiff_t>(size);
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return count;
}

/// Beside words, years are no telephone number. Its last four digits may look like one.
bool is_phone_number(std::string_view text, std::string_view member) {
  constexpr std::ptrdiff_t kFewest = 4;
  constexpr std::ptrdiff_t kFewestBesideYears = 3;
  const auto digits = count_digits(text);
  const auto letters = std::ranges::count_if(text, base::is_letter);
  if (digits < kFewest || (letters > 0 && digits_beside_years(text) < kFewestBesideYears)) return false;
  if (member == "date") return !read_period(text);
  return is_of_row(member) || digits > letters;
}

}  // namespace

std::string_view member_of_label(std::string_view label) {
  const auto words = words_of_label(label);
  const auto* const row =
      std::ranges::find_if(kMemberLabels, [&](const MemberLabels& each) { return has_word(each.labels, words, kBar); });
  if (row != kMemberLabels.end()) return row->member;
  const auto meaning = meaning_of(words);
  return part_of(meaning) == "references" ? std::string_view() : meaning;
}

std::string_view private_part_of_label(std::string_view label) { return part_of(meaning_of(words_of_label(label))); }

std::string_view private_part(const bj::object& entry) {
  const auto labelled = labelled_text(entry);
  const auto meaning = meaning_of(words_of_label(labelled.label));
  const auto part = part_of(meaning);
  if (part.empty()) return {};
  const auto text = folded(plain_text(labelled.given()));
  bool is_private = !text.empty();
  if (part == "phone") {
    is_private = is_phone_number(text, labelled.member);
  } else if (meaning == kRecommendation) {
    is_private = text.contains('@') || digits_beside_years(text) >= kFewestOfContact;
  } else if (part != "references") {
    is_private = is_private && (is_of_row(labelled.member) || count_digits(text) > 0);
  }
  return is_private ? part : std::string_view();
}

}  // namespace agent_access::sources
