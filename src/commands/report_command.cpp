#include "commands/command_line.hpp"

#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

#include "app/deployment/clocks.hpp"
#include "app/files/file_access.hpp"
#include "app/text/table.hpp"
#include "app/text/terminal.hpp"
#include "app/text/words.hpp"
#include "site/agents/agent_table.hpp"
#include "tools/visits/address_lists.hpp"
#include "tools/visits/line_source.hpp"
#include "tools/visits/remarks.hpp"
#include "tools/visits/visits_html.hpp"
#include "tools/visits/visits_text.hpp"

namespace agent_access::commands {
namespace {

using SteadyClock = std::chrono::steady_clock;

struct ReportOptions {
  std::vector<std::string> files;  ///< "-": standard input; none: the journal of `unit`
  std::string unit = "agent-access";
  std::string since;  ///< empty: of the journal seven days, of files all
  std::string until;  ///< empty: now
  std::string agents_file;
  std::vector<std::string> addresses;        ///< AGENT=FILE, or folders with index.json
  std::vector<std::string> trusted_proxies;  ///< networks, or "unix"
  bool with_try = false;                     ///< counts requests of `agent-access try`, too
  bool json = false;
  std::string html;  ///< "-": standard output; empty: no page
  bool print_agents = false;
};

constexpr std::chrono::hours kJournalTime{24 * 7};
constexpr std::chrono::seconds kQuietTime{1};
constexpr std::chrono::milliseconds kBetweenLines{200};
constexpr std::uint64_t kMebibyte = 1024UL * 1024;

/// Shows how much was read when that takes longer than a second.
class ReadingProgress {
 public:
  ReadingProgress() : line_(app::StatusLine::is_wanted()), due_(SteadyClock::now() + kQuietTime) {}

  void show(const std::string& source, std::uint64_t bytes, std::uint64_t lines) {
    const auto now = SteadyClock::now();
    if (now < due_) return;
    due_ = now + kBetweenLines;
    line_.show("reading " + source + ": " + std::to_string(bytes / kMebibyte) + " MiB, " + std::to_string(lines) +
               " lines");
  }

