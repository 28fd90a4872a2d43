#include "app/config/config_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "app/config/access/access_agreement.hpp"
#include "app/config/access/access_reader.hpp"
#include "app/config/setting_table.hpp"
#include "app/config/toml.hpp"
#include "app/config/toml/masked_toml.hpp"
#include "app/config/toml/toml_mistake.hpp"
#include "app/files/file_access.hpp"
#include "app/text/value_text.hpp"
#include "base/text.hpp"

namespace agent_access::app {
namespace {

/// A TOML value as a RawValue; nothing for a type that no setting accepts.
std::optional<RawValue> raw_value(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto number = node.value_exact<std::int64_t>()) return *number;
  if (const auto choice = node.value_exact<bool>()) return *choice;
  const auto* array = node.as_array();
  if (array == nullptr) return std::nullopt;
  std::vector<std::string> texts;
  for (const auto& element : *array) {
    const auto text = element.value_exact<std::string>();
    if (!text) return std::nullopt;
    texts.push_back(*text);
  }
  return texts;
}

class Reader {
 public:
  Reader(Config& config, Problems& problems, const MaskedToml& masked)
      : config_(config),
        problems_(problems),
        masked_(masked),
        file_(config.file.string()),
        folder_(config.file.parent_path()) {}

  void read(const toml::table& root) {
    for (const auto& [key, node] : root) {
      if (is_section(key.str())) {
        read_section(key, node);
      } else if (const auto table = find_access_table(key.str())) {
        read_rows(*table, key, node);
      } else if (node.is_table()) {
        report_unknown_section(key, "[", "]");
      } else if (node.is_array_of_tables()) {
        report_unknown_section(key, "[[", "]]");
      } else {
        read_setting("", key, node);
      }
    }
  }

  void report(const toml::source_region& region, const std::string& problem) {
    problems_.push_back(place(region) + ": " + problem);
  }

  void report_syntax(const toml::parse_error& error, std::string_view text) {
    const auto mistake = describe_toml_mistake(text, error.source().begin.line);
    problems_.push_back(place(error.source()) + ":" + std::to_string(error.source().begin.column) +
                        ": not valid TOML: " + (mistake.empty() ? std::string(error.description()) : mistake));
  }

 private:
  [[nodiscard]] std::string place(const toml::source_region& region) const {
    return file_ + ":" + std::to_string(region.begin.line);
  }

  void read_section(const toml::key& section, const toml::node& node) {
    const auto* table = node.as_table();
    if (table == nullptr) {
      report(section.source(),
             in_quotes(section.str()) + " must be a section: write [" + std::string(section.str()) + "]");
      return;
    }
    for (const auto& [key, value] : *table) read_setting(section.str(), key, value);
  }

  void read_rows(AccessTable table, const toml::key& key, const toml::node& node) {
    const auto* rows = node.as_array();
    if (rows == nullptr || !std::ranges::all_of(*rows, [](const auto& row) { return row.is_table(); })) {
      const std::string name(name_of(table));
      report(key.source(), in_quotes(name) + " must be rows: write [[" + name + "]] above each");
      return;
    }
    for (const auto& row : *rows) {
      RawRow raw{row.source().begin.line, {}};
      for (const auto& [name, value] : *row.as_table()) {
        const auto misplaced = explain_misplaced("[[" + std::string(key.str()) + "]]", name.str());
        if (misplaced.empty()) raw.entries.push_back(read_entry(name, value));
        if (!misplaced.empty()) report(name.source(), misplaced);
      }
      read_access_row(config_.access, table, raw, config_.file, problems_);
    }
  }

  [[nodiscard]] RawRow::Entry read_entry(const toml::key& key, const toml::node& node) const {
    RawRow::Entry entry{std::string(key.str()), raw_value(node), {}, key.source().begin.line};
    const auto* text = entry.value ? std::get_if<std::string>(&*entry.value) : nullptr;
    if (text == nullptr) return entry;
    entry.value = masked_.restore(*text, node.source().begin.line);
    if (!entry.value) entry.complaint = "write the text on a line of its own, without escapes in its URLs";
    return entry;
  }

  void report_unknown_section(const toml::key& section, const std::string& open, const std::string& close) {
    std::vector<std::string> names;
    for (const auto& setting : setting_table()) names.emplace_back(setting.section);
    for (const auto& table : access_tables()) names.emplace_back(table.name);
    auto problem = "unknown section " + open + std::string(section.str()) + close;
    const auto meant = base::nearest_name(section.str(), names);
    if (find_access_table(meant)) {
      problem += "; did you mean [[" + std::string(meant) + "]]?";
    } else if (!meant.empty()) {
      problem += "; did you mean [" + std::string(meant) + "]?";
    }
    report(section.source(), problem);
  }

  void read_setting(std::string_view section, const toml::key& key, const toml::node& node) {
    const auto index = find_setting(section, key.str());
    if (!index) {
      report(key.source(), explain_unknown(section, key.str()));
      return;
    }
    const auto& setting = setting_table()[*index];
    const auto value = raw_value(node);
    auto complaint = value ? take(setting, *value, node.source().begin.line) : "must be " + expected_form(setting);
    if (complaint) {
      report(key.source(), full_name(setting) + ": " + *complaint);
      return;
    }
    resolve_paths(config_, setting, folder_);
    config_.origins[*index] = Origin{OriginKind::file, place(key.source())};
  }

  std::optional<std::string> take(const Setting& setting, const RawValue& value, std::size_t line) {
    const auto* text = std::get_if<std::string>(&value);
    if (setting.secrecy != Secrecy::secret_value || text == nullptr) return assign(config_, setting, value);
    const auto whole = masked_.unmask(*text, line);
    if (!whole) return "write the URL on one line, without escapes";
    return assign_secret(config_, setting, base::text_of(whole->reveal()));
  }

  Config& config_;
  Problems& problems_;
  const MaskedToml& masked_;
  std::string file_;
  std::filesystem::path folder_;
};

}  // namespace

void read_config_file(Config& config, Problems& problems) {
  const auto content = read_file(config.file, kMaxConfigSize);
  if (!content) {
    std::error_code error;
    const bool is_missing = !std::filesystem::exists(config.file, error) && !error;
    problems.push_back(content.error() + (is_missing ? "; `agent-access init DIR` writes a first configuration" : ""));
    return;
  }
  read_config_text(base::text_of(content->bytes.reveal()), config, problems);
}

void read_config_text(std::string_view text, Config& config, Problems& problems) {
  // The parser keeps texts in ordinary memory, so the passwords of URLs are masked first.
  const MaskedToml masked(text);
  Reader reader(config, problems, masked);
  const auto parsed = toml::parse(masked.text());
  if (!parsed) {
    reader.report_syntax(parsed.error(), masked.text());
    return;
  }
  reader.read(parsed.table());
  for (auto& problem : disagreements(config.access)) problems.push_back(std::move(problem));
}

}  // namespace agent_access::app
