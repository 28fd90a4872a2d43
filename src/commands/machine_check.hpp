/// \file
/// What `check` finds out about the machine that serves. A program that only prepares a deployment has none of it.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/config/config.hpp"
#include "app/deployment/material.hpp"
#include "app/deployment/report.hpp"

namespace agent_access::commands {

/// Each function writes its lines to the report. Called in their order. Not thread safe.
class MachineCheck {
 public:
  virtual ~MachineCheck() = default;

  virtual void add_options(CLI::App& command) = 0;
  /// Takes the rights of the user that serves, before any file is read. False if it cannot.
  [[nodiscard]] virtual bool take_rights(app::Report& report, const std::filesystem::path& config_file) = 0;
  /// With whose rights files are read, and whether they are there for the service.
  virtual void check_rights(app::Report& report, const app::Config& config) = 0;
  virtual void check_certificates(app::Report& report, const app::Config& config, const app::Material& material) = 0;
  virtual void check_ports(app::Report& report, const app::Config& config) = 0;
};

}  // namespace agent_access::commands
