#include "app/deployment/content_oversights.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <string_view>

#include "app/text/words.hpp"
#include "base/text.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::app {
namespace {

/// Shorter names are close to too many others.
constexpr std::size_t kShortestTypo = 4;

}  // namespace

std::string place_text(const std::string& file, std::size_t line, std::size_t column) {
  auto place = file;
  for (const auto number : {line, column}) {
    if (number > 0) place += ":" + std::to_string(number);
  }
  return place;
}

std::string error_text(const std::string& file, const content::ContentError& error) {
  auto text = place_text(file, error.line, error.column) + ": ";
  if (!error.member.empty()) text += error.member + ": ";
  return text += error.sentence;
}

std::vector<std::string> typo_warnings(const content::Site& site, const std::string& file) {
  std::vector<std::string> warnings;
  std::vector<std::string> known;
  const auto schema = boost::json::parse(templates::asset("schemas/site.schema.json"));
  for (const auto& property : schema.at("properties").as_object()) known.emplace_back(property.key());
  for (const auto& member : site.source) {
    const std::string_view name = member.key();
    if (name.size() < kShortestTypo || std::ranges::find(known, name) != known.end()) continue;
    const auto meant = base::nearest_name(name, known);
    if (meant.empty()) continue;
    warnings.push_back(file + ": " + std::string(name) + ": published as it is, but shown nowhere; did you mean " +
                       in_quotes(meant) + "?");
  }
  return warnings;
}

std::string unshown_members(const content::Site& site) {
  constexpr std::size_t kMostNames = 12;
  const auto unknown = content::unknown_members(site.source);
  if (unknown.empty()) return {};
  std::size_t total = 0;
  std::vector<std::string> names;
  for (const auto& [name, count] : unknown) {
    total += count;
    if (names.size() == kMostNames) continue;
    names.push_back(name.contains("[]") ? name + " (" + std::to_string(count) + ")" : name);
  }
  const std::size_t left_out = unknown.size() - names.size();
  return counted(total, "member") + (total == 1 ? " is" : " are") +
         " published in /api/site.json and shown nowhere else: " + base::joined(names) +
         (left_out == 0 ? "" : " and " + std::to_string(left_out) + " more names");
}

std::vector<std::string> markup_warnings(const std::string& file, const std::vector<content::ContentError>& found) {
  constexpr std::size_t kMostPlaces = 3;
  std::vector<std::string> warnings;
  for (const auto& error : found) {
    if (warnings.size() == kMostPlaces) break;
    warnings.push_back(error_text(file, error));
  }
  if (found.size() > kMostPlaces) {
    warnings.push_back(file + ": and " + std::to_string(found.size() - kMostPlaces) + " more texts with markup");
  }
  return warnings;
}

}  // namespace agent_access::app
