#include "app/config/access_table.hpp"

#include <algorithm>
#include <array>

#include "app/config/access_checks.hpp"
#include "app/text/words.hpp"
#include "base/text.hpp"

namespace agent_access::app {
namespace {

constexpr std::array kTables{
    AccessTableRow{AccessTable::scopes, "scopes", "A scope that agents can request a token for, besides read:extended"},
    AccessTableRow{AccessTable::documents, "documents", "A file that agents read with a token; this program sends it"},
    AccessTableRow{AccessTable::gates, "gates",
                   "A part of the site that your proxy serves, after it has asked this program about the token"},
};

constexpr auto kRequired = Presence::required;
constexpr auto kOptional = Presence::optional;

constexpr std::array kKeys{
    AccessKey{AccessTable::scopes, "name", &AccessRow::name, kRequired, "How token requests name the scope",
              "\"read:papers\"", check_scope_name},
    AccessKey{AccessTable::scopes, "meaning", &AccessRow::meaning, kRequired, "What it permits, in one sentence",
              "\"Read the papers and their data.\"", check_sentence},

    AccessKey{AccessTable::documents, "path", &AccessRow::path, kRequired, "Where agents read it, below /api/agent/",
              "\"/api/agent/paper.pdf\"", check_document_path},
    AccessKey{AccessTable::documents, "source", &AccessRow::source, kRequired,
              "The file, of at most 16 MiB, outside of content.root", "\"paper.pdf\""},
    AccessKey{AccessTable::documents, "scope", &AccessRow::scope, kOptional, "The scope that a token needs",
              "\"read:papers\"", check_scope_reference},
    AccessKey{AccessTable::documents, "title", &AccessRow::title, kRequired, "Its name for agents and people",
              "\"Paper\"", check_sentence},
    AccessKey{AccessTable::documents, "description", &AccessRow::description, kRequired,
              "What it contains, in one or two sentences", "\"The paper as PDF.\"", check_sentence},
    AccessKey{AccessTable::documents, "media_type", &AccessRow::media_type, kOptional,
              "Its media type; empty: chosen by the file extension", "\"\"", check_media_type},

    AccessKey{AccessTable::gates, "prefix", &AccessRow::prefix, kRequired,
              "All paths that begin with it, with slashes at both ends", "\"/data/\"", check_gate_prefix},
    AccessKey{AccessTable::gates, "scope", &AccessRow::scope, kOptional, "The scope that a token needs",
              "\"read:papers\"", check_scope_reference},
    AccessKey{AccessTable::gates, "title", &AccessRow::title, kRequired, "Its name for agents and people", "\"Data\"",
              check_sentence},
    AccessKey{AccessTable::gates, "description", &AccessRow::description, kRequired,
              "What it contains, in one or two sentences", "\"Measurements as CSV.\"", check_sentence},
    AccessKey{AccessTable::gates, "methods", &AccessRow::methods, kOptional,
              "The permitted methods; GET also permits HEAD", "[\"GET\"]", check_method},
    AccessKey{AccessTable::gates, "openapi", &AccessRow::openapi, kOptional,
              "Your OpenAPI description of it, as a path of the site or an https URL; empty: none", "\"\"",
              check_openapi},
};

/// What other programs call a key, or what one calls it after the rows of another table.
struct OtherWord {
  AccessTable table;
  std::string_view word;
  std::string_view key;
};
constexpr auto kOtherWords = std::to_array<OtherWord>({
    {AccessTable::scopes, "id", "name"},
    {AccessTable::scopes, "scope", "name"},
    {AccessTable::scopes, "title", "meaning"},
    {AccessTable::scopes, "description", "meaning"},
    {AccessTable::documents, "file", "source"},
    {AccessTable::documents, "url", "path"},
    {AccessTable::documents, "name", "title"},
    {AccessTable::documents, "type", "media_type"},
    {AccessTable::documents, "content_type", "media_type"},
    {AccessTable::gates, "path", "prefix"},
    {AccessTable::gates, "url", "prefix"},
    {AccessTable::gates, "name", "title"},
});

/// The key that an unknown one means; empty if none is likely.
std::string_view meant_by(AccessTable table, std::string_view word, std::span<const std::string> siblings) {
  const auto* const other =
      std::ranges::find_if(kOtherWords, [&](const OtherWord& row) { return row.table == table && row.word == word; });
  return other != kOtherWords.end() ? other->key : base::nearest_name(word, siblings);
}

Place place_in(AccessRow& row, const AccessKey& key) {
  return std::visit([&](auto slot) -> Place { return &(row.*slot); }, key.slot);
}

std::string qualified(AccessTable table, std::string_view key) {
  return std::string(name_of(table)).append(".").append(key);
}

}  // namespace

const std::vector<AccessRow>& AccessRows::of(AccessTable table) const noexcept {
  switch (table) {
    case AccessTable::scopes: return scopes;
    case AccessTable::documents: return documents;
    case AccessTable::gates: break;
  }
  return gates;
}

std::vector<AccessRow>& AccessRows::of(AccessTable table) noexcept {
  return const_cast<std::vector<AccessRow>&>(std::as_const(*this).of(table));
}

std::span<const AccessTableRow> access_tables() noexcept { return kTables; }

std::optional<AccessTable> find_access_table(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kTables, name, &AccessTableRow::name);
  return found == kTables.end() ? std::nullopt : std::optional(found->table);
}

std::string_view name_of(AccessTable table) noexcept {
  return std::ranges::find(kTables, table, &AccessTableRow::table)->name;
}

std::span<const AccessKey> access_keys() noexcept { return kKeys; }

std::optional<std::size_t> find_access_key(AccessTable table, std::string_view key) noexcept {
  for (std::size_t i = 0; i < kKeys.size(); ++i) {
    if (kKeys[i].table == table && kKeys[i].key == key) return i;
  }
  return std::nullopt;
}

std::string full_name(const AccessKey& key) { return qualified(key.table, key.key); }

std::string explain_unknown(AccessTable table, std::string_view key) {
  std::vector<std::string> siblings;
  for (const auto& known : kKeys) {
    if (known.table == table) siblings.emplace_back(known.key);
  }
  auto text = "unknown key " + in_quotes(qualified(table, key));
  const auto meant = meant_by(table, key, siblings);
  if (!meant.empty()) return text + "; did you mean " + in_quotes(qualified(table, meant)) + "?";
  return text + "; there are " + base::joined(siblings);
}

std::optional<std::string> assign(AccessRow& row, const AccessKey& key, const RawValue& value) {
  return assign_value(place_in(row, key), key.rules(), value);
}

std::string render_value(const AccessRow& row, const AccessKey& key) {
  return render_as_toml(place_in(const_cast<AccessRow&>(row), key), key.rules());
}

std::string expected_form(const AccessKey& key) {
  AccessRow unused;
  return form_of(place_in(unused, key), key.rules());
}

std::string render_access_example() {
  std::string out =
      "\n# What else agents read with a token. The following rows are examples; there can be several of each.\n";
  for (const auto& table : kTables) {
    out.append("\n# ").append(table.doc).append(".\n#[[").append(table.name).append("]]\n");
    for (const auto& key : kKeys) {
      if (key.table != table.table) continue;
      out.append("# ").append(key.doc).append(".\n#");
      out.append(key.key).append(" = ").append(key.example).append("\n");
    }
  }
  return out;
}

}  // namespace agent_access::app
