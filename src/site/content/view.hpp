/// \file
/// The one view of the owner's content: the values that templates of every format show. A member of site.json is named
/// once, here or in work_view.hpp; which documents show it, their templates say. Parts that are empty or white space
/// are false, so that `{{#name}}` leaves them out. Every list has the form of set_items(). Thread safe.
#pragma once

#include <span>
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
/// The same items without the rest.
[[nodiscard]] std::vector<templates::View> text_views(std::span<const std::string> texts);
/// `{{{text}}}` of each item, a paragraph.
void set_paragraphs(templates::View& view, const std::string& name, const Paragraphs& texts, const Markup& markup);
/// `{{{link}}}`, `title`, `url` and `summary` of each item.
void set_links(templates::View& view, const std::string& name, const std::vector<Link>& links, const Markup& markup);
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

}  // namespace agent_access::content
