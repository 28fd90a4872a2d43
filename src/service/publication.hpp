/// \file
/// Everything that one host publishes: generated documents and pages, and the owner's own files over them.
/// Thread safe, no I/O.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "discovery/catalogue.hpp"
#include "discovery/host_view.hpp"
#include "oauth/key_schedule.hpp"
#include "site/static_file.hpp"

namespace agent_access::service {

/// A file at the path of a generated document takes its place, with the media type and the fields of that document.
/// Files at paths that is_dynamic are left out.
[[nodiscard]] std::vector<discovery::Rendered> publish(const discovery::HostView& view, const oauth::KeySchedule& keys,
                                                       std::span<const site::StaticFile> files);

/// Paths that only the service can answer: the endpoints and the key set, which rotates. No file replaces them and no
/// export holds them.
[[nodiscard]] bool is_dynamic(std::string_view path) noexcept;

}  // namespace agent_access::service
