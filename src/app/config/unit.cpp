#include "app/config/unit.hpp"

#include <algorithm>
#include <array>
#include <system_error>

#include "app/config/setting_table.hpp"
#include "app/files/file_access.hpp"

namespace agent_access::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kUnitFolders{"/etc/systemd/system", "/usr/local/lib/systemd/system",
                                                       "/usr/lib/systemd/system", "/lib/systemd/system"};
constexpr std::array<std::string_view, 5> kHidden{"/home", "/root", "/run/user", "/tmp", "/var/tmp"};

fs::path resolved(const fs::path& path) {
  std::error_code error;
  auto absolute = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : absolute;
}

/// "agent-access@two" is an instance of "agent-access@.service".
bool is_installed(const std::string& unit) {
  const auto file = unit.substr(0, unit.find('@') + 1) + (unit.contains('@') ? ".service" : unit + ".service");
  return std::ranges::any_of(kUnitFolders, [&](std::string_view folder) {
    std::error_code ignored;
    return fs::exists(fs::path(folder) / file, ignored);
  });
}

}  // namespace

std::optional<std::string> unit_in(const fs::path& etc, const fs::path& config_file) {
  const auto file = resolved(config_file);
  if (config_file.empty() || !is_inside(file, etc)) return std::nullopt;
  std::string unit("agent-access");
  if (file.parent_path().parent_path() == etc) unit += "@" + file.parent_path().filename().string();
  return unit;
}

std::optional<std::string> unit_of(const fs::path& config_file) {
  auto unit = unit_in(kUnitFolder, config_file);
  return unit && is_installed(*unit) ? unit : std::nullopt;
}

std::vector<fs::path> files_hidden_by_unit(const Config& config) {
  auto files = named_paths(config);
  std::erase_if(files, [](const fs::path& file) {
    const auto path = resolved(file);
    return std::ranges::none_of(kHidden, [&](std::string_view folder) { return is_inside(path, folder); });
  });
  return files;
}

}  // namespace agent_access::app
