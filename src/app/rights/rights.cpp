#include "app/rights/rights.hpp"

#include <grp.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "app/config/setting_table.hpp"
#include "app/files/file_access.hpp"
#include "app/text/text.hpp"
#include "base/secret.hpp"

namespace agent_access::app {
namespace {

constexpr std::size_t kMostGroups = 256;

base::Failure<std::string> failure(const Account& account, const std::string& what) {
  return base::Failure<std::string>("cannot become the user " + in_quotes(account.name) + ": " + what);
}

bool is_only(const Account& account) noexcept {
  std::array<uid_t, 3> users{};
  std::array<gid_t, 3> groups{};
  if (::getresuid(&users[0], &users[1], &users[2]) != 0 || ::getresgid(&groups[0], &groups[1], &groups[2]) != 0) {
    return false;
  }
  return std::ranges::all_of(users, [&](uid_t user) { return user == account.user; }) &&
         std::ranges::all_of(groups, [&](gid_t group) { return group == account.group; });
}

bool has_mode(const Account& account, const std::filesystem::path& path, mode_t owner_bit) noexcept {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return false;
  if (status.st_uid == account.user) return (status.st_mode & owner_bit) != 0;
  const bool in_group =
      status.st_gid == account.group || std::ranges::find(account.groups, status.st_gid) != account.groups.end();
  return (status.st_mode & (in_group ? owner_bit >> 3U : owner_bit >> 6U)) != 0;
}

/// Secrets that exist at the same time, one page each: masters, purpose keys, and temporaries of a derivation.
constexpr std::size_t kSecretsAtOnce = 32;

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

/// A change of user resets both to the system's defaults.
void refuse_dumps() noexcept {
  constexpr rlimit kNoCore{0, 0};
  ::setrlimit(RLIMIT_CORE, &kNoCore);
  // Neither a core dump nor a debugger of the same user can read the master secret.
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/// With a remedy, when secrets cannot be locked in memory.
std::optional<std::string> memory_lock_warning() {
  // Tested by locking memory: a privilege may lift the limit, and a filter may refuse what the limit allows.
  std::array<base::SecretBytes, kSecretsAtOnce> probes;
  for (auto& probe : probes) probe = base::SecretBytes(1);
  if (std::ranges::all_of(probes, &base::SecretBytes::is_locked)) return std::nullopt;
  return "secrets may reach swap: too little memory may be locked; raise LimitMEMLOCK (ulimit -l) to 1 MiB";
}

}  // namespace

std::optional<Account> account_of(const std::string& name) {
  std::array<char, 4096> storage{};
  passwd entry{};
  passwd* found = nullptr;
  ::getpwnam_r(name.c_str(), &entry, storage.data(), storage.size(), &found);
  if (found == nullptr) return std::nullopt;
  Account account{name, entry.pw_uid, entry.pw_gid, std::vector<gid_t>(kMostGroups)};
  int count = static_cast<int>(kMostGroups);
  if (::getgrouplist(name.c_str(), entry.pw_gid, account.groups.data(), &count) < 0) {
    account.groups.assign(1, entry.pw_gid);
    return account;
  }
  account.groups.resize(static_cast<std::size_t>(count));
  return account;
}

base::Result<std::optional<Account>, std::string> find_account(const Config& config) {
  if (config.listen_user.empty()) return std::optional<Account>();
  auto account = account_of(config.listen_user);
  const bool is_asked_for = !config.is_default("listen.user");
  if (!account && !is_asked_for) return std::optional<Account>();
  if (!account) {
    return base::Failure<std::string>("listen.user: there is no user " + in_quotes(config.listen_user) +
                                      "; create it (useradd --system --shell /usr/sbin/nologin NAME) or name another");
  }
  if (account->user == 0 || account->group == 0) {
    return base::Failure<std::string>("listen.user: " + in_quotes(config.listen_user) +
                                      " has the rights of root; name another, or leave it empty to stay root");
  }
  return account;
}

base::Result<std::optional<Account>, std::string> plan_account(const Config& config,
                                                               std::vector<std::string>& warnings) {
  if (const auto warning = memory_lock_warning()) warnings.push_back(*warning);
  if (::geteuid() != 0) return std::optional<Account>();
  auto account = find_account(config);
  if (account && !*account) {
    warnings.emplace_back("running as root; create a user and set listen.user, or start as another user");
  }
  if (account && *account) {
    for (const auto& file : unreadable_files(**account, config)) {
      warnings.push_back("a reload will fail: " + shown(file) + " cannot be read by the user " + (*account)->name);
    }
  }
  return account;
}

base::Result<void, std::string> become(const Account& account) {
  // Groups first: without root they can no longer be changed.
  if (::setgroups(account.groups.size(), account.groups.data()) != 0 ||
      ::setresgid(account.group, account.group, account.group) != 0 ||
      ::setresuid(account.user, account.user, account.user) != 0) {
    return failure(account, std::generic_category().message(errno));
  }
  refuse_dumps();
  if (::setuid(0) == 0 || ::seteuid(0) == 0 || ::setgid(0) == 0 || !is_only(account)) {
    return failure(account, "root privileges could be regained");
  }
  return {};
}

bool may_read(const Account& account, const std::filesystem::path& file) {
  std::error_code error;
  const auto path = std::filesystem::weakly_canonical(std::filesystem::absolute(file, error), error);
  if (error || !has_mode(account, path, S_IRUSR)) return false;
  for (auto folder = path.parent_path();; folder = folder.parent_path()) {
    if (!has_mode(account, folder, S_IXUSR)) return false;
    if (folder == folder.parent_path()) return true;
  }
}

std::vector<std::filesystem::path> unreadable_files(const Account& account, const Config& config) {
  auto files = named_paths(config);
  files.insert(files.begin(), config.file);
  std::erase_if(files, [&](const std::filesystem::path& file) {
    std::error_code ignored;
    return file.empty() || !std::filesystem::exists(file, ignored) || may_read(account, file);
  });
  return files;
}

void harden_process() noexcept {
  refuse_dumps();
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::umask(077);
}

void raise_descriptor_limit() noexcept {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

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
