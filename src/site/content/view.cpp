#include "site/content/view.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
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

}  // namespace

void set_items(View& view, const std::string& name, std::vector<View> items) {
  if (items.empty()) {
    view.set(name, false);
  } else {
    view.set(name, View().set("items", std::move(items)));
  }
}

std::vector<View> text_views(std::span<const std::string> texts) {
  std::vector<View> views;
  views.reserve(texts.size());
  for (const auto& text : texts) views.push_back(View().set("text", text).set("is_first", views.empty()));
  return views;
}

void set_texts(View& view, const std::string& name, const std::vector<std::string>& texts) {
  const std::string line = templates::list_text(texts);
  if (is_blank(line)) {
    view.set(name, false);
    return;
  }
  view.set(name, View().set("items", text_views(texts)).set("line", line));
}

void set_text(View& view, const std::string& name, std::string_view text) {
  view.set_optional(name, is_blank(text) ? std::string_view() : text);
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

}  // namespace agent_access::content
