#include "app/rights/account.hpp"

#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "app/rights/process.hpp"
#include "app/text/words.hpp"

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

base::Result<void, std::string> become(const Account& account) {
  // Groups first: without root they can no longer be changed.
  if (::setgroups(account.groups.size(), account.groups.data()) != 0 ||
      ::setresgid(account.group, account.group, account.group) != 0 ||
      ::setresuid(account.user, account.user, account.user) != 0) {
    return failure(account, std::generic_category().message(errno));
  }
  harden_process();  // a change of user resets it to the system's defaults
  if (::setuid(0) == 0 || ::seteuid(0) == 0 || ::setgid(0) == 0 || !is_only(account)) {
    return failure(account, "root privileges could be regained");
  }
  return {};
}

}  // namespace agent_access::app
