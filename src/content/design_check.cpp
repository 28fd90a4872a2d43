#include "content/design_check.hpp"

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "content/labels.hpp"
#include "content/palette.hpp"
#include "content/static_file.hpp"
#include "json/strict_json.hpp"

namespace agent_access::content {

namespace {

namespace bj = boost::json;
using Faults = std::vector<SchemaFault>;

constexpr std::array<std::string_view, 3> kImages = {"logo", "portrait", "favicon"};

const bj::object* object_at(const bj::value& document, std::string_view name) {
  const auto* root = document.if_object();
  const auto* found = root == nullptr ? nullptr : root->if_contains(name);
  return found == nullptr ? nullptr : found->if_object();
}

std::string_view text_at(const bj::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  const auto* found = value == nullptr ? nullptr : value->if_string();
  return found == nullptr ? std::string_view() : std::string_view(*found);
}

/// "3.2", rounded down so that 4.46 is not shown as 4.5.
std::string ratio(double contrast) {
  const auto tenths = static_cast<int>(std::floor(contrast * 10));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

struct Scheme {
  std::string_view member;
  std::string_view pages;
  Colour ground;
  Colour (*legible)(Colour) noexcept;
};

constexpr std::array<Scheme, 2> kSchemes = {{{"accent", "light pages", kLightGround, legible_on_light},
                                             {"accent_dark", "dark pages", kDarkGround, legible_on_dark}}};

void check_contrast(const bj::object& design, const Scheme& scheme, Faults& faults) {
  const auto colour = parse_colour(text_at(design, scheme.member));
  if (!colour) return;
  const double found = contrast(*colour, scheme.ground);
  if (found >= kTextContrast) return;
  faults.push_back({json::pointer_to("/design", scheme.member),
                    {},
                    "has a contrast of " + ratio(found) + " to 1 on " + std::string(scheme.pages) +
                        ", and text needs 4.5; the nearest tone that has it is " + to_text(scheme.legible(*colour))});
}

void check_image(const bj::object& design, std::string_view member, Faults& faults) {
  const auto path = text_at(design, member);
  if (path.empty() || media_type_of(path).starts_with("image/")) return;
  faults.push_back(
      {json::pointer_to("/design", member),
       {},
       "is not the path of an image; name a file that ends in .svg, .png, .jpg, .webp, .avif, .gif or .ico"});
}

/// The names between braces; nothing if a brace does not belong to a pair.
std::optional<std::set<std::string, std::less<>>> placeholders_of(std::string_view text) {
  std::set<std::string, std::less<>> names;
  for (auto at = text.find_first_of("{}"); at != std::string_view::npos; at = text.find_first_of("{}", at)) {
    const auto close = text.find_first_of("{}", at + 1);
    if (text[at] == '}' || close == std::string_view::npos || text[close] == '{') return std::nullopt;
    names.emplace(text.substr(at + 1, close - at - 1));
    at = close + 1;
  }
  return names;
}

/// "without placeholders", "with {name} only", "with {month}, {year} only".
std::string allowed(const std::set<std::string, std::less<>>& names) {
  if (names.empty()) return "without braces";
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "{" : ", {") + name + "}";
  return "with no other placeholders than " + text;
}

void check_label(std::string_view name, std::string_view text, Faults& faults) {
  const auto names = label_names();
  const std::string pointer = json::pointer_to("/labels", name);
  if (!std::ranges::binary_search(names, name)) {
    const auto meant = base::nearest_name(name, names);
    faults.push_back({pointer,
                      {},
                      meant.empty() ? std::string("is not a label; site.schema.json lists all of them")
                                    : "is not a label; did you mean \"" + std::string(meant) + "\"?"});
    return;
  }
  const auto known = placeholders_of(Labels("en").text(name)).value();
  const auto used = placeholders_of(text);
  if (used && std::ranges::includes(known, *used)) return;
  faults.push_back({pointer, {}, "contains a placeholder that this label does not have; write it " + allowed(known)});
}

}  // namespace

std::vector<SchemaFault> check_design(const bj::value& document) {
  Faults faults;
  const auto* design = object_at(document, "design");
  if (design == nullptr) return faults;
  for (const Scheme& scheme : kSchemes) check_contrast(*design, scheme, faults);
  for (const auto member : kImages) check_image(*design, member, faults);
  if (design->contains("accent_dark") && !design->contains("accent")) {
    faults.push_back({"/design/accent_dark", {}, "has no effect without \"accent\"; add that one"});
  }
  return faults;
}

std::vector<SchemaFault> check_labels(const bj::value& document) {
  Faults faults;
  const auto* labels = object_at(document, "labels");
  if (labels == nullptr) return faults;
  for (const auto& [name, value] : *labels) {
    const auto* text = value.if_string();
    if (text != nullptr) check_label({name.data(), name.size()}, *text, faults);
  }
  return faults;
}

}  // namespace agent_access::content
