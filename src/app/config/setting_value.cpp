#include "app/config/setting_table.hpp"
#include "app/config/tls_pairs.hpp"
#include "app/report/value_text.hpp"
#include "limit/shared/redis_url.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace agent_access::app {
namespace {

using std::chrono::milliseconds;
using Texts = std::vector<std::string>;
using Path = std::filesystem::path;
using Paths = std::vector<Path>;

/// The member of a slot, in either of the two structs.
template <class T>
const T& member(const Config& config, T Config::* slot) {
  return config.*slot;
}
template <class T>
const T& member(const Config& config, T net::Limits::* slot) {
  return config.limits.*slot;
}
template <class T>
T& member(Config& config, T Config::* slot) {
  return config.*slot;
}
template <class T>
T& member(Config& config, T net::Limits::* slot) {
  return config.limits.*slot;
}

/// Calls `use` with the member of the setting's slot.
template <class AnyConfig, class Use>
auto with_member(AnyConfig& config, const Setting& setting, Use&& use) {
  return std::visit([&](auto slot) { return use(member(config, slot)); }, setting.slot);
}

template <class T>
constexpr bool kIsSecret = std::is_same_v<T, base::SecretBytes>;
template <class T>
constexpr bool kIsText = std::is_same_v<T, std::string> || std::is_same_v<T, Path> || kIsSecret<T>;
template <class T>
constexpr bool kIsList = std::is_same_v<T, Texts> || std::is_same_v<T, Paths>;

std::optional<std::string> complain(const Setting& setting) { return "must be " + expected_form(setting); }

std::string render_number(const Setting& setting, std::int64_t number, bool is_duration) {
  if (is_duration) return in_quotes(format_duration(milliseconds{number}));
  if (setting.unit == Unit::bytes && number >= 1024) {
    const auto text = format_size(static_cast<std::uint64_t>(number));
    return text.back() == 'B' ? in_quotes(text) : text;
  }
  return std::to_string(number);
}

std::optional<std::string> check_range(const Setting& setting, std::int64_t number, bool is_duration) {
  if (number < setting.least) return "must be at least " + render_number(setting, setting.least, is_duration);
  if (number > setting.most) return "must be at most " + render_number(setting, setting.most, is_duration);
  return std::nullopt;
}

template <class T>
std::optional<std::string> assign_text(T& target, const Setting& setting, const RawValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return complain(setting);
  if (setting.check != nullptr) {
    if (auto complaint = setting.check(*text)) return complaint;
  } else if (text->empty() || text->find('\0') != std::string::npos) {
    return "must name a file";
  }
  target = *text;
  return std::nullopt;
}

template <class List>
std::optional<std::string> assign_list(List& target, const Setting& setting, const RawValue& value) {
  const auto* texts = std::get_if<Texts>(&value);
  if (texts == nullptr) return complain(setting);
  List list;
  for (const auto& text : *texts) {
    typename List::value_type element;
    if (auto complaint = assign_text(element, setting, RawValue{text})) return complaint;
    list.push_back(std::move(element));
  }
  target = std::move(list);
  return std::nullopt;
}

std::optional<std::string> assign_duration(milliseconds& target, const Setting& setting, const RawValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return complain(setting);
  const auto duration = parse_duration(*text);
  if (!duration) return complain(setting);
  if (auto complaint = check_range(setting, duration->count(), true)) return complaint;
  target = *duration;
  return std::nullopt;
}

template <class Number>
std::optional<std::string> assign_number(Number& target, const Setting& setting, const RawValue& value) {
  std::optional<std::int64_t> number;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) number = *whole;
  if (const auto* text = std::get_if<std::string>(&value); text != nullptr && setting.unit == Unit::bytes) {
    number = parse_size(*text);
  }
  if (!number) return complain(setting);
  if (auto complaint = check_range(setting, *number, false)) return complaint;
  target = static_cast<Number>(*number);
  return std::nullopt;
}

std::optional<std::string> assign_choice(bool& target, const Setting& setting, const RawValue& value) {
  const auto* choice = std::get_if<bool>(&value);
  if (choice == nullptr) return complain(setting);
  target = *choice;
  return std::nullopt;
}

template <class List>
std::string render_list(const List& list) {
  std::string out = "[";
  for (const auto& element : list) {
    if (out.size() > 1) out += ", ";
    out += in_quotes(Path(element).string());
  }
  return out += ']';
}

}  // namespace

std::string expected_form(const Setting& setting) {
  const Config unused;
  return with_member(unused, setting, [&]<class T>(const T&) -> std::string {
    if constexpr (std::is_same_v<T, milliseconds>) {
      return "a duration such as \"60s\", \"12h\" or \"7d\"";
    } else if constexpr (kIsList<T>) {
      return "a list of texts in quotes";
    } else if constexpr (kIsText<T>) {
      return "a text in quotes";
    } else if constexpr (std::is_same_v<T, bool>) {
      return "true or false";
    } else {
      return setting.unit == Unit::bytes ? "a size such as 8192 or \"8KiB\"" : "a whole number";
    }
  });
}

std::string range_text(const Setting& setting) {
  const Config unused;
  return with_member(unused, setting, [&]<class T>(const T&) -> std::string {
    constexpr bool kIsDuration = std::is_same_v<T, milliseconds>;
    constexpr bool kIsNumber = std::is_same_v<T, std::uint64_t> || std::is_same_v<T, std::size_t>;
    if constexpr (kIsDuration || kIsNumber) {
      const auto least = render_number(setting, setting.least, kIsDuration);
      if (setting.most == std::numeric_limits<std::int64_t>::max()) return "at least " + least;
      return least + " to " + render_number(setting, setting.most, kIsDuration);
    }
    return {};
  });
}

