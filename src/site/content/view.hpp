/// \file
/// The one view of the owner's content: the values that templates of every format show. A member of site.json is named
/// here once; which documents show it, their templates say. Parts that are empty or white space are false, so that
/// `{{#name}}` leaves them out. Every list has the form of set_items(). Thread safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "site/content/content.hpp"
#include "site/content/markup.hpp"
#include "site/templates/template.hpp"

namespace agent_access::content {

/// `{{#name}}` shows its part if there are any items, with `{{#items}}…{{/items}}` for each.
void set_items(templates::View& view, const std::string& name, std::vector<templates::View> items);
/// `{{text}}` of each item, with `is_first` for separators, and `{{line}}`, all in one.
void set_texts(templates::View& view, const std::string& name, const std::vector<std::string>& texts);
/// As View::set_optional, for a text that may be white space.
void set_text(templates::View& view, const std::string& name, std::string_view text);

/// `name` to `works_for` and others of the owner; `elsewhere`, the owner's links or without them other addresses of the
/// owner, with `is_section` if they are too much for a line among the facts.
void set_owner(templates::View& view, const Site& site, const Markup& markup);
/// `email`, `note` and `channels`; `has_ways` if there is any of them.
void set_contact(templates::View& view, const Contact& contact, const Markup& markup);
/// `questions` and when they were `updated`.
void set_questions(templates::View& view, const Faq& faq, const Markup& markup);

/// The parts of a CV; `has_history` and `has_abilities` say which half has any, `has_content` whether there is one.
[[nodiscard]] templates::View cv_view(const Cv& cv, const Markup& markup);
/// An entry of a section of it.
[[nodiscard]] templates::View cv_item_view(const CvItem& item, const Markup& markup);

/// A work in a list: its title with a link to `path`, its page, or without pages to the work itself; `time`, `byline`,
/// `summary` and `topics`. Of very many authors the first.
[[nodiscard]] templates::View listed_view(const Publication& work, const std::string& path, const Markup& markup);
[[nodiscard]] templates::View listed_view(const Project& work, const std::string& path, const Markup& markup);
/// All that the work says. `has_facts` is about what stands beside its text, `has_lines` also about its page and its
/// kind as the owner wrote it.
[[nodiscard]] templates::View work_view(const Publication& work, const std::string& path, const Markup& markup);
[[nodiscard]] templates::View work_view(const Project& work, const std::string& path, const Markup& markup);

}  // namespace agent_access::content