 private:
  app::StatusLine line_;
  SteadyClock::time_point due_;
};

std::optional<tools::TimeRange> range_of(const ReportOptions& options, base::Seconds now) {
  tools::TimeRange range;
  if (options.since.empty() && options.files.empty()) range.since = now - kJournalTime;
  if (!options.since.empty()) range.since = tools::parse_moment(options.since, now);
  if (!options.until.empty()) range.until = tools::parse_moment(options.until, now);
  const bool is_valid = (options.since.empty() || range.since) && (options.until.empty() || range.until) &&
                        !(range.since && range.until && *range.since >= *range.until);
  return is_valid ? std::optional(range) : std::nullopt;
}

base::Result<agents::AgentTable, std::string> table_of(const std::string& file) {
  if (file.empty()) return agents::AgentTable::built_in();
  std::ifstream input(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(input), {}};
  if (!input) return base::Failure("cannot read " + app::shown(file));
  auto table = agents::AgentTable::parse(text);
  if (!table)
    return base::Failure(app::shown(file) + " " + table.error() +
                         "; --print-agents prints the one that is compiled in");
  return table;
}

/// "unix" stands for sockets of this machine, whose peers have no address.
base::Result<base::TrustedProxies, std::string> proxies_of(const std::vector<std::string>& texts) {
  base::TrustedProxies proxies;
  for (const auto& text : texts) {
    const auto network = base::Network::parse(text == "unix" ? "::/128" : text);
    if (!network) {
      return base::Failure("--trusted-proxies " + app::printable(text) +
                           ": write an address, a network such as 10.0.0.0/8, or unix");
    }
    proxies.networks.push_back(*network);
  }
  return proxies;
}

base::Result<void, std::string> read_sources(const ReportOptions& options, tools::VisitCounts& counts) {
  ReadingProgress progress;
  const auto sink_of = [&](const std::string& source) {
    return tools::LineSink{
        .line = [&counts](std::string_view line) { counts.add_line(line); },
        .has_read = [&, source](std::uint64_t bytes) { progress.show(source, bytes, counts.visits().lines); }};
  };
  if (options.files.empty()) {
    return tools::read_journal({.unit = options.unit, .since = counts.visits().range.since}, sink_of("the journal"));
  }
  for (const auto& file : options.files) {
    if (const auto read = tools::read_log_file(file, sink_of(file)); !read) return read;
    counts.end_log();
  }
  if (counts.visits().lines == 0 || tools::is_any_read(counts.visits())) return {};
  return base::Failure(
      (options.files.size() == 1 ? app::shown(options.files.front()) + " is no log" : "none of the files is a log") +
      " that this program reads: no line is about a request. It reads access logs of nginx, Apache, "
      "Caddy, Traefik, HAProxy, CloudFront, Cloudflare and Vercel, and the log of this service as JSON "
      "(log.format = \"json\", the default)");
}

/// A log whose name was given by mistake is not replaced.
bool may_replace(const std::string& file) {
  constexpr std::string_view kStart = "<!doctype html>";
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return true;  // replace_file() says what is in the way
  std::string start(kStart.size(), '\0');
  std::ifstream present(file);
  present.read(start.data(), static_cast<std::streamsize>(start.size()));
  return present.gcount() == 0 || start == kStart;
}

int write_page(const std::string& page, const std::string& file) {
  if (file == "-") {
    std::cout << page;
    return 0;
  }
  if (!may_replace(file))
    return app::fail({app::shown(file) + " exists and is no report; name another file for --html"});
  if (const auto written = app::replace_file(file, page, app::FileMode::owner_only); !written) {
    return app::fail(
        {written.error() + "; name a file in an existing folder that you may write to, or - for standard output"});
  }
  std::cout << "Wrote " << app::shown(file) << "; open it in a browser\n";
  return 0;
}

int run_report(const ReportOptions& options) {
  if (options.print_agents) {
    std::cout << agents::AgentTable::built_in_text();
    return 0;
  }
  for (const auto& [name, text] : {std::pair{"--since", options.since}, std::pair{"--until", options.until}}) {
    if (!tools::is_without_unit(text)) continue;
    std::cerr << "agent-access: " << name << ' ' << text << " has no unit; write " << text << "d for days or " << text
              << "h for hours\n";
    return 2;
  }
  const auto range = range_of(options, app::SystemClock{}.now());
  if (!range) {
    std::cerr << "agent-access: --since and --until need a time such as 7d, 24h, today, yesterday, 2026-01-31 or "
                 "2026-01-31T12:00:00Z (UTC), and --since the earlier one\n";
    return 2;
  }
  const auto agents = table_of(options.agents_file);
  if (!agents) return app::fail({agents.error()});
  const auto lists = tools::load_address_lists(options.addresses, *agents);
  if (!lists) return app::fail({lists.error()});
  const auto proxies = proxies_of(options.trusted_proxies);
  if (!proxies) return app::fail({proxies.error()});
  tools::VisitCounts counts(*agents,
                            {.range = *range,
                             .own_tests = options.with_try ? tools::OwnTests::counted : tools::OwnTests::left_out,
                             .lists = *lists,
                             .proxies = *proxies});
  if (const auto read = read_sources(options, counts); !read) return app::fail({read.error()});
  if (!options.html.empty()) return write_page(tools::render_visits_html(counts.visits()), options.html);
  if (options.json) {
    std::cout << tools::render_visits_json(counts.visits());
  } else {
    constexpr std::size_t kMostRows = 15;
    const auto bars = ::isatty(STDOUT_FILENO) == 1 ? tools::Bars::blocks : tools::Bars::none;
    std::cout << tools::render_visits(counts.visits(), bars, kMostRows, app::terminal_columns());
  }
  return 0;
}

}  // namespace

void add_report(CommandLine& line) {
  auto& command =
      add_command(line, "report", "Show who came: visits by day, document and agent, from logs of any server",
                  "report --since 30d --html report.html\n"
                  "  agent-access report /var/log/nginx/access.log*\n"
                  "  agent-access report --addresses GPTBot=gptbot.json --trusted-proxies 10.0.0.0/8 access.log\n"
                  "  npx netlify logs --json --since 24h | agent-access report -");
  const auto options = std::make_shared<ReportOptions>();
  command.add_option("files", options->files, "Log files, also .gz; -: standard input; none: the journal")
      ->type_name("FILE");
  command.add_option("--since", options->since, "Since when: 7d, today, 2026-01-31; default for the journal: 7d")
      ->type_name("TIME");
  command.add_option("--until", options->until, "End of the period, exclusive; default: now")->type_name("TIME");
  command.add_option("--unit", options->unit, "The systemd unit whose journal is read")->type_name("UNIT");
  command.add_option("--agents", options->agents_file, "A table of agents instead of the one that is compiled in")
      ->type_name("FILE");
  command
      .add_option("--addresses", options->addresses,
                  "The addresses that an operator publishes for an agent, or a folder of lists with index.json")
      ->type_name("AGENT=FILE|DIR")
      ->allow_extra_args(false);
  command
      .add_option("--trusted-proxies", options->trusted_proxies,
                  "Your proxies, whose X-Forwarded-For is believed: networks, and unix for sockets")
      ->type_name("NETWORK")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_flag("--with-try", options->with_try, "Also count requests of agent-access try, your own test");
  command.add_flag("--print-agents", options->print_agents, "Print the table of agents that is compiled in");
  add_json_option(command, options->json);
  command.add_option("--html", options->html, "Write one HTML page with charts to this file; -: standard output")
      ->type_name("FILE")
      ->excludes("--json");
  set_run(line, command, options, run_report);
}

}  // namespace agent_access::commands
