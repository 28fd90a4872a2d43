#include "app/check/check_user.hpp"

#include <unistd.h>

#include "app/rights/account.hpp"
#include "app/rights/installed_unit.hpp"
#include "app/text/value_text.hpp"

namespace agent_access::app {

CheckUser choose_check_user(const std::string& as, const std::filesystem::path& config_file) {
  if (!as.empty()) return {as, false};
  const std::string user(kUnitUser);
  if (::geteuid() != 0 || !is_served_by_unit(config_file) || !account_of(user)) return {};
  return {user, true};
}

base::Result<void, std::string> become_check_user(const CheckUser& user) {
  if (user.name.empty()) return {};
  const auto account = account_of(user.name);
  if (!account) return base::Failure<std::string>("there is no user " + in_quotes(user.name));
  if (account->user == ::geteuid()) return {};
  if (::geteuid() != 0) return base::Failure<std::string>("only root can check as another user; run it with sudo");
  return become(*account);
}

}  // namespace agent_access::app
