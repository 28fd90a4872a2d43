#include "site/sources/titles.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <string_view>

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

/// Where such a label stands: members from the outside to the inside, each of an object or of all items of a list.
struct Place {
  std::string_view path;
  std::string_view label;
};
constexpr auto kPlaces = std::to_array<Place>({{"cv.sections.title", "section_certificates"},
                                               {"cv.sections.title", "section_interests"},
                                               {"cv.sections.title", "section_references"},
                                               {"cv.sections.title", "section_studies"},
                                               {"cv.sections.title", "section_volunteering"},
                                               {"cv.sections.title", "section_work"},
                                               {"cv.skills.area", "skills"},
                                               {"cv.education.text", "grade"},
                                               {"links.title", "profile"},
                                               {"links.title", "website"},
                                               {"contact.note", "phone_number"}});

/// A label is its whole text, or what stands before its placeholder.
void translate_text(bj::value& value, std::string_view label, const content::Labels& labels) {
  const std::string_view text = value.get_string();
  for (const auto language : content::label_languages()) {
    const content::Labels others(language);
    const auto other = others.text(label);
    const auto start = other.substr(0, other.find('{'));
    if (start.size() == other.size() ? text != other : !text.starts_with(start)) continue;
    const auto own = labels.text(label);
    value = std::string(own.substr(0, own.find('{'))).append(text.substr(start.size()));
    return;
  }
}

void translate_at(bj::value& value, std::string_view path, std::string_view label, const content::Labels& labels) {
  if (auto* const list = value.if_array()) {
    for (auto& item : *list) translate_at(item, path, label, labels);
  } else if (value.is_string() && path.empty()) {
    translate_text(value, label, labels);
  } else if (auto* const object = value.if_object()) {
    const auto name = path.substr(0, path.find('.'));
    auto* const member = object->if_contains(name);
    if (member != nullptr) translate_at(*member, path.substr(std::min(name.size() + 1, path.size())), label, labels);
  }
}

}  // namespace

void translate_titles(bj::object& site, const content::Labels& labels) {
  bj::value whole(std::move(site));
  for (const auto& [path, label] : kPlaces) translate_at(whole, path, label, labels);
  site = std::move(whole.get_object());
}

}  // namespace agent_access::sources
