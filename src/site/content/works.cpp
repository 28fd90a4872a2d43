#include "site/content/works.hpp"

#include <cstddef>

#include "base/ascii.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"
#include "site/content/sentence.hpp"
#include "site/content/text_form.hpp"
#include "site/content/work_fields.hpp"
#include "site/templates/text.hpp"

namespace agent_access::content {
namespace {

/// "2,890", with the separator of the language.
std::string grouped(std::size_t number, std::string_view separator) {
  constexpr std::size_t kGroup = 3;
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % kGroup == 0) text += separator;
    text += digits[i];
  }
  return text;
}

/// A month or day without a leading zero.
std::string_view short_number(std::string_view digits) noexcept {
  return digits.starts_with('0') ? digits.substr(1) : digits;
}

template <class Work>
std::string description(const Work& work) {
  return work.summary.empty() && !work.text.empty() ? first_sentence(work.text.front()) : work.summary;
}

}  // namespace

std::string kind_label(const Publication& publication) {
  return publication.type.empty() || publication.type == "other" ? std::string() : "kind_" + publication.type;
}

std::string listed_kind(const Publication& publication, const Labels& labels) {
  const std::string label = publication.type == "article" ? std::string() : kind_label(publication);
  if (label.empty()) return {};
  std::string kind(labels.text(label));
  return base::lower_case(venue_text(publication)).contains(base::lower_case(kind)) ? std::string() : kind;
}

std::string doi_url(const Publication& publication) {
  if (publication.doi.empty()) return {};
  std::string url = "https://doi.org/";
  for (const char c : publication.doi) {
    // What a URL has only in another meaning, and what it never has.
    if (base::is_alphanumeric(c) || std::string_view("._~:/!$&()*+,;=@-").contains(c)) {
      url += c;
    } else {
      base::append_percent(url, c);
    }
  }
  return url;
}

Address address_of(const Publication& publication) {
  return publication.url.empty() ? doi_url(publication) : publication.url;
}
Address address_of(const Project& project) { return project.url; }

const std::string& time_or_status(const Publication& publication) noexcept {
  return publication.date.empty() ? publication.status : publication.date;
}

std::span<const std::string> first_names(const std::vector<std::string>& names, NameLimit limit) noexcept {
  const std::span<const std::string> all(names);
  return all.size() > limit.most ? all.first(limit.first) : all;
}

std::string further_names(const std::vector<std::string>& names, const Labels& labels, NameLimit limit) {
  const std::size_t number = names.size() - first_names(names, limit).size();
  return number == 0 ? std::string() : grouped(number, labels.text("number_group"));
}

std::string name_text(const std::vector<std::string>& names, const Labels& labels, NameLimit limit) {
  const auto first = first_names(names, limit);
  std::vector<std::string> named(first.begin(), first.end());
  std::erase(named, std::string());
  std::string text = templates::list_text(named);
  const std::string further = further_names(names, labels, limit);
  return further.empty() ? text : text + " " + labels.text("more_authors", {{"count", further}});
}

std::string description_of(const Publication& publication) { return description(publication); }
std::string description_of(const Project& project) { return description(project); }

std::string date_text(const Labels& labels, const Date& date) {
  const std::string_view digits = date;
  if (!is_date(digits)) return date;
  const auto year = digits.substr(0, 4);
  if (digits.size() == 4) return labels.text("date_year", {{"year", year}});
  const auto month = labels.text("month_" + std::string(short_number(digits.substr(5, 2))));
  if (digits.size() == 7) return labels.text("date_month", {{"month", month}, {"year", year}});
  const auto day = short_number(digits.substr(8));
  return labels.text(day == "1" ? "date_first_day" : "date_day", {{"day", day}, {"month", month}, {"year", year}});
}

}  // namespace agent_access::content
