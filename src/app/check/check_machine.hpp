/// \file
/// What `check` finds out about the machine: the user and its rights, ports, the crypto library; and who can reach the
/// service. Each function writes its lines to the report. Not thread safe.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "app/deployment/report.hpp"
#include "base/result.hpp"
#include "net/io/sockets.hpp"

namespace agent_access::app {

/// `check --as USER`: the process becomes the user of the service before it reads anything, so that a file that the
/// service cannot read is found before a reload or a restart. Needs root, except for the present user.
struct CheckUser {
  std::string name;    ///< empty: the process stays what it is
  std::string unit{};  ///< the installed unit that runs as this user, if it was chosen for that
};

/// Who is to read the files. `as` is the option and may be empty.
[[nodiscard]] CheckUser choose_check_user(const std::string& as, const std::filesystem::path& config_file);
/// Becomes that user. Errors are sentences with a remedy.
[[nodiscard]] base::Result<void, std::string> become_check_user(const CheckUser& user);

void check_crypto(Report& report);
/// With whose rights files are read, and whether the unit shows them to the service.
void check_unit(Report& report, const Config& config, const CheckUser& user);

/// Who holds an address that is in use, and whether that is no problem.
struct PortHolder {
  std::string text;     ///< "is in use by another program", behind the address
  bool is_own = false;  ///< the service itself, which already runs
};
using FindHolder = std::function<PortHolder(const net::Endpoint& endpoint)>;

/// Whether the service can listen at `text`, the value of the setting `name`. A port that another one holds is a
/// warning.
void check_port(Report& report, std::string_view name, const std::string& text, const CheckUser& user,
                const FindHolder& find_holder);

/// Settings that are valid and probably not meant: trusted proxies that are everybody, a public listen.address without
/// TLS for https base URLs, a public listen.admin, and a host whose twin with or without "www." is no base URL. Each
/// sentence begins with the name of the setting. Pure. NOT checked: firewalls and what listens in front.
[[nodiscard]] std::vector<std::string> exposure_warnings(const Config& config);

}  // namespace agent_access::app
