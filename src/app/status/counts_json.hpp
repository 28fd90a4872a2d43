/// \file
/// Counts as JSON: the names of the numbers and tables, in report.file and in /status.json. Pure; thread safe.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <string_view>
#include <utility>

#include "app/status/counts.hpp"

namespace agent_access::app {

inline constexpr std::array<std::pair<std::string_view, std::uint64_t Counts::*>, 4> kCountMembers = {
    {{"requests", &Counts::requests},
     {"registrations", &Counts::registrations},
     {"tokens", &Counts::tokens},
     {"profiles", &Counts::profiles}}};

inline constexpr std::array<std::pair<std::string_view, NamedCounts Counts::*>, 4> kCountTables = {
    {{"routes", &Counts::routes},
     {"statuses", &Counts::statuses},
     {"refusals", &Counts::refusals},
     {"agents", &Counts::agents}}};

/// Tables of gated documents and gates: left out where they are empty, so that a site without any has the members that
/// it had before there were such tables.
inline constexpr std::array<std::pair<std::string_view, NamedCounts Counts::*>, 2> kResourceTables = {
    {{"reads", &Counts::reads}, {"refused", &Counts::refused}}};

/// An object with the members of the lists.
[[nodiscard]] boost::json::object counts_json(const Counts& counts);

}  // namespace agent_access::app
