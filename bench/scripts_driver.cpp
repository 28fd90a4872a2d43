/// Serves each request script in process, opens TLS connections and builds a snapshot. Under callgrind (with collection
/// off at the start) one dump for each script holds the instructions of its counted requests and nothing else; without
/// callgrind it only shows that the scripts are answered as they must be. Prints the name of each script and its number
/// of counted requests.
#include <valgrind/callgrind.h>

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>

#include "connection_scripts.hpp"
#include "exchange.hpp"
#include "request_scripts.hpp"

namespace {

using agent_access::bench::Exchange;
using agent_access::bench::kDocument;
using agent_access::bench::RequestScript;

/// Storage grows and contexts warm up in these.
constexpr std::size_t kUncounted = 16;
constexpr std::size_t kCounted = 128;
constexpr std::size_t kHosts = 16;

void serve_once(Exchange& exchange, const RequestScript& script, std::size_t turn, bool is_counted) {
  const std::string& request = script.requests[turn % script.requests.size()];
  if (is_counted) CALLGRIND_TOGGLE_COLLECT;
  const auto status = exchange.serve(request);
  if (is_counted) CALLGRIND_TOGGLE_COLLECT;
  exchange.rest();
  if (status == script.status) return;
  throw std::runtime_error(std::string(script.name) + " was answered " + std::to_string(status));
}

void dump(const std::string& name, std::size_t counted) {
  CALLGRIND_DUMP_STATS_AT(name.c_str());
  std::cout << name << ' ' << counted << '\n';
}

void toggle() { CALLGRIND_TOGGLE_COLLECT; }

void run(Exchange& exchange, const RequestScript& script) {
  for (std::size_t turn = 0; turn < kUncounted; ++turn) serve_once(exchange, script, turn, false);
  CALLGRIND_ZERO_STATS;
  for (std::size_t turn = kUncounted; turn < kUncounted + kCounted; ++turn) serve_once(exchange, script, turn, true);
  dump(std::string(script.name), kCounted);
}

void run_connections() {
  using agent_access::bench::Connections;
  constexpr std::size_t kConnections = 16;
  Connections connections;
  for (const auto& [name, opens] : {std::pair{"connection_full", Connections::Opens::full},
                                    std::pair{"connection_resumed", Connections::Opens::resumed}}) {
    CALLGRIND_ZERO_STATS;
    connections.open(opens, kConnections, toggle);
    dump(name, kConnections);
  }
}

/// What a start does before the first response, besides reading files.
void run_start() {
  CALLGRIND_ZERO_STATS;
  toggle();
  static_cast<void>(agent_access::bench::example_snapshot());
  toggle();
  dump("start", 1);
}

}  // namespace

int main() {
  try {
    const auto snapshot = agent_access::bench::example_snapshot();
    Exchange exchange(snapshot);
    Exchange another(snapshot);
    const auto scripts = agent_access::bench::make_scripts(exchange, another, kUncounted + kCounted);
    const auto gated_snapshot = agent_access::bench::example_snapshot(agent_access::bench::Gates::one);
    Exchange gated(gated_snapshot);
    Exchange another_gated(gated_snapshot);
    const auto gate_scripts = agent_access::bench::make_gate_scripts(gated, another_gated, kUncounted + kCounted);
    const auto many_hosts = agent_access::bench::example_snapshot(agent_access::bench::Gates::none, kHosts);
    Exchange many(many_hosts);
    const auto host_scripts =
        agent_access::bench::make_host_scripts("host-" + std::to_string(kHosts - 1) + ".example.com");
    CALLGRIND_START_INSTRUMENTATION;
    for (const RequestScript& script : scripts) run(exchange, script);
    for (const RequestScript& script : gate_scripts) run(gated, script);
    for (const RequestScript& script : host_scripts) run(many, script);
    run_connections();
    run_start();
    CALLGRIND_STOP_INSTRUMENTATION;
  } catch (const std::exception& error) {
    std::cerr << "scripts_driver: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
