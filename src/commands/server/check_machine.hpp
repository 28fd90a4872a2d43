/// \file
/// The user that serves and its rights, certificates, and ports with who holds them. Not thread safe.
#pragma once

#include <string>

#include "commands/machine_check.hpp"

namespace agent_access::commands {

/// `check --as USER`: the process becomes the user of the service before it reads anything, so that a file that the
/// service cannot read is found before a reload or a restart. Needs root, except for the present user.
struct CheckUser {
  std::string name;    ///< empty: the process stays what it is
  std::string unit{};  ///< the installed unit that runs as this user, if it was chosen for that
};

class ServingMachine final : public MachineCheck {
 public:
  void add_options(CLI::App& command) override;
  [[nodiscard]] bool take_rights(app::Report& report, const std::filesystem::path& config_file) override;
  void check_rights(app::Report& report, const app::Config& config) override;
  void check_certificates(app::Report& report, const app::Config& config, const app::Material& material) override;
  void check_ports(app::Report& report, const app::Config& config) override;

 private:
  /// The user whose rights decide which files can be read. Empty: as root the user of the installed unit if that serves
  /// the configuration, else the present one.
  std::string as_;
  CheckUser user_;
};

}  // namespace agent_access::commands