RawValue raw_from_text(const Setting& setting, std::string_view text) {
  const Config unused;
  return with_member(unused, setting, [&]<class T>(const T&) -> RawValue {
    if constexpr (kIsList<T>) {
      return split_list(text);
    } else if constexpr (std::is_same_v<T, std::uint64_t> || std::is_same_v<T, std::size_t>) {
      if (const auto number = parse_number(text)) return *number;
    } else if constexpr (std::is_same_v<T, bool>) {
      if (text == "true" || text == "false") return text == "true";
    }
    return std::string(text);
  });
}

std::optional<std::string> assign(Config& config, const Setting& setting, const RawValue& value) {
  return with_member(config, setting, [&]<class T>(T& target) -> std::optional<std::string> {
    if constexpr (std::is_same_v<T, milliseconds>) {
      return assign_duration(target, setting, value);
    } else if constexpr (kIsList<T>) {
      return assign_list(target, setting, value);
    } else if constexpr (kIsSecret<T>) {
      const auto* text = std::get_if<std::string>(&value);
      return text == nullptr ? complain(setting) : assign_secret(config, setting, *text);
    } else if constexpr (kIsText<T>) {
      return assign_text(target, setting, value);
    } else if constexpr (std::is_same_v<T, bool>) {
      return assign_choice(target, setting, value);
    } else {
      return assign_number(target, setting, value);
    }
  });
}

std::optional<std::string> assign_secret(Config& config, const Setting& setting, std::string_view value) {
  const auto slot = std::get<base::SecretBytes Config::*>(setting.slot);
  if (auto complaint = setting.check(value)) return complaint;
  config.*slot = base::SecretBytes(base::bytes_of(value));
  return std::nullopt;
}

bool has_equal_value(const Config& left, const Config& right, const Setting& setting) {
  if (const auto* slot = std::get_if<base::SecretBytes Config::*>(&setting.slot)) {
    // Both are values of the owner: no attacker can measure this comparison.
    return std::ranges::equal((left.**slot).reveal(), (right.**slot).reveal());
  }
  return render_value(left, setting) == render_value(right, setting);
}

void copy_value(Config& to, const Config& from, const Setting& setting) {
  std::visit(
      [&](auto slot) {
        const auto& value = member(from, slot);
        if constexpr (kIsSecret<std::remove_cvref_t<decltype(value)>>) {
          member(to, slot) = value.duplicate();
        } else {
          member(to, slot) = value;
        }
      },
      setting.slot);
}

bool always_needs_restart(const Setting& setting) noexcept {
  return setting.effect == Effect::restart || std::holds_alternative<std::size_t net::Limits::*>(setting.slot) ||
         std::holds_alternative<milliseconds net::Limits::*>(setting.slot);
}

bool needs_restart(const Config& running, const Config& reloaded, const Setting& setting) {
  if (always_needs_restart(setting)) return !has_equal_value(running, reloaded, setting);
  if (setting.effect == Effect::reload) return false;
  return named_paths(running, setting).empty() != named_paths(reloaded, setting).empty();
}

Paths named_paths(const Config& config, const Setting& setting) {
  if (setting.secrecy == Secrecy::secret_pairs) return further_tls_files(config);
  const bool is_unused = setting.section == "secret" && setting.key == "file" && config.secret_text.has_value();
  if (is_unused) return {};
  Paths paths;
  if (const auto* slot = std::get_if<Path Config::*>(&setting.slot)) paths.push_back(config.**slot);
  if (const auto* slot = std::get_if<Paths Config::*>(&setting.slot)) paths = config.**slot;
  std::erase_if(paths, [](const Path& path) { return path.empty(); });
  return paths;
}

Paths secret_paths(const Config& config, const Setting& setting) {
  if (setting.secrecy == Secrecy::secret_pairs) return further_tls_keys(config);
  if (setting.secrecy != Secrecy::secret_file && setting.secrecy != Secrecy::gated_file) return {};
  return named_paths(config, setting);
}

std::string render_value(const Config& config, const Setting& setting) {
  return with_member(config, setting, [&]<class T>(const T& value) -> std::string {
    if constexpr (std::is_same_v<T, milliseconds>) {
      return render_number(setting, value.count(), true);
    } else if constexpr (kIsList<T>) {
      return render_list(value);
    } else if constexpr (kIsSecret<T>) {
      return in_quotes(limit::show_redis_url(base::text_of(value.reveal())));
    } else if constexpr (kIsText<T>) {
      return in_quotes(Path(value).string());
    } else if constexpr (std::is_same_v<T, bool>) {
      return value ? "true" : "false";
    } else {
      return render_number(setting, static_cast<std::int64_t>(value), false);
    }
  });
}

void resolve_paths(Config& config, const Setting& setting, const std::filesystem::path& folder) {
  with_member(config, setting, [&]<class T>(T& value) {
    if constexpr (std::is_same_v<T, Path>) {
      if (!value.empty()) value = folder / value;
    } else if constexpr (std::is_same_v<T, Paths>) {
      for (auto& path : value) path = folder / path;
    }
  });
}

std::vector<SettingRow> setting_rows(const Config& config) {
  std::vector<SettingRow> rows;
  for (std::size_t index = 0; index < setting_table().size(); ++index) {
    const auto& setting = setting_table()[index];
    SettingRow row{.name = full_name(setting), .value = {}, .origin = to_text(config.origins[index])};
    row.is_unused = row.name == "secret.file" && config.secret_text.has_value();
    row.value = row.is_unused ? "-" : render_value(config, setting);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace agent_access::app
