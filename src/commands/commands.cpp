#include "commands/commands.hpp"

#include <iostream>

#include "commands/config_command.hpp"
#include "commands/health_command.hpp"
#include "commands/parsed_tree.hpp"
#include "commands/registry_command.hpp"
#include "commands/serve_command.hpp"
#include "commands/version_command.hpp"
#include "tools/proxies/proxy_table.hpp"
#include "tools/reference/reference_command.hpp"
#include "tools/usage/completion_command.hpp"
#include "tools/usage/man_command.hpp"

namespace agent_access::commands {
namespace {

CLI::App* add_command(CommandLine& line, const char* name, const char* doc, const char* example) {
  auto* command = line.root.add_subcommand(name, doc);
  command->footer(std::string("Example:\n  agent-access ") + example);
  return command;
}

void add_config_option(CommandLine& line, CLI::App* command) {
  command->add_option("--config", line.config_file, "The configuration file; without it: environment and defaults")
      ->envname("AGENT_ACCESS_CONFIG")
      ->type_name("FILE");
}

void add_json_option(CLI::App* command, bool& json) { command->add_flag("--json", json, "Print JSON"); }

void add_dev(CommandLine& line) {
  auto* command = add_command(line, "dev", "Serve a playground: temporary secret, built-in example site",
                              "dev --listen 127.0.0.1:9000");
  command->add_option("--listen", line.dev.listen, "Where to listen; port 0: any free one")->type_name("ADDRESS:PORT");
  command->add_option("--site", line.dev.site, "A folder with your profile.json, site.json, faq.json, public/")
      ->type_name("DIR");
  command->callback([&line] {
    line.dev.environment = app::take_process_environment();
    line.exit_code = run_dev(line.dev);
  });
}

void add_init(CommandLine& line) {
  auto* command = add_command(line, "init", "Write a configuration, a secret and example content; never overwrites",
                              "init /etc/agent-access --base-url https://example.com");
  command->add_option("directory", line.init.directory, "The folder; created when missing")
      ->required()
      ->type_name("DIR");
  command->add_option("--base-url", line.init.base_urls, "An address of the site; repeat for more")->type_name("URL");
  command->callback([&line] { line.exit_code = run_init(line.init); });
}

void add_check(CommandLine& line) {
  auto* check = add_command(
      line, "check", "Validate configuration, content, secret, keys and ports without serving",
      "check --config agent-access.toml\n"
      "  agent-access check --config agent-access.toml --proxy caddy > agent-access.caddy\n"
      "  agent-access check --config agent-access.toml --proxy haproxy --replica one=10.0.0.11:8080 --replica "
      "two=10.0.0.12:8080");
  add_config_option(line, check);
  check
      ->add_option("--as", line.check.as,
                   "The user whose rights decide what can be read; default for root and files in /etc/agent-access: "
                   "the user of the installed unit")
      ->type_name("USER");
  auto* proxy = check->add_option("--proxy", line.check.site.proxy,
                                  "Print only a site for this proxy; the report goes to standard error");
  proxy->check(tools::complaint_about_proxy)->type_name(tools::proxy_names("|"));
  check
      ->add_flag_callback(
          "--locations", [&line] { line.check.site.extent = tools::Extent::locations; },
          "Print only what a site that you have already includes: the paths of the service and its documents")
      ->needs(proxy);
  auto* replica = check->add_option("--replica", line.replicas, "A replica in the site for HAProxy; repeat for each");
  replica->check(tools::complaint_about_replica)->needs(proxy)->type_name("NAME=ADDRESS:PORT");
  add_json_option(check, line.check.json);
  check->callback([&line] {
    line.check.sources = line.sources();
    for (const auto& text : line.replicas) line.check.site.replicas.push_back(*tools::parse_replica(text));
    line.exit_code = run_check(line.check);
  });
}

void add_configured(CommandLine& line) {
  auto* serve = add_command(line, "serve", "Serve in production", "serve --config /etc/agent-access/agent-access.toml");
  add_config_option(line, serve);
  serve->callback([&line] { line.exit_code = run_serve({line.sources()}); });
  add_check(line);

  auto* config =
      add_command(line, "config", "List every setting with its value and origin", "config --config agent-access.toml");
  add_config_option(line, config);
  add_json_option(config, line.json);
  config->callback([&line] { line.exit_code = run_config({line.sources(), line.json}); });

  auto* health = add_command(line, "health", "Ask the admin listener whether the service is ready",
                             "health --config agent-access.toml");
  add_config_option(line, health);
  add_json_option(health, line.json);
  health->callback([&line] { line.exit_code = run_health({line.sources(), line.json}); });
}

void add_reload(CommandLine& line) {
  auto* command = add_command(line, "reload", "Make the running service reload; fails if the reload fails", "reload");
  command->add_option("--runtime-directory", line.reload.folder, "The folder in which the service records reloads")
      ->envname("RUNTIME_DIRECTORY")
      ->type_name("DIR")
      ->capture_default_str();
  command->callback([&line] { line.exit_code = run_reload(line.reload); });
}

void add_export(CommandLine& line) {
  auto* command = add_command(line, "export", "Write every document, page and asset as files for a static host",
                              "export --config agent-access.toml /var/www/agent-access");
  add_config_option(line, command);
  command->add_option("out", line.export_options.out, "The folder; must be empty or missing")
      ->required()
      ->type_name("DIR");
  command->add_flag("--overwrite", line.export_options.overwrite, "Replace files in the folder; nothing is deleted");
  add_json_option(command, line.export_options.json);
  command->callback([&line] {
    line.export_options.sources = line.sources();
    line.exit_code = run_export(line.export_options);
  });
}

void add_keys(CommandLine& line) {
  auto* command =
      add_command(line, "keys", "List the signing keys and when each signs, or print the public ones as PEM",
                  "keys --config agent-access.toml --at 2026-01-31T12:00:00Z\n"
                  "  agent-access keys --pem --jwks https://example.com/.well-known/jwks.json --out keys");
  add_config_option(line, command);
  auto* at = command->add_option("--at", line.keys.at, "The time for which the keys are listed; default: now");
  at->type_name("TIME");
  add_json_option(command, line.keys.json);
  auto* pem = command->add_flag("--pem", line.keys.pem, "Print the keys that a verifier must accept, as PEM");
  pem->excludes("--json");
  auto* out = command->add_option("--out", line.keys.out, "Write KID.pem for each key, and keys.cfg for HAProxy");
  out->needs(pem)->type_name("DIR");
  auto* jwks = command->add_option("--jwks", line.keys.jwks_url, "Where the keys are published; needs no secret");
  jwks->needs(pem)->excludes(at)->type_name("URL");
  command->add_option("--ca-file", line.keys.ca_file, "PEM file with additional certificate authorities")
      ->needs(jwks)
      ->type_name("FILE");
  command->callback([&line] {
    line.keys.sources = line.sources();
    line.exit_code = run_keys(line.keys);
  });
}

void add_registry(CommandLine& line) {
  auto* command = add_command(line, "registry", "Print server.json, which lists /mcp in the registry of MCP servers",
                              "registry --config agent-access.toml > server.json");
  add_config_option(line, command);
  command->add_option("--entry-version", line.entry_version, "Of the entry; raise it to publish a change")
      ->type_name("VERSION");
  command->callback([&line] { line.exit_code = run_registry({line.sources(), line.entry_version}); });
}

void add_report(CommandLine& line) {
  auto* command = add_command(line, "report", "Show who came: visits by day, document and agent, from the log",
                              "report --since 7d");
  command->add_option("files", line.report.files, "Log files; -: standard input; none: the journal")->type_name("FILE");
  command->add_option("--since", line.report.since, "Since when: 7d, today, 2026-01-31; default for the journal: 7d")
      ->type_name("TIME");
  command->add_option("--until", line.report.until, "Until when, not included; default: now")->type_name("TIME");
  command->add_option("--unit", line.report.unit, "The systemd unit whose journal is read")->type_name("UNIT");
  command->add_option("--agents", line.report.agents_file, "A table of agents instead of the one that is compiled in")
      ->type_name("FILE");
  command->add_flag("--with-try", line.report.with_try, "Count requests of agent-access try, your own test, too");
  command->add_flag("--print-agents", line.report.print_agents, "Print the table of agents that is compiled in");
  command->add_flag("--json", line.report.json, "Print JSON");
  command->callback([&line] { line.exit_code = run_report(line.report); });
}

void add_try(CommandLine& line) {
  auto* command = add_command(line, "try", "Test a deployment end to end, as agents and scanners use it",
                              "try https://example.com");
  command->add_option("url", line.try_options.url, "The base URL")->required()->type_name("URL");
  command
      ->add_option("--only", line.try_options.only,
                   "Test one half: access (registration, token, profile) or discovery (documents)")
      ->check(CLI::IsMember({"access", "discovery"}));
  add_json_option(command, line.try_options.json);
  command->add_option("--ca-file", line.try_options.ca_file, "PEM file with additional certificate authorities")
      ->type_name("FILE");
  command->add_option("--timeout", line.timeout_seconds, "Seconds to wait for each response")
      ->check(CLI::Range(1, 600));
  command->callback([&line] {
    line.try_options.timeout = std::chrono::seconds{line.timeout_seconds};
    line.exit_code = run_try(line.try_options);
  });
}

void add_token(CommandLine& line) {
  auto* token = add_command(line, "token", "Inspect access tokens", "token inspect --config agent-access.toml < token");
  token->require_subcommand(1);
  auto* inspect = token->add_subcommand("inspect", "Read a token from standard input, verify and explain it");
  inspect->footer("Example:\n  agent-access token inspect --jwks https://example.com/.well-known/jwks.json < token");
  add_config_option(line, inspect);
  inspect->add_option("--jwks", line.token.jwks_url, "Where the keys are published")->type_name("URL");
  inspect->add_option("--base-url", line.token.base_urls, "An accepted issuer; repeat for more")->type_name("URL");
  inspect->add_option("--ca-file", line.token.ca_file, "PEM file with additional certificate authorities")
      ->type_name("FILE");
  add_json_option(inspect, line.token.json);
  inspect->callback([&line] {
    line.token.sources = line.sources();
    line.exit_code = run_token_input(line.token, std::cin);
  });
}

void add_about(CommandLine& line) {
  auto* version = add_command(line, "version", "Print the version", "version");
  add_json_option(version, line.json);
  version->callback([&line] { line.exit_code = run_version(line.json); });

  auto* completion = add_command(line, "completion", "Print a completion script for bash, zsh or fish",
                                 "completion bash > /etc/bash_completion.d/agent-access");
  completion->add_option("shell", line.shell, "The shell")
      ->required()
      ->type_name("SHELL")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  completion->callback([&line] { line.exit_code = tools::run_completion(line.shell, parsed_tree(line.root)); });

  // For the build of a package; not in the help.
  auto* man = add_command(line, "man", "Print a manual page", "man 1 | man -l -");
  man->group("");
  man->add_option("section", line.manual, "1: the commands; 5: the configuration file")
      ->required()
      ->type_name("SECTION");
  man->callback([&line] { line.exit_code = tools::run_man(line.manual, parsed_tree(line.root)); });

  // For scripts/reference; not in the help.
  auto* reference = add_command(line, "reference", "Print the reference of settings, metrics, log and errors",
                                "reference > docs/reference.md");
  reference->group("");
  reference->callback([&line] { line.exit_code = tools::run_reference(parsed_tree(line.root)); });
}

}  // namespace

void add_commands(CommandLine& line) {
  add_dev(line);
  add_init(line);
  add_configured(line);
  add_reload(line);
  add_export(line);
  add_keys(line);
  add_registry(line);
  add_report(line);
  add_try(line);
  add_token(line);
  add_about(line);
}

}  // namespace agent_access::commands
