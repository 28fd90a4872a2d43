#include "app/config/access/access_reader.hpp"

#include <algorithm>
#include <utility>

namespace agent_access::app {
namespace {

std::string place_of(const std::filesystem::path& file, std::size_t line) {
  return file.string() + ":" + std::to_string(line);
}

/// Sets the value of one entry, or returns what is wrong.
std::optional<std::string> take_entry(AccessRow& row, AccessTable table, const RawRow::Entry& entry,
                                      const std::filesystem::path& file) {
  const auto index = find_access_key(table, entry.key);
  if (!index) return explain_unknown(table, entry.key);
  const auto& key = access_keys()[*index];
  auto complaint = std::optional(entry.complaint);
  if (entry.value) complaint = assign(row, key, *entry.value);
  if (complaint) return full_name(key) + ": " + (complaint->empty() ? "must be " + expected_form(key) : *complaint);
  row.origins[*index] = {OriginKind::file, place_of(file, entry.line)};
  return std::nullopt;
}

}  // namespace

void read_access_row(AccessRows& rows, AccessTable table, const RawRow& raw, const std::filesystem::path& file,
                     Problems& problems) {
  AccessRow row;
  row.origin = {OriginKind::file, place_of(file, raw.line)};
  row.origins.resize(access_keys().size());
  for (const auto& entry : raw.entries) {
    if (const auto problem = take_entry(row, table, entry, file)) {
      problems.push_back(place_of(file, entry.line) + ": " + *problem);
    }
  }
  for (const auto& key : access_keys()) {
    if (key.table != table || key.presence == Presence::optional) continue;
    if (std::ranges::find(raw.entries, key.key, &RawRow::Entry::key) != raw.entries.end()) continue;
    problems.push_back(row.origin.place + ": " + full_name(key) + " is missing; write for example " +
                       std::string(key.key) + " = " + std::string(key.example));
  }
  if (!row.source.empty()) row.source = file.parent_path() / row.source;
  rows.of(table).push_back(std::move(row));
}

}  // namespace agent_access::app
