#include "commands/package/dev_command.hpp"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/deployment/clocks.hpp"
#include "app/deployment/load.hpp"
#include "app/deployment/playground.hpp"
#include "app/files/file_access.hpp"
#include "app/text/path_text.hpp"
#include "app/text/terminal.hpp"
#include "base/utc_time.hpp"
#include "commands/dev_options.hpp"
#include "commands/dev_welcome.hpp"
#include "commands/export_command.hpp"

namespace agent_access::commands {
namespace {

/// Printed after each export: dev.mjs serves it before it prints what follows.
constexpr std::string_view kExported = "\x1e";

/// The options that packages/npm/dev.mjs adds are not in the help.
struct PackagedDev : DevOptions {
  std::filesystem::path out;  ///< of the export; "watched" in it has what is to be watched
  bool is_temporary = false;  ///< the secret is of this run
};

/// The line of the log that has a warning, in one piece: the server writes others.
std::string log_line(const std::string& warning) {
  const auto now = app::SystemClock{}.now().time_since_epoch().count();
  return boost::json::serialize(boost::json::object{
             {"time", base::UtcText(now).view()}, {"level", "warn"}, {"event", "warning"}, {"text", warning}}) +
         '\n';
}

/// A playground as it was when its files were last without a mistake.
class Playing {
 public:
  explicit Playing(const PackagedDev& options) : options_(options), sources_(options.config_sources()) {}

  /// Loads the files and exports what they say. If there are problems, nothing changes.
  [[nodiscard]] app::Problems load() {
    auto config = app::load_config(sources_);
    if (!config) return config.error();
    auto playground = options_.playground(*config);
    if (!playground) return playground.error();
    if (auto problems = app::take_playground(*config, *playground, sources_.environment); !problems.empty()) {
      return problems;
    }
    app::Report report;
    auto material = app::load_material(*config, report, app::fallback_of(*playground));
    if (auto problems = report.problems(); !material || !problems.empty()) return problems;
    material_ = std::move(*material);
    config_ = std::move(*config);
    if (auto problems = write(); !problems.empty()) return problems;
    tell(report.warnings());
    return write_watched(*playground);
  }

  /// Exports what was last without a mistake, with the problems on each page.
  [[nodiscard]] app::Problems show(const app::Problems& problems) {
    material_->settings.preview.problems = problems;
    return write();
  }

  [[nodiscard]] const service::Snapshot& snapshot() const noexcept { return *snapshot_; }
  [[nodiscard]] std::string watched() const { return options_.watched(config_->sources); }

 private:
  [[nodiscard]] app::Problems write() {
    auto snapshot = app::make_snapshot(*material_, ++number_, app::SystemClock{}.now());
    if (!snapshot) return {std::string(app::sentence_of(snapshot.error()))};
    snapshot_ = std::move(*snapshot);
    const auto written = write_worker(options_.out, "node", *config_, *snapshot_);
    return written ? app::Problems() : written.error();
  }

  /// A line for each path.
  [[nodiscard]] app::Problems write_watched(const app::Playground& playground) const {
    auto paths = config_->sources;
    paths.insert(paths.end(), {playground.site, playground.config});
    std::string lines;
    for (const auto& path : paths) {
      if (!path.empty()) lines += app::native_path(path.string()) + '\n';
    }
    const auto listed = app::replace_file(options_.out / "watched", lines, app::FileMode::everybody_may_read);
    return listed ? app::Problems() : app::Problems{listed.error()};
  }

  /// A warning is told once.
  void tell(std::vector<std::string> warnings) {
    for (const auto& warning : warnings) {
      if (std::ranges::find(told_, warning) == told_.end()) std::cerr << log_line(warning);
    }
    told_ = std::move(warnings);
  }

  const PackagedDev& options_;
  const app::ConfigSources sources_;
  std::optional<app::Config> config_;
  std::optional<app::Material> material_;
  std::shared_ptr<const service::Snapshot> snapshot_;
  std::vector<std::string> told_;
  std::uint64_t number_ = 0;
};

/// Exports, and once more for each line of standard input.
int run_packaged_dev(const PackagedDev& options) {
  Playing playing(options);
  if (const auto problems = playing.load(); !problems.empty()) return app::fail(problems);
  std::cout << kExported;
  print_dev_welcome(playing.snapshot(), options.is_temporary, playing.watched());
  for (std::string line; std::getline(std::cin, line);) {
    auto problems = playing.load();
    if (problems.empty()) {
      std::cout << kExported << "reloaded\n" << std::flush;
      continue;
    }
    app::print_lines(problems, "agent-access: ");
    app::print_lines(playing.show(problems), "agent-access: ");
    std::cout << kExported << std::flush;
  }
  return 0;
}

}  // namespace

void add_packaged_dev(CommandLine& line) {
  auto& command = add_dev_command(line);
  const auto options = std::make_shared<PackagedDev>();
  options->add_to(command);
  command.add_option("--out", options->out)->required()->group("");
  command.add_flag("--temporary", options->is_temporary)->group("");
  set_run(line, command, options, run_packaged_dev);
}

}  // namespace agent_access::commands
