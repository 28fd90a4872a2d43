/// \file
/// Values that the running service derives from configuration, machine and snapshot. Thread safe.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "app/config/config.hpp"
#include "app/status/log_watch.hpp"
#include "base/ports.hpp"
#include "ops/client_text.hpp"
#include "ops/log.hpp"
#include "service/snapshot.hpp"

namespace agent_access::app {

[[nodiscard]] ops::Level log_level(const Config& config) noexcept;
/// Text on a terminal unless log.format is set.
[[nodiscard]] ops::LogFormat log_format(const Config& config);
/// log.client_address.
[[nodiscard]] ops::ClientAddress client_address_form(const Config& config) noexcept;
/// listen.threads, or the cores this process may run on.
[[nodiscard]] std::size_t worker_count(const Config& config) noexcept;
/// The log's reader that counts for `watch`; empty when that is null.
[[nodiscard]] ops::LineReader reader_of(std::shared_ptr<LogWatch> watch);
/// What counts agents and keeps warnings; null without status page and report.file.
[[nodiscard]] std::shared_ptr<LogWatch> log_watch(const Config& config);
/// The variable's value, or empty.
[[nodiscard]] std::string_view variable(const Environment& environment, std::string_view name);
/// The ID of the key that signs at `now`, or empty. Valid as long as the snapshot.
[[nodiscard]] std::string_view signing_key(const service::Snapshot& snapshot, base::Seconds now);

}  // namespace agent_access::app
