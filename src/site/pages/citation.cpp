#include "site/pages/citation.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/content/work_fields.hpp"
#include "site/pages/html.hpp"

namespace agent_access::pages {
namespace {

class Elements {
 public:
  void add(std::string_view name, std::string_view text) {
    if (name.empty() || text.empty()) return;
    if (!html_.empty()) html_ += '\n';
    html_ += meta_element(name, text);
  }
  [[nodiscard]] std::string html() && { return std::move(html_); }

 private:
  std::string html_;
};

std::string date_with_slashes(content::Date date) {
  std::ranges::replace(date, '-', '/');
  return date;
}

/// "1–9, 12" and "pp. 1-9" are from 1 to 9, "10-1–10-9" from 10-1 to 10-9; "e12" has no end.
void add_pages(Elements& elements, std::string_view pages) {
  constexpr auto kDashes = std::to_array<std::string_view>({"–", "—", "−", "--", "-"});
  std::string_view rest = pages.substr(0, pages.find(','));
  if (rest.starts_with("pp.") || rest.starts_with("p.")) rest.remove_prefix(rest.find('.') + 1);
  const auto* const dash = std::ranges::find_if(kDashes, [&](std::string_view each) { return rest.contains(each); });
  const auto end = dash == kDashes.end() ? std::string_view::npos : rest.find(*dash);
  elements.add("citation_firstpage", base::trim(rest.substr(0, end)));
  if (end == std::string_view::npos) return;
  rest.remove_prefix(end + dash->size());
  while (rest.starts_with('-')) rest.remove_prefix(1);
  elements.add("citation_lastpage", base::trim(rest));
}

/// Of an article the journal may stand in its venue. Its proceedings and their conference have one name: the first
/// counts.
void add_fields(Elements& elements, const content::Publication& work) {
  std::set<std::string_view> names;
  for (const auto& field : content::kWorkFields<content::Publication>) {
    const bool is_journal = field.member == &content::Publication::journal;
    const std::string& text = is_journal ? content::periodical_of(work) : work.*field.member;
    const auto name = content::names_of(field, work.type).meta;
    if (!text.empty() && names.insert(name).second) elements.add(name, text);
  }
}

bool is_pdf(std::string_view address) {
  return base::lower_case(address.substr(0, address.find_first_of("?#"))).ends_with(".pdf");
}

/// The address of its PDF; empty if none is known.
content::Address pdf_of(const content::Publication& work) {
  if (is_pdf(work.url)) return work.url;
  const auto found = std::ranges::find_if(
      work.links, [](const content::Link& link) { return link.title == "PDF" || is_pdf(link.url); });
  return found == work.links.end() ? content::Address() : found->url;
}

}  // namespace

std::string citation_elements(const documents::HostView& host, const content::Publication& work) {
  Elements elements;
  elements.add("citation_title", work.title);
  for (const auto& author : work.authors) elements.add("citation_author", author);
  elements.add("citation_publication_date", date_with_slashes(work.date));
  add_fields(elements, work);
  add_pages(elements, work.pages);
  elements.add("citation_doi", work.doi);
  elements.add("citation_pdf_url", host.address(pdf_of(work)));
  return std::move(elements).html();
}

}  // namespace agent_access::pages
