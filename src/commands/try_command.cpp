#include "commands/command_line.hpp"

#include <chrono>
#include <cstdint>
#include <iostream>

#include "app/config/config.hpp"
#include "app/text/table.hpp"
#include "app/text/terminal.hpp"
#include "app/text/words.hpp"
#include "tools/client/url.hpp"
#include "tools/probe/access.hpp"
#include "tools/probe/as_agents.hpp"
#include "tools/probe/documents.hpp"
#include "tools/probe/mcp.hpp"
#include "tools/probe/refusals.hpp"

namespace agent_access::commands {
namespace {

struct CommandOptions : tools::TryOptions {
  std::int64_t timeout_seconds = 10;
  std::string config_file;  ///< empty: what is beside the service is found by what answers
};

/// What the configuration says about a site beside the service.
base::Result<void, app::Problems> read_config(const std::string& file, tools::Facts& facts) {
  if (file.empty()) return {};
  auto config = app::load_config({.file = file, .environment = app::take_process_environment(), .flags = {}});
  if (!config) return base::Failure<app::Problems>(std::move(config.error()));
  facts.is_beside = config->settings.is_beside;
  facts.kept_paths = std::move(config->settings.kept_paths);
  return {};
}

/// Tests a deployment end to end, from the challenge of the profile to the profile itself, then every published
/// document, and that all name the same addresses. Needs only the URL; prints no secret and no token. What the
/// specification does not require is at most a warning, but for a robots.txt that keeps agents out. At last it calls as
/// agents do, and tells who is refused by what stands in front. Where another service issues the tokens, the flow is
/// tested there; where there are none, it is left out. Beside a site of the owner's, what that site answers is no
/// fault; and of its pages it says what does not lead to the service.
///
/// NOT checked: what the documents say, load, limits (a 429 gets a remedy), other hosts, and what needs a browser.
int run_try(const CommandOptions& options) {
  const auto url = tools::parse_url(options.url);
  if (!url) {
    std::cerr << "agent-access: " << tools::describe(url.error())
              << "\nExample: agent-access try http://127.0.0.1:8080\n";
    return 2;
  }
  if (url->target != "/") {
    std::cerr << "agent-access: the path " << app::printable(url->target)
              << " is left out, because agents look for documents at the root of a host\n";
  }
  tools::TestRun run(options, *url);
  if (const auto known = read_config(options.config_file, run.facts); !known) return app::fail(known.error());
  tools::find_issuer(run);
  if (options.only != "discovery") {
    tools::test_access(run);
    tools::test_refusals(run);
    tools::test_gated(run);
    tools::test_mcp(run);
  }
  if (options.only != "access") tools::test_documents(run);
  if (tools::wants_callers(options, *url)) tools::test_as_agents(run);
  run.clear_status();

  const auto& report = run.report();
  std::cout << (options.json
                    ? tools::render_json(report)
                    : tools::render_table(report, tools::coloring_of_standard_output(), app::terminal_columns()))
            << std::flush;
  return report.count(tools::Mark::failed) == 0 ? 0 : 1;
}

}  // namespace

void add_try(CommandLine& line) {
  auto& command = add_command(line, "try", "Test a deployment end to end, as agents use it",
                              "try https://example.com\n"
                              "  agent-access try http://127.0.0.1:8080 --as agents");
  const auto options = std::make_shared<CommandOptions>();
  command.add_option("url", options->url, "The base URL")->required()->type_name("URL");
  command
      .add_option("--only", options->only,
                  "Test one half: access (registration, token, profile) or discovery (documents)")
      ->check(CLI::IsMember({"access", "discovery"}));
  command
      .add_option("--as", options->as,
                  "Also call as agents (with the User-Agents of 12), or plain; default: agents for a public https URL")
      ->check(CLI::IsMember({"agents", "plain"}));
  add_json_option(command, options->json);
  command
      .add_option("--config", options->config_file,
                  "The configuration of the deployment, for what it leaves to the site beside (content.keep_paths); "
                  "default: by what answers")
      ->type_name("FILE");
  command.add_option("--ca-file", options->ca_file, "PEM file with additional certificate authorities")
      ->type_name("FILE");
  command.add_option("--timeout", options->timeout_seconds, "Seconds to wait for each response")
      ->check(CLI::Range(1, 600));
  set_run(line, command, options, [](CommandOptions& chosen) {
    chosen.timeout = std::chrono::seconds{chosen.timeout_seconds};
    return run_try(chosen);
  });
}

}  // namespace agent_access::commands
