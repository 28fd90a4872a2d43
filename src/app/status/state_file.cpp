#include "app/status/state_file.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>

#include "app/files/file_access.hpp"
#include "app/text/text.hpp"
#include "base/bytes.hpp"
#include "json/strict_value.hpp"

namespace agent_access::app {
namespace {

constexpr std::size_t kLargestState = std::size_t{16} * 1024 * 1024;

std::filesystem::path with_suffix(std::filesystem::path path, const std::string& suffix) { return path += suffix; }

constexpr std::int64_t kVersion = 1;
constexpr std::size_t kMostNames = 500;
constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestPath = 512;
/// Sums of such numbers over 400 days do not overflow.
constexpr std::int64_t kLargest = std::int64_t{1} << 52U;

std::optional<std::uint64_t> number_of(const boost::json::value* value) {
  const auto* const number = value != nullptr ? value->if_int64() : nullptr;
  if (number == nullptr || *number < 0 || *number > kLargest) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

bool is_name(std::string_view name, std::size_t longest) {
  const auto is_printable = [](char each) { return each >= ' ' && each <= '~'; };
  return !name.empty() && name.size() <= longest && std::ranges::all_of(name, is_printable);
}

bool read_table(const boost::json::value* value, NamedCounts& counts, std::size_t longest_name) {
  const auto* const table = value != nullptr ? value->if_object() : nullptr;
  if (table == nullptr || table->size() > kMostNames) return false;
  for (const auto& [name, count] : *table) {
    const auto number = number_of(&count);
    if (!is_name(name, longest_name) || !number) return false;
    counts.emplace(name, *number);
  }
  return true;
}

std::optional<DayTable::Day> day_of(const boost::json::value* value) {
  const auto* const text = value != nullptr ? value->if_string() : nullptr;
  const auto time = text != nullptr ? parse_time(std::string(*text) + "T00:00:00Z") : std::nullopt;
  if (!time) return std::nullopt;
  return std::chrono::floor<std::chrono::days>(*time);
}

bool read_day(const boost::json::value& value, DayTable& days) {
  const auto* const object = value.if_object();
  if (object == nullptr) return false;
  const auto day = day_of(object->if_contains("day"));
  if (!day || days.days().contains(*day)) return false;
  Counts counts;
  for (const auto& [name, member] : kCountMembers) {
    const auto number = number_of(object->if_contains(name));
    if (!number) return false;
    counts.*member = *number;
  }
  for (const auto& [name, member, is_of_resources] : kCountTables) {
    const auto* const table = object->if_contains(name);
    if (table == nullptr && is_of_resources) continue;
    if (!read_table(table, counts.*member, is_of_resources ? kLongestPath : kLongestName)) return false;
  }
  days.add(*day, counts);
  return true;
}

}  // namespace

std::string StateFile::keep_aside(base::Seconds now, const std::string& reason) {
  std::string time = format_time(now);
  std::erase_if(time, [](char each) { return each == '-' || each == ':'; });
  const auto aside = with_suffix(path_, ".kept-" + time);
  std::error_code failed;
  std::filesystem::rename(path_, aside, failed);
  is_usable_ = !failed;
  if (failed) return reason + "; it cannot be renamed (" + failed.message() + "), so no counters are saved";
  return reason + "; it is kept as " + aside.string() + ", and the counters begin anew";
}

StateFile::Loaded StateFile::load(base::Seconds now) {
  std::error_code failed;
  const bool is_there = std::filesystem::exists(path_, failed);
  if (!is_there && !failed) return {};
  const auto content = read_file(path_, kLargestState);
  if (!content) return {.days = {}, .problem = keep_aside(now, content.error())};
  auto days = parse_state(base::text_of(content->bytes.reveal()));
  if (!days) return {.days = {}, .problem = keep_aside(now, path_.string() + " " + days.error())};
  return {.days = std::move(*days), .problem = {}};
}

base::Result<void, std::string> StateFile::save(const DayTable& days) {
  if (!is_usable_) return {};
  std::string text = render_state(days);
  if (text == saved_) return {};
  const auto next = with_suffix(path_, ".next");
  std::error_code failed;
  std::filesystem::remove(next, failed);  // of a crash; if this fails, so does the next step, with its reason
  if (const auto created = create_file(next, text, FileMode::owner_only); !created) return created;
  std::filesystem::rename(next, path_, failed);
  if (failed) return base::Failure("cannot replace " + path_.string() + ": " + failed.message());
  saved_ = std::move(text);
  return {};
}

std::string day_text(DayTable::Day day) { return format_time(day).substr(0, 10); }

std::string render_state(const DayTable& days) {
  boost::json::array rows;
  for (const auto& [day, counts] : days.days()) {
    boost::json::object row{{"day", day_text(day)}};
    for (auto& [name, value] : counts_json(counts)) row[name] = value;
    rows.push_back(std::move(row));
  }
  return boost::json::serialize(boost::json::object{{"version", kVersion}, {"days", std::move(rows)}}) + "\n";
}

base::Result<DayTable, std::string> parse_state(std::string_view text) {
  const auto object = json::parse_strict_object(text);
  if (!object) return base::Failure<std::string>("is not a JSON object");
  const auto version = number_of(object->if_contains("version"));
  if (!version) return base::Failure<std::string>("has no version");
  if (*version != kVersion) {
    return base::Failure("is of version " + std::to_string(*version) + ", and this program reads version " +
                         std::to_string(kVersion));
  }
  const auto* const value = object->if_contains("days");
  const auto* const rows = value != nullptr ? value->if_array() : nullptr;
  if (rows == nullptr) return base::Failure<std::string>("has no list of days");
  DayTable days;
  for (const auto& row : *rows) {
    if (!read_day(row, days)) return base::Failure<std::string>("has a day that is not one of this program");
  }
  return days;
}

}  // namespace agent_access::app
