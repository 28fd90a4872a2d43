/// \file
/// `agent-access check --as USER`: the process becomes the user of the service before it reads anything, so that a file
/// that the service cannot read is found before a reload or a restart. Needs root, except for the present user.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/result.hpp"

namespace agent_access::app {

struct CheckUser {
  std::string name;         ///< empty: the process stays what it is
  bool is_of_unit = false;  ///< chosen because the installed unit runs as this user
};

/// Who is to read the files. `as` is the option and may be empty.
[[nodiscard]] CheckUser choose_check_user(const std::string& as, const std::filesystem::path& config_file);

/// Becomes that user. Errors are sentences with a remedy.
[[nodiscard]] base::Result<void, std::string> become_check_user(const CheckUser& user);

}  // namespace agent_access::app
