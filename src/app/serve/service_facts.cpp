#include "app/serve/service_facts.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace agent_access::app {

ops::Level log_level(const Config& config) noexcept {
  if (config.log_level == "debug") return ops::Level::debug;
  if (config.log_level == "warn") return ops::Level::warn;
  return config.log_level == "error" ? ops::Level::error : ops::Level::info;
}

ops::ClientAddress client_address_form(const Config& config) noexcept {
  if (config.log_client_address == "full") return ops::ClientAddress::full;
  return config.log_client_address == "none" ? ops::ClientAddress::none : ops::ClientAddress::prefix;
}

std::size_t worker_count(const Config& config) noexcept {
  if (config.threads != 0) return config.threads;
  cpu_set_t cores;
  if (::sched_getaffinity(0, sizeof cores, &cores) == 0) return static_cast<std::size_t>(CPU_COUNT(&cores));
  return std::max(1U, std::thread::hardware_concurrency());
}

std::shared_ptr<LogWatch> log_watch(const Config& config) {
  if (!config.status_page && config.report_file.empty()) return nullptr;
  return std::make_shared<LogWatch>(ops::AgentTable::built_in());
}

ops::LineReader reader_of(std::shared_ptr<LogWatch> watch) {
  if (!watch) return {};
  return [kept = std::move(watch)](std::string_view lines) { kept->read(lines); };
}

std::string_view variable(const Environment& environment, std::string_view name) {
  const auto found = environment.find(name);
  return found == environment.end() ? std::string_view{} : std::string_view(found->second);
}

std::string_view signing_key(const service::Snapshot& snapshot, base::Seconds now) {
  for (const auto& key : snapshot.keys.keys()) {
    if (key.signs_from <= now && now < key.signs_until) return key.key_id.text();
  }
  return {};
}

ops::LogFormat log_format(const Config& config) {
  if (config.origin("log.format").kind == OriginKind::built_in && ::isatty(STDERR_FILENO) == 1) {
    return ops::LogFormat::text;
  }
  return config.log_format == "text" ? ops::LogFormat::text : ops::LogFormat::json;
}

}  // namespace agent_access::app
