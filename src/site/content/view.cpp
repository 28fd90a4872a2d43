#include "site/content/view.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "site/content/works.hpp"
#include "site/templates/text.hpp"

namespace agent_access::content {
namespace {

using templates::is_blank;
using templates::View;

/// More links than these do not stand among the facts about the owner.
constexpr std::size_t kMostFacts = 12;

template <class Items, class MakeView>
std::vector<View> views_of(const Items& items, MakeView make) {
  std::vector<View> views;
  views.reserve(items.size());
  for (const auto& item : items) views.push_back(make(item));
  return views;
}

void set_paragraphs(View& view, const std::string& name, const Paragraphs& texts, const Markup& markup) {
  set_items(view, name, views_of(texts, [&](const auto& text) { return View().set("text", markup.prose(text)); }));
}

void set_links(View& view, const std::string& name, const std::vector<Link>& links, const Markup& markup) {
  std::vector<View> items;
  for (const auto& link : links) {
    items.push_back(View().set("link", markup.link(link.title, link.url)).set("is_first", items.empty()));
    items.back().set("title", link.title).set("url", markup.address(link.url));
    set_text(items.back(), "summary", link.summary);
  }
  set_items(view, name, std::move(items));
}

/// `{{{name}}}`, a link if there is an address, which is also `{{url}}`.
void set_linked(View& view, const std::string& name, std::string_view text, const Address& url, const Markup& markup) {
  set_text(view, name, text.empty() ? std::string() : markup.link(text, url));
  view.set("url", markup.address(url));
}

/// `is_span` says whether the beginning is shown, which the end may be alone.
void set_period(View& view, const Date& from, const Date& until, const Markup& markup) {
  view.set("has_time", !from.empty() || !until.empty())
      .set("is_span", !from.empty() && markup.month(from) != markup.month(until))
      .set_optional("from", markup.month(from))
      .set_optional("until", markup.month(until));
}

View position_view(const Position& position, const Markup& markup) {
  View view = View().set("title", position.title).set_optional("summary", markup.prose(position.summary));
  set_linked(view, "organisation", position.organisation, position.url, markup);
  set_text(view, "location", position.location);
  set_period(view, position.from, position.until, markup);
  set_paragraphs(view, "points", position.text, markup);
  return view;
}

View education_view(const Education& education, const Markup& markup) {
  View view = View().set("degree", education.degree);
  set_linked(view, "institution", education.institution, education.url, markup);
  set_period(view, education.from, education.date, markup);
  set_paragraphs(view, "points", education.text, markup);
  return view;
}

View skill_view(const SkillArea& skill) {
  View view = View().set("area", skill.area);
  set_texts(view, "examples", skill.items);
  return view;
}

std::vector<View> section_views(const Cv& cv, const Markup& markup) {
  std::vector<View> views;
  for (const auto& section : cv.sections) {
    View view = View().set("title", section.title).set("number", std::to_string(views.size() + 1));
    set_items(view, "entries", views_of(section.items, [&](const auto& item) { return cv_item_view(item, markup); }));
    views.push_back(std::move(view));
  }
  return views;
}

bool has_section_of_links(const Site& site) {
  const auto has_summary = [](const Link& link) { return !link.summary.empty(); };
  return site.links.size() > kMostFacts || std::ranges::any_of(site.links, has_summary);
}

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

template <class Work>
View listed(const Work& work, const Date& time, const std::string& path, const Markup& markup) {
  const Address target = path.empty() ? address_of(work) : markup.page(path);
  View view = View().set("linked_title", markup.link(work.title, target)).set_optional("time", markup.date(time));
  set_text(view, "summary", work.summary);
  set_texts(view, "topics", work.topics);
  return view;
}

/// What all works have; `facts` are joined texts that others do not have.
template <class Work>
View whole(const Work& work, const std::string& path, const std::string& facts, const Markup& markup) {
  const bool has_facts = !is_blank(work.date + base::joined(work.topics) + work.url + facts);
  View view = View()
                  .set("title", work.title)
                  .set_optional("date", markup.date(work.date))
                  .set_optional("link", work.url.empty() ? work.url : markup.link({}, work.url))
                  .set_optional("page", path.empty() ? path : markup.link({}, path))
                  .set("has_facts", has_facts)
                  .set("has_lines", has_facts || !path.empty())
                  .set("has_columns", has_facts || !work.text.empty());
  set_text(view, "summary", work.summary);
  set_text(view, "status", work.status);
  set_texts(view, "topics", work.topics);
  set_paragraphs(view, "paragraphs", work.text, markup);
  return view;
}

}  // namespace

void set_items(View& view, const std::string& name, std::vector<View> items) {
  if (items.empty()) {
    view.set(name, false);
  } else {
    view.set(name, View().set("items", std::move(items)));
  }
}

void set_texts(View& view, const std::string& name, const std::vector<std::string>& texts) {
  const std::string line = templates::list_text(texts);
  if (is_blank(line)) {
    view.set(name, false);
    return;
  }
  std::vector<View> items;
  for (const auto& text : texts) items.push_back(View().set("text", text).set("is_first", items.empty()));
  view.set(name, View().set("items", std::move(items)).set("line", line));
}

void set_text(View& view, const std::string& name, std::string_view text) {
  view.set_optional(name, is_blank(text) ? std::string_view() : text);
}

void set_owner(View& view, const Site& site, const Markup& markup) {
  const Owner& owner = site.owner;
  std::vector<Link> addresses;
  for (const auto& url : owner.same_as) addresses.push_back({"", url});
  const bool is_section = has_section_of_links(site);
  const bool has_links = !site.links.empty() || !addresses.empty();
  const bool has_facts = (has_links && !is_section) || !is_blank(owner.job_title + owner.works_for + owner.location +
                                                                 base::joined(owner.knows_about));
  set_text(view, "tagline", site.tagline);
  set_text(view, "name", owner.name);
  set_text(view, "job_title", owner.job_title);
  set_text(view, "works_for", owner.works_for);
  set_text(view, "location", owner.location);
  set_texts(view, "knows_about", owner.knows_about);
  set_paragraphs(view, "about", owner.about, markup);
  set_links(view, "links", site.links, markup);
  set_links(view, "same_as", addresses, markup);
  set_links(view, "elsewhere", site.links.empty() ? addresses : site.links, markup);
  view.set_optional("summary", markup.prose(owner.summary))
      .set("is_person", owner.kind == OwnerKind::person)
      .set("is_section", is_section)
      .set("has_facts", has_facts)
      .set("has_introduction", has_facts || !owner.about.empty());
}

void set_contact(View& view, const Contact& contact, const Markup& markup) {
  const std::string note = markup.prose(contact.note);
  const bool has_addresses = !contact.email.empty() || !contact.channels.empty();
  set_text(view, "email", contact.email);
  view.set("email_link", contact.email.empty() ? "" : markup.link(contact.email, "mailto:" + contact.email))
      .set_optional("note", note)
      .set("has_addresses", has_addresses)
      .set("has_ways", has_addresses || !is_blank(note));
  set_links(view, "channels", contact.channels, markup);
}

void set_questions(View& view, const Faq& faq, const Markup& markup) {
  std::vector<View> items;
  for (const auto& entry : faq.questions) {
    View item = View().set("question", entry.question).set_optional("answer", markup.prose(entry.answer));
    item.set("is_first", items.empty()).set("number", std::to_string(items.size() + 1));
    items.push_back(std::move(item));
  }
  const std::string date = markup.date(faq.updated);
  set_items(view, "questions", std::move(items));
  view.set_optional("updated", date.empty() ? date : markup.label_with("updated", {"date", date}));
}

View cv_item_view(const CvItem& item, const Markup& markup) {
  View view;
  set_linked(view, "title", item.title, item.url, markup);
  set_text(view, "organization", item.organization);
  set_period(view, item.from, item.until, markup);
  set_paragraphs(view, "points", item.text, markup);
  return view;
}

View cv_view(const Cv& cv, const Markup& markup) {
  const std::string summary = markup.prose(cv.summary);
  const bool has_history = !cv.positions.empty() || !cv.education.empty() || !cv.sections.empty();
  const bool has_abilities = !cv.skills.empty() || !cv.languages.empty() || !cv.awards.empty();
  View view = View()
                  .set_optional("summary", summary)
                  .set("has_history", has_history)
                  .set("has_abilities", has_abilities)
                  .set("has_columns", has_history || has_abilities)
                  .set("has_content", has_history || has_abilities || !summary.empty())
                  .set("sections", section_views(cv, markup));
  set_items(view, "positions", views_of(cv.positions, [&](const auto& it) { return position_view(it, markup); }));
  set_items(view, "education", views_of(cv.education, [&](const auto& it) { return education_view(it, markup); }));
  set_items(view, "skills", views_of(cv.skills, skill_view));
  set_items(view, "languages", views_of(cv.languages, [](const auto& spoken) {
              return View().set("language", spoken.language).set_optional("level", spoken.level);
            }));
  set_items(view, "awards", views_of(cv.awards, [&](const auto& award) {
              return View().set("name", award.name).set_optional("date", markup.month(award.date));
            }));
  return view;
}

View listed_view(const Publication& work, const std::string& path, const Markup& markup) {
  View view = listed(work, time_or_status(work), path, markup);
  Byline byline;
  byline.add("text", listed_kind(work, markup.labels()));
  byline.add("text", author_text(work, markup.labels()));
  byline.add("venue", work.venue);
  std::move(byline).set(view);
  return view;
}

View listed_view(const Project& work, const std::string& path, const Markup& markup) {
  View view = listed(work, work.date, path, markup);
  Byline byline;
  byline.add("text", work.status);
  byline.add("text", work.language);
  const std::string dash = work.date.empty() || work.until.empty() ? "" : " – ";
  byline.add("time", date_text(markup.labels(), work.date) + dash + date_text(markup.labels(), work.until),
             markup.date(work.date) + dash + markup.date(work.until));
  std::move(byline).set(view);
  return view;
}

View work_view(const Publication& work, const std::string& path, const Markup& markup) {
  const std::string label = kind_label(work);
  const std::string kind = label.empty() ? label : std::string(markup.labels().text(label));
  const std::string doi = doi_url(work);
  const std::string authors = base::joined(work.authors);
  View view =
      whole(work, path, authors + work.venue + work.status + kind + doi + (work.links.empty() ? "" : "-"), markup);
  if (work.url == doi) view.set("link", false);
  if (!work.type.empty()) view.set("has_lines", true);
  set_text(view, "venue", work.venue);
  set_texts(view, "authors", work.authors);
  set_text(view, "first_authors", author_text(work, markup.labels()));
  set_links(view, "links", work.links, markup);
  view.set("has_one_author", work.authors.size() == 1)
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
