#include "content/content_reader.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <functional>
#include <string_view>
#include <utility>

namespace agent_access::content {

namespace {

namespace bj = boost::json;

std::string text(const bj::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  const auto* found = value == nullptr ? nullptr : value->if_string();
  return found == nullptr ? std::string() : std::string(*found);
}

const bj::object* object(const bj::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  return value == nullptr ? nullptr : value->if_object();
}

const bj::array* array(const bj::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  return value == nullptr ? nullptr : value->if_array();
}

std::vector<std::string> texts(const bj::object& from, std::string_view name) {
  std::vector<std::string> all;
  const auto* items = array(from, name);
  if (items == nullptr) return all;
  for (const auto& item : *items) {
    if (const auto* found = item.if_string()) all.emplace_back(*found);
  }
  return all;
}

/// Each object of the list `name`, read by `read`.
template <class T>
std::vector<T> list(const bj::object& from, std::string_view name, T (*read)(const bj::object&)) {
  std::vector<T> all;
  const auto* items = array(from, name);
  if (items == nullptr) return all;
  for (const auto& item : *items) {
    if (const auto* found = item.if_object()) all.push_back(read(*found));
  }
  return all;
}

Link read_link(const bj::object& from) { return {text(from, "title"), text(from, "url")}; }

Owner read_owner(const bj::object& from) {
  return {.kind = text(from, "kind") == "organization" ? OwnerKind::organization : OwnerKind::person,
          .name = text(from, "name"),
          .job_title = text(from, "job_title"),
          .works_for = text(from, "works_for"),
          .summary = text(from, "summary"),
          .about = texts(from, "about"),
          .location = text(from, "location"),
          .knows_about = texts(from, "knows_about"),
          .same_as = texts(from, "same_as")};
}

Publication read_publication(const bj::object& from) {
  return {.slug = text(from, "slug"),
          .title = text(from, "title"),
          .date = text(from, "date"),
          .authors = texts(from, "authors"),
          .venue = text(from, "venue"),
          .summary = text(from, "summary"),
          .text = texts(from, "text"),
          .url = text(from, "url"),
          .topics = texts(from, "topics")};
}

Project read_project(const bj::object& from) {
  return {.slug = text(from, "slug"),
          .title = text(from, "title"),
          .date = text(from, "date"),
          .status = text(from, "status"),
          .summary = text(from, "summary"),
          .text = texts(from, "text"),
          .url = text(from, "url"),
          .repository = text(from, "repository"),
          .language = text(from, "language"),
          .licence = text(from, "licence"),
          .topics = texts(from, "topics")};
}

Position read_position(const bj::object& from) {
  return {.title = text(from, "title"),
          .organisation = text(from, "organisation"),
          .from = text(from, "from"),
          .until = text(from, "until"),
          .summary = text(from, "summary")};
}

Education read_education(const bj::object& from) {
  return {text(from, "degree"), text(from, "institution"), text(from, "date")};
}

SkillArea read_skill_area(const bj::object& from) { return {text(from, "area"), texts(from, "items")}; }

SpokenLanguage read_spoken_language(const bj::object& from) { return {text(from, "language"), text(from, "level")}; }

Award read_award(const bj::object& from) { return {text(from, "name"), text(from, "date")}; }

Cv read_cv(const bj::object& from) {
  return {.summary = text(from, "summary"),
          .positions = list(from, "positions", read_position),
          .education = list(from, "education", read_education),
          .skills = list(from, "skills", read_skill_area),
          .languages = list(from, "languages", read_spoken_language),
          .awards = list(from, "awards", read_award)};
}

Design read_design(const bj::object& from) {
  const auto* motif = from.if_contains("motif");
  return {.accent = text(from, "accent"),
          .accent_dark = text(from, "accent_dark"),
          .logo = text(from, "logo"),
          .portrait = text(from, "portrait"),
          .favicon = text(from, "favicon"),
          .has_motif = motif == nullptr || *motif == true,
          .footer = text(from, "footer")};
}

std::map<std::string, std::string, std::less<>> read_labels(const bj::object& from) {
  std::map<std::string, std::string, std::less<>> labels;
  for (const auto& [name, value] : from) {
    if (const auto* own = value.if_string()) labels.emplace(name, *own);
  }
  return labels;
}

Question read_question(const bj::object& from) { return {text(from, "question"), text(from, "answer")}; }

}  // namespace

Site read_site(bj::object document) {
  Site site;
  if (const auto* owner = object(document, "owner")) site.owner = read_owner(*owner);
  site.title = document.contains("title") ? text(document, "title") : site.owner.name;
  site.tagline = text(document, "tagline");
  site.profile_summary = text(document, "profile_summary");
  if (document.contains("language")) site.language = text(document, "language");
  site.updated = text(document, "updated");
  if (const auto* contact = object(document, "contact")) {
    site.contact = {text(*contact, "email"), text(*contact, "note"), list(*contact, "channels", read_link)};
  }
  site.links = list(document, "links", read_link);
  site.publications = list(document, "publications", read_publication);
  site.projects = list(document, "projects", read_project);
  if (const auto* cv = object(document, "cv")) site.cv = read_cv(*cv);
  // Newest first; an empty date compares as the oldest.
  std::ranges::stable_sort(site.publications, std::greater(), &Publication::date);
  std::ranges::stable_sort(site.projects, std::greater(), &Project::date);
  if (const auto* design = object(document, "design")) site.design = read_design(*design);
  if (const auto* labels = object(document, "labels")) site.labels = read_labels(*labels);
  // About the file and the pages, not about the owner: not published as data.
  for (const auto* name : {"$schema", "design", "labels"}) document.stable_erase(name);
  site.source = std::move(document);
  return site;
}

Faq read_faq(const bj::object& document) {
  return {text(document, "updated"), list(document, "questions", read_question)};
}

}  // namespace agent_access::content
