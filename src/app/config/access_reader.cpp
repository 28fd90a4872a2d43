#include "app/config/access_reader.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/config/access_checks.hpp"
#include "app/text/words.hpp"
#include "base/text.hpp"

namespace agent_access::app {
namespace {

std::string place_of(const std::filesystem::path& file, std::size_t line) {
  return shown(file) + ":" + std::to_string(line);
}

/// Sets one value, or returns what is wrong.
std::optional<std::string> take_pair(AccessRow& row, AccessTable table, const RawRow::Pair& pair,
                                     const std::filesystem::path& file) {
  const auto index = find_access_key(table, pair.key);
  if (!index) return explain_unknown(table, pair.key);
  const auto& key = access_keys()[*index];
  if (const auto complaint = assign(row, key, pair.value)) return full_name(key) + ": " + *complaint;
  row.origins[*index] = {OriginKind::file, place_of(file, pair.line)};
  return std::nullopt;
}

class Agreement {
 public:
  explicit Agreement(const AccessRows& rows) : rows_(rows) {
    names_.emplace_back(oauth::kScope);
    for (const auto& scope : rows.scopes) names_.push_back(scope.name);
  }

  Problems check() {
    count(AccessTable::scopes, kMaxScopes - 1, " besides read:extended");
    count(AccessTable::documents, kMaxAccessRows, "");
    count(AccessTable::gates, kMaxAccessRows, "");
    find_duplicate_scopes();
    find_duplicate_paths(AccessTable::gates, "prefix", &AccessRow::prefix);
    find_duplicate_paths(AccessTable::documents, "path", &AccessRow::path);
    for (const auto& document : rows_.documents) check_scope(document, AccessTable::documents);
    for (const auto& gate : rows_.gates) check_gate(gate);
    return std::move(problems_);
  }

 private:
  void report(const AccessRow& row, AccessTable table, std::string_view key, const std::string& problem) {
    const auto& origin = row.origins[*find_access_key(table, key)];
    const auto& place = origin.kind == OriginKind::file ? origin.place : row.origin.place;
    problems_.push_back(place + ": " + std::string(name_of(table)) + "." + std::string(key) + ": " + problem);
  }

  void count(AccessTable table, std::size_t most, std::string_view remark) {
    const auto& rows = rows_.of(table);
    if (rows.size() <= most) return;
    problems_.push_back(rows[most].origin.place + ": there can be at most " + std::to_string(most) + " rows of [[" +
                        std::string(name_of(table)) + "]]" + std::string(remark));
  }

  void find_duplicate_scopes() {
    const auto& rows = rows_.scopes;
    for (auto row = rows.begin(); row != rows.end(); ++row) {
      const auto first = std::ranges::find(rows.begin(), row, row->name, &AccessRow::name);
      if (first == row || row->name.empty()) continue;
      report(*row, AccessTable::scopes, "name",
             in_quotes(row->name) + " is declared already, at " + first->origin.place);
    }
  }

  /// One gate may be inside of another: the longest prefix counts.
  void find_duplicate_paths(AccessTable table, std::string_view key, std::string AccessRow::* path) {
    const auto& rows = rows_.of(table);
    for (auto row = rows.begin(); row != rows.end(); ++row) {
      const auto first = std::ranges::find_if(
          rows.begin(), row, [&](const AccessRow& other) { return is_same_path(other.*path, (*row).*path); });
      if (first == row || ((*row).*path).empty()) continue;
      report(*row, table, key,
             in_quotes((*row).*path) + " is declared already, at " + first->origin.place +
                 ((*row).*path == (*first).*path ? "" : ", in another spelling"));
    }
  }

  void check_scope(const AccessRow& row, AccessTable table) {
    const bool is_refused = std::ranges::count(names_, std::string()) != 0;
    if (std::ranges::count(names_, row.scope) != 0 || is_refused) return;
    const auto meant = base::nearest_name(row.scope, names_);
    report(row, table, "scope",
           in_quotes(row.scope) + " is not declared; " +
               (meant.empty() ? "declare it with [[scopes]]" : "did you mean " + in_quotes(meant) + "?"));
  }

  void check_gate(const AccessRow& row) {
    check_scope(row, AccessTable::gates);
    if (row.methods.empty()) {
      report(row, AccessTable::gates, "methods", "names no method; write for example [\"GET\"], or remove it");
    }
    for (auto method = row.methods.begin(); method != row.methods.end(); ++method) {
      if (std::ranges::find(row.methods.begin(), method, *method) == method) continue;
      report(row, AccessTable::gates, "methods", in_quotes(*method) + " is listed twice");
    }
  }

  const AccessRows& rows_;
  std::vector<std::string> names_;  ///< of the scopes
  Problems problems_;
};

}  // namespace

void read_access_row(AccessRows& rows, AccessTable table, const RawRow& raw, const std::filesystem::path& file,
                     Problems& problems) {
  AccessRow row;
  row.origin = {OriginKind::file, place_of(file, raw.line)};
  row.origins.resize(access_keys().size());
  for (const auto& pair : raw.pairs) {
    if (const auto problem = take_pair(row, table, pair, file)) {
      problems.push_back(place_of(file, pair.line) + ": " + *problem);
    }
  }
  for (const auto& key : access_keys()) {
    if (key.table != table || key.presence == Presence::optional) continue;
    if (std::ranges::find(raw.pairs, key.key, &RawRow::Pair::key) != raw.pairs.end()) continue;
    problems.push_back(row.origin.place + ": " + full_name(key) + " is missing; write for example " +
                       std::string(key.key) + " = " + std::string(key.example));
  }
  if (!row.source.empty()) row.source = file.parent_path() / row.source;
  rows.of(table).push_back(std::move(row));
}

Problems disagreements(const AccessRows& rows) { return Agreement(rows).check(); }

}  // namespace agent_access::app
