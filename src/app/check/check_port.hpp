/// \file
/// The line of `check` about an address of [listen].
#pragma once

#include <string>
#include <string_view>

#include "app/check/check_report.hpp"
#include "app/check/check_user.hpp"

namespace agent_access::app {

/// Whether the service can listen at `text`, the value of the setting `name`.
void check_port(CheckReport& report, std::string_view name, const std::string& text, const CheckUser& user);

}  // namespace agent_access::app
