#include "app/rights/installed_unit.hpp"

#include <algorithm>
#include <array>
#include <system_error>

#include "app/config/setting_table.hpp"

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

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [end, ignored] = std::ranges::mismatch(folder, path);
  return end == folder.end();
}

}  // namespace

bool is_unit_installed() {
  return std::ranges::any_of(kUnitFolders, [](std::string_view folder) {
    std::error_code ignored;
    return fs::exists(fs::path(folder) / "agent-access.service", ignored);
  });
}

bool is_served_by_unit(const fs::path& config_file) {
  return !config_file.empty() && is_unit_installed() && is_below(resolved(config_file), kUnitFolder);
}

std::vector<fs::path> files_hidden_by_unit(const Config& config) {
  auto files = named_paths(config);
  std::erase_if(files, [](const fs::path& file) {
    const auto path = resolved(file);
    return std::ranges::none_of(kHidden, [&](std::string_view folder) { return is_below(path, folder); });
  });
  return files;
}

}  // namespace agent_access::app
