#include "tools/reference/reference.hpp"

#include <map>
#include <utility>

#include "app/config/access_table.hpp"
#include "app/config/setting_table.hpp"
#include "app/text/value_text.hpp"
#include "app/text/words.hpp"
#include "base/text.hpp"
#include "ops/words/log_words.hpp"
#include "site/publish/document_table.hpp"
#include "tools/reference/errors_and_metrics.hpp"

namespace agent_access::tools {
namespace {

using templates::View;

// What the manual page and the reference say about the program as a process.

struct ProgramFact {
  std::string_view names;  ///< joined by ", "
  std::string_view meaning;
};

constexpr ProgramFact kExitStatuses[] = {
    {"0", "after success"},
    {"1", "after a failure"},
    {"2", "for a wrong command line"},
};

constexpr ProgramFact kSignals[] = {
    {"SIGHUP", "serve reads configuration, secrets and content again. After a failure it serves as before."},
    {"SIGTERM, SIGINT", "serve completes the requests in flight and exits; a second signal ends them."},
};

/// Those that are no settings.
constexpr ProgramFact kVariables[] = {
    {"AGENT_ACCESS_SECTION_KEY", "Overrides a setting, see agent-access.toml(5)."},
    {"AGENT_ACCESS_SECRET", "The master secret itself, in base64url, instead of secret.file."},
    {"BROWSER", "The program that dev --open runs instead of xdg-open."},
    {"NOTIFY_SOCKET, WATCHDOG_USEC, LISTEN_FDS, LISTEN_FDNAMES, CREDENTIALS_DIRECTORY",
     "Set by systemd. A socket named admin is for the admin listener, others are for the service."},
};

View fact_view(const ProgramFact& fact) {
  return View().set("names", list_of(app::split_list(fact.names))).set("meaning", fact.meaning);
}

/// How a value is completed.
std::string_view placeholder_kind(const CommandTree::Option& option) {
  if (!option.values.empty()) return "word";
  if (option.type == "FILE") return "file";
  return option.type == "DIR" ? "folder" : "anything";
}

View option_view(const CommandTree::Option& option) {
  const auto kind = placeholder_kind(option);
  return View()
      .set("option", option.name)
      .set("doc", option.doc)
      .set("is_help", option.name == "help")
      .set("takes_value", option.takes_value)
      .set("type", option.type)
      .set("kind", kind)
      .set("is_word", kind == "word")
      .set("is_file", kind == "file")
      .set("is_folder", kind == "folder")
      .set("values", list_of(option.values))
      .set_optional("variable", option.variable);
}

View command_view(const CommandTree& command) {
  return View()
      .set("command", command.name)
      .set("doc", command.doc)
      .set("arguments", views_of(command.arguments, option_view))
      .set("options", views_of(command.options, option_view))
      .set_optional("example", command.example);
}

/// The variables that set options, with the commands that have the option.
std::vector<View> option_variable_views(const CommandTree& root) {
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> commands;
  for (const auto& command : root.commands) {
    for (const auto& option : command.options) {
      if (!option.variable.empty()) commands[{option.variable, option.name}].push_back(command.name);
    }
  }
  return views_of(commands, [](const auto& row) {
    const auto& [variable, option] = row.first;
    return View().set("variable", variable).set("option", option).set("commands", list_of(row.second));
  });
}

std::vector<View> setting_views() {
  const app::Config defaults;
  std::vector<View> views;
  std::string_view section;
  for (const auto& setting : app::setting_table()) {
    views.push_back(View()
                        .set_optional("new_section", setting.section == section ? "" : setting.section)
                        .set("name", app::full_name(setting))
                        .set("key", setting.key)
                        .set("default", app::render_value(defaults, setting))
                        .set("doc", setting.doc)
                        .set("form", app::form_of(setting.type, setting.rules))
                        .set_optional("range", app::range_of(setting.type, setting.rules))
                        .set("needs_restart", setting.effect == app::Effect::restart)
                        .set("needs_restart_to_switch", setting.effect == app::Effect::restart_to_switch)
                        .set("variable", app::environment_name(setting))
                        .set_optional("credential", setting.credential));
    section = setting.section;
  }
  return views;
}

std::vector<View> key_views(app::AccessTable table) {
  const app::AccessRow defaults;
  std::vector<View> views;
  for (const auto& key : app::access_keys()) {
    if (key.table != table) continue;
    const bool is_required = key.presence == app::Presence::required;
    views.push_back(View()
                        .set("key", key.key)
                        .set_optional("default", is_required ? "" : app::render_value(defaults, key))
                        .set("doc", key.doc)
                        .set("form", app::expected_form(key)));
  }
  return views;
}

View table_view(const app::AccessTableRow& table) {
  return View().set("table", table.name).set("doc", table.doc).set("keys", key_views(table.table));
}

View field_view(const ops::AccessFieldRow& row) { return View().set("field", row.name).set("meaning", row.meaning); }

View event_view(const ops::LogEvent& event) {
  return View()
      .set("event", event.name)
      .set("level", event.level)
      .set("names", list_of(app::split_list(event.fields)))
      .set("meaning", event.meaning);
}

}  // namespace

std::string render_reference(std::string_view file, const CommandTree& root) {
  return templates::filled("reference/" + std::string(file),
                           command_view(root)
                               .set("version", app::program_version())
                               .set("commands", views_of(root.commands, command_view))
                               .set("option_variables", option_variable_views(root))
                               .set("exit_statuses", views_of(kExitStatuses, fact_view))
                               .set("signals", views_of(kSignals, fact_view))
                               .set("variables", views_of(kVariables, fact_view))
                               .set("settings", setting_views())
                               .set("kept_paths", base::joined(publish::paths_that_can_be_kept(), "`, `"))
                               .set("tables", views_of(app::access_tables(), table_view))
                               .set("max_scopes", std::to_string(app::kMaxScopes - 1))
                               .set("max_rows", std::to_string(app::kMaxAccessRows))
                               .set("fields", views_of(ops::kAccessFields, field_view))
                               .set("events", views_of(ops::log_events(), event_view))
                               .set("metrics", metric_views())
                               .set("errors", error_views()));
}

}  // namespace agent_access::tools
