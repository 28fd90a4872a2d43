#include "commands/package/dev_command.hpp"

#include <iostream>
#include <memory>
#include <string>

#include "app/deployment/clocks.hpp"
#include "app/deployment/load.hpp"
#include "app/deployment/playground.hpp"
#include "app/files/file_access.hpp"
#include "app/text/terminal.hpp"
#include "commands/dev_options.hpp"
#include "commands/dev_welcome.hpp"
#include "commands/export_command.hpp"

namespace agent_access::commands {
namespace {

/// The options that packages/npm/dev.mjs adds are not in the help.
struct PackagedDev : DevOptions {
  std::filesystem::path out;  ///< of the export; "watched" in it has what is to be watched
  bool is_temporary = false;  ///< the secret is of this run
  bool is_again = false;      ///< after a change
};

/// The paths that dev.mjs watches, a line each.
std::string watched_paths(const app::Playground& playground, const app::Config& config) {
  std::string lines;
  for (const auto& path : config.sources) lines += path.string() + '\n';
  for (const auto& path : {playground.site, playground.config}) {
    if (!path.empty()) lines += path.string() + '\n';
  }
  return lines;
}

int run_packaged_dev(const PackagedDev& options) {
  const auto sources = options.config_sources();
  auto config = app::load_config(sources);
  if (!config) return app::fail(config.error());
  const auto playground = options.playground(*config);
  if (!playground) return app::fail(playground.error());
  if (const auto problems = app::take_playground(*config, *playground, sources.environment); !problems.empty()) {
    return app::fail(problems);
  }
  app::Report report;
  auto material = app::load_material(*config, report, app::fallback_of(*playground));
  if (const auto problems = report.problems(); !material || !problems.empty()) return app::fail(problems);
  app::print_lines(report.warnings(), "agent-access: warning: ");
  const auto snapshot = app::make_snapshot(*material, 1, app::SystemClock{}.now());
  if (!snapshot) return app::fail({std::string(app::sentence_of(snapshot.error()))});
  const auto written = write_worker(options.out, "node", *config, **snapshot);
  if (!written) return app::fail(written.error());
  const auto listed = app::replace_file(options.out / "watched", watched_paths(*playground, *config),
                                        app::FileMode::everybody_may_read);
  if (!listed) return app::fail({listed.error()});
  if (!options.is_again) print_dev_welcome(**snapshot, options.is_temporary, options.watched(config->sources));
  return 0;
}

}  // namespace

void add_packaged_dev(CommandLine& line) {
  auto& command = add_dev_command(line);
  const auto options = std::make_shared<PackagedDev>();
  options->add_to(command);
  command.add_option("--out", options->out)->required()->group("");
  command.add_flag("--temporary", options->is_temporary)->group("");
  command.add_flag("--again", options->is_again)->group("");
  set_run(line, command, options, run_packaged_dev);
}

}  // namespace agent_access::commands
