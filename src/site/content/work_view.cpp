#include "site/content/work_view.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "site/content/sentence.hpp"
#include "site/content/view.hpp"
#include "site/content/work_fields.hpp"
#include "site/templates/text.hpp"

namespace agent_access::content {
namespace {

using templates::is_blank;
using templates::View;

/// The line below the title: kind, authors and venue; status, language and time. Each item has one of the names below.
class Byline {
 public:
  void add(const std::string& name, const std::string& text) { add(name, text, text); }
  /// `shown`: the text with its markup.
  void add(const std::string& name, const std::string& text, const std::string& shown) {
    if (is_blank(text)) return;
    View item = View().set("is_first", items_.empty());
    for (const auto* const other : {"text", "venue", "time"}) item.set(other, false);
    items_.push_back(std::move(item.set(name, shown)));
    parts_.push_back(text);
  }
  void set(View& view) && {
    if (items_.empty()) {
      view.set("byline", false);
    } else {
      view.set("byline", View().set("items", std::move(items_)).set("line", base::joined(parts_, " · ")));
    }
  }

 private:
  std::vector<View> items_;
  std::vector<std::string> parts_;
};

/// What a row has of all works.
template <class Work>
View row(const Work& work, const Date& time, const std::string& path, const Markup& markup) {
  const Address target = path.empty() ? address_of(work) : markup.page(path);
  return View().set("linked_title", markup.link(work.title, target)).set_optional("time", markup.date(time));
}

/// What all works have; `facts` are joined texts that others do not have.
template <class Work>
View whole(const Work& work, const std::string& path, const std::string& facts, const Markup& markup) {
  const bool has_facts = !is_blank(work.date + base::joined(work.topics) + work.url + facts);
  View view = View().set("title", work.title).set_optional("date", markup.date(work.date));
  view.set_optional("link", work.url.empty() ? work.url : markup.link({}, work.url))
      .set_optional("page", path.empty() ? path : markup.link({}, path))
      .set("has_facts", has_facts)
      .set("has_lines", has_facts || !path.empty())
      .set("has_columns", has_facts || !work.text.empty());
  set_text(view, "status", work.status);
  set_text(view, "summary", work.summary);
  set_texts(view, "topics", work.topics);
  set_paragraphs(view, "paragraphs", work.text, markup);
  return view;
}

template <class Work>
View listed(const Work& work, const std::string& path, const Markup& markup) {
  View view = row_view(work, path, markup);
  set_text(view, "summary", first_sentence(work.summary));
  set_texts(view, "topics", work.topics);
  return view;
}

/// `authors`: the first of them, and all in `line`; `other_authors`: how many `more` there are, and the `line` of
/// these.
void set_authors(View& view, const Publication& work, const Markup& markup) {
  const auto first = first_names(work.authors);
  const auto others = std::span(work.authors).subspan(first.size());
  const std::string line = templates::list_text(work.authors);
  set_text(view, "first_authors", name_text(work.authors, markup.labels()));
  view.set("has_one_author", work.authors.size() == 1).set("other_authors", false);
  if (is_blank(line)) return static_cast<void>(view.set("authors", false));
  view.set("authors", View().set("items", text_views(first)).set("line", line));
  if (others.empty()) return;
  const std::string more = further_names(work.authors, markup.labels());
  view.set(
      "other_authors",
      View().set("more", markup.label_with("more_authors", {"count", more})).set("line", templates::list_text(others)));
}

/// A fact whose label has that name, or is that text.
View detail_view(std::string_view label, std::string_view text, const Markup& markup) {
  const bool has_name = is_label(label);
  return View()
      .set("label", has_name ? markup.label(label, {}) : std::string(label))
      .set("english", has_name ? Labels("en").text(label) : label)
      .set("text", text);
}

/// `venue`, with all that says where the work appeared and needs no label, and `details`, which need one.
void set_fields(View& view, const Publication& work, const Markup& markup) {
  std::vector<std::string> places;
  std::vector<View> details;
  base::add_once(places, venue_text(work));
  const auto add_detail = [&](std::string_view label, const std::string& text) {
    if (!is_blank(text)) details.push_back(detail_view(label, text, markup));
  };
  add_detail("editors", templates::list_text(work.editors));
  for (const auto& field : kWorkFields<Publication>) {
    if (is_in_venue_text(field, work)) continue;
    if (field.label.empty()) {
      base::add_once(places, work.*field.member);
    } else {
      add_detail(field.label, work.*field.member);
    }
  }
  set_text(view, "venue", base::joined(places, " · "));
  set_items(view, "details", std::move(details));
}

bool has_field(const Publication& work) {
  const auto is_set = [&work](const auto& field) { return !(work.*field.member).empty(); };
  return !work.editors.empty() || std::ranges::any_of(kWorkFields<Publication>, is_set);
}

}  // namespace

View row_view(const Publication& work, const std::string& path, const Markup& markup, NameLimit limit) {
  View view = row(work, time_or_status(work), path, markup);
  Byline byline;
  byline.add("text", listed_kind(work, markup.labels()));
  byline.add("text", name_text(work.authors.empty() ? work.editors : work.authors, markup.labels(), limit));
  byline.add("venue", venue_text(work));
  std::move(byline).set(view);
  return view;
}

View row_view(const Project& work, const std::string& path, const Markup& markup) {
  View view = row(work, work.date, path, markup);
  Byline byline;
  byline.add("text", work.status);
  byline.add("text", work.language);
  const std::string dash = work.date.empty() || work.until.empty() ? "" : " – ";
  byline.add("time", date_text(markup.labels(), work.date) + dash + date_text(markup.labels(), work.until),
             markup.date(work.date) + dash + markup.date(work.until));
  std::move(byline).set(view);
  return view;
}

View listed_view(const Publication& work, const std::string& path, const Markup& markup) {
  return listed(work, path, markup);
}
View listed_view(const Project& work, const std::string& path, const Markup& markup) {
  return listed(work, path, markup);
}

View work_view(const Publication& work, const std::string& path, const Markup& markup) {
  const std::string label = kind_label(work);
  const std::string kind = label.empty() ? label : std::string(markup.labels().text(label));
  const std::string doi = doi_url(work);
  const std::string further = work.links.empty() && !has_field(work) ? "" : "-";
  View view = whole(work, path, base::joined(work.authors) + work.venue + work.status + kind + doi + further, markup);
  if (work.url == doi) view.set("link", false);
  if (!work.type.empty()) view.set("has_lines", true);
  set_authors(view, work, markup);
  set_fields(view, work, markup);
  set_links(view, "links", work.links, markup);
  view.set("container", work.venue)
      .set_optional("kind", kind)
      .set_optional("type", work.type)
      .set_optional("doi", doi.empty() ? doi : markup.link(work.doi, doi));
  return view;
}

View work_view(const Project& work, const std::string& path, const Markup& markup) {
  View view = whole(work, path, work.status + work.language + work.licence + work.repository + work.until, markup);
  set_text(view, "language", work.language);
  set_text(view, "licence", work.licence);
  view.set_optional("until", markup.date(work.until)).set("has_time", !work.date.empty() || !work.until.empty());
  view.set_optional("repository", work.repository.empty() ? work.repository : markup.link({}, work.repository));
  return view;
}

}  // namespace agent_access::content
