// A configuration that is read without a problem is the same when its values are written and read again; a problem
// is one line that names the file.
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "app/config/access_table.hpp"
#include "app/config/config_reader.hpp"
#include "app/config/setting_table.hpp"
#include "fuzz/target.hpp"

namespace agent_access::fuzz {
namespace {

using namespace app;

Config empty_config() {
  Config config;
  config.file = "/etc/agent-access/agent-access.toml";
  config.origins.resize(setting_table().size());
  return config;
}

// The values of a row that the file set.
std::string as_toml(const AccessRow& row, const AccessTableRow& table) {
  std::string text = "[[" + std::string(table.name) + "]]\n";
  for (std::size_t i = 0; i < access_keys().size(); ++i) {
    const AccessKey& key = access_keys()[i];
    if (row.origins[i].kind != OriginKind::file) continue;
    must(key.table == table.table);
    text += std::string(key.key) + " = " + render_value(row, key) + "\n";
  }
  return text;
}

// The values that the file set, section by section. (Not every default can be written: the default of base_urls is an
// empty list.)
std::string as_toml(const Config& config) {
  std::map<std::string_view, std::string> sections;  // the top level is first
  for (std::size_t i = 0; i < setting_table().size(); ++i) {
    if (config.origins[i].kind != OriginKind::file) continue;
    const Setting& setting = setting_table()[i];
    sections[setting.section] += std::string(setting.key) + " = " + render_value(config, setting) + "\n";
  }
  std::string text;
  for (const auto& [section, lines] : sections) {
    if (!section.empty()) text += "[" + std::string(section) + "]\n";
    text += lines;
  }
  for (const AccessTableRow& table : access_tables()) {
    for (const AccessRow& row : config.access.of(table.table)) text += as_toml(row, table);
  }
  return text;
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(config) {
  Config config = empty_config();
  Problems problems;
  read_config_text({reinterpret_cast<const char*>(data), size}, config, problems);
  for (const std::string& problem : problems) must(problem.starts_with("/etc/agent-access/agent-access.toml:"));
  if (!problems.empty()) return;
  const std::string text = as_toml(config);
  Config again = empty_config();
  read_config_text(text, again, problems);
  must(problems.empty());
  must(as_toml(again) == text);
}

}  // namespace agent_access::fuzz
