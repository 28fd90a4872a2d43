#include "app/config/setting_table.hpp"

#include <algorithm>

#include "app/config/setting_checks.hpp"
#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"

namespace agent_access::app {
namespace {

constexpr std::int64_t kMillisecond = 1;
constexpr std::int64_t kSecond = 1000 * kMillisecond;
constexpr std::int64_t kHour = 3600 * kSecond;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::int64_t kKibibyte = 1024;
constexpr std::int64_t kMebibyte = 1024 * kKibibyte;

#define SETTING(section, key, type, member, value, doc, ...) Setting{section, key, &Config::member, doc} __VA_ARGS__,
#define LIMIT(member, doc, ...) Setting{"limits", #member, &net::Limits::member, doc} __VA_ARGS__,
constexpr std::array kSettings{
#include "app/config/settings.def"
};

constexpr bool holds_paths(const Setting& setting) {
  return std::holds_alternative<std::filesystem::path Config::*>(setting.slot) ||
         std::holds_alternative<std::vector<std::filesystem::path> Config::*>(setting.slot);
}

constexpr bool declares_secrecy(const Setting& setting) {
  return !holds_paths(setting) || setting.secrecy != Secrecy::undeclared;
}
static_assert(std::ranges::all_of(kSettings, declares_secrecy),
              "a setting with file paths must declare whether the files are secret");

static_assert(std::ranges::all_of(kSettings,
                                  [](const Setting& setting) {
                                    return setting.credential.empty() || holds_paths(setting);
                                  }),
              "a credential is a file: only a setting with paths can have one");

std::string joined(std::string_view section, std::string_view key) {
  if (section.empty() || key.empty()) return std::string(section).append(key);
  return std::string(section).append(".").append(key);
}

/// The most likely setting: a key of the same section, the same key in another section, or any full name.
std::string suggestion(std::string_view section, std::string_view key) {
  if (is_part_of_address(section, key)) return "listen.address";
  std::vector<std::string> siblings;
  std::vector<std::string> names;
  for (const auto& setting : kSettings) {
    if (setting.key == key) return full_name(setting);
    if (setting.section == section) siblings.emplace_back(setting.key);
    names.push_back(full_name(setting));
  }
  if (const auto sibling = base::nearest_name(key, siblings); !sibling.empty()) return joined(section, sibling);
  return std::string(base::nearest_name(joined(section, key), names));
}

}  // namespace

std::span<const Setting> setting_table() noexcept { return kSettings; }

std::string full_name(const Setting& setting) { return joined(setting.section, setting.key); }

std::string environment_name(const Setting& setting) { return environment_name(full_name(setting)); }

std::string environment_name(std::string_view setting) {
  std::string name = std::string("AGENT_ACCESS_").append(setting);
  std::ranges::transform(name, name.begin(),
                         [](char character) { return character == '.' ? '_' : base::upper(character); });
  return name;
}

std::optional<std::size_t> find_setting(std::string_view section, std::string_view key) noexcept {
  for (std::size_t i = 0; i < kSettings.size(); ++i) {
    if (kSettings[i].section == section && kSettings[i].key == key) return i;
  }
  return std::nullopt;
}

bool is_section(std::string_view section) noexcept {
  return !section.empty() && std::ranges::find(kSettings, section, &Setting::section) != kSettings.end();
}

std::string explain_misplaced(std::string_view header, std::string_view key) {
  if (!find_setting("", key)) return {};
  return in_quotes(key) + " stands below " + std::string(header) +
         ", so it counts as a key of it; move it above the first [section]";
}

std::string explain_unknown(std::string_view section, std::string_view key) {
  const auto name = joined(section, key);
  if (const auto misplaced = explain_misplaced("[" + std::string(section) + "]", key); !misplaced.empty()) {
    return misplaced;
  }
  const auto meant = suggestion(section, key);
  auto text = "unknown key " + in_quotes(name);
  if (!meant.empty()) text += "; did you mean " + in_quotes(meant) + "?";
  return text;
}

}  // namespace agent_access::app
