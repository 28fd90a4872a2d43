/// \file
/// The lines of `agent-access check`: one for each check, with its grade, as text or as one JSON object. Not thread
/// safe.
#pragma once

#include <boost/json/array.hpp>
#include <ostream>
#include <string_view>

#include "app/config/config.hpp"
#include "app/text/text.hpp"

namespace agent_access::app {

class CheckReport {
 public:
  CheckReport(std::ostream& out, bool json) : out_(out), json_(json) {}

  void ok(std::string_view subject, std::string_view text);
  void warn(std::string_view subject, std::string_view text);
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

}  // namespace agent_access::app
