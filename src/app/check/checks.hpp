/// \file
/// What `agent-access check` validates, a function for each part of the configuration. Each writes its lines to the
/// report. Not thread safe.
#pragma once

#include <boost/json/array.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "app/deployment/material.hpp"
#include "app/text/text.hpp"
#include "base/result.hpp"
#include "net/io/sockets.hpp"
#include "service/snapshot.hpp"

namespace agent_access::app {

/// The lines of the command: one for each check, with its grade, as text or as one JSON object.
class CheckReport {
 public:
  CheckReport(std::ostream& out, bool json) : out_(out), json_(json) {}

  void ok(std::string_view subject, std::string_view text) { line("ok", subject, text); }
  /// Something that is right, but that the owner may not know.
  void info(std::string_view subject, std::string_view text) { line("info", subject, text); }
  void warn(std::string_view subject, std::string_view text) { line("warn", subject, text); }
  void fail(std::string_view subject, std::string_view text);
  void fail_all(std::string_view subject, const Problems& problems);
  /// Shows on a terminal what takes a while, until the next line.
  void begin(std::string_view what) { status_.show(what); }

  /// Prints the object, if JSON is wanted, and returns the exit code: 1 if a check failed.
  [[nodiscard]] int finish() const;

 private:
  void line(std::string_view grade, std::string_view subject, std::string_view text);

  std::ostream& out_;
  bool json_;
  StatusLine status_{StatusLine::is_wanted()};
  boost::json::array results_;
  int failures_ = 0;
};

// The machine: check_machine.cpp.

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

void check_crypto(CheckReport& report);
/// Whether the service sees the files; what it may read is found out by reading as its user.
void check_unit(CheckReport& report, const Config& config, const CheckUser& user);
/// Only root can become another user.
void check_account(CheckReport& report, const Config& config);
/// Who holds an address that is in use, and whether that is no problem.
struct PortHolder {
  std::string text;     ///< "is in use by another program", behind the address
  bool is_own = false;  ///< the service itself, which already runs
};
using FindHolder = std::function<PortHolder(const net::Endpoint& endpoint)>;

/// Whether the service can listen at `text`, the value of the setting `name`. A port that another one holds is a
/// warning.
void check_port(CheckReport& report, std::string_view name, const std::string& text, const CheckUser& user,
                const FindHolder& find_holder);

/// Settings that are valid and probably not meant: trusted proxies that are everybody, a public listen.address without
/// TLS for https base URLs, a public listen.admin, and a host whose twin with or without "www." is no base URL. Each
/// sentence begins with the name of the setting. Pure. NOT checked: firewalls and what listens in front.
[[nodiscard]] std::vector<std::string> exposure_warnings(const Config& config);

// What the configuration refers to: check_material.cpp.

/// Everything that the configuration refers to, or nothing when a part of it is wrong.
[[nodiscard]] std::optional<Material> check_material(CheckReport& report, const Config& config);
void check_tls(CheckReport& report, const Config& config, const Material& material);
/// The snapshot from which the site of a proxy is made; null if a document cannot be made.
[[nodiscard]] std::shared_ptr<const service::Snapshot> check_documents(CheckReport& report, const Config& config,
                                                                       const Material& material);

}  // namespace agent_access::app
