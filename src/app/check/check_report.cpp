#include "app/check/checks.hpp"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <string>

#include "base/ascii.hpp"

namespace agent_access::app {

void CheckReport::fail(std::string_view subject, std::string_view text) {
  line("FAIL", subject, text);
  ++failures_;
}

void CheckReport::fail_all(std::string_view subject, const Problems& problems) {
  for (const auto& problem : problems) fail(subject, problem);
}

int CheckReport::finish() const {
  const bool is_good = failures_ == 0;
  if (json_) out_ << boost::json::serialize(boost::json::object{{"ok", is_good}, {"results", results_}}) << '\n';
  return is_good ? 0 : 1;
}

void CheckReport::line(std::string_view grade, std::string_view subject, std::string_view text) {
  status_.clear();
  if (json_) {
    results_.push_back({{"grade", base::lower_case(grade)}, {"subject", subject}, {"text", text}});
    return;
  }
  std::string columns(grade);
  columns.resize(6, ' ');
  columns += subject;
  columns.resize(std::max<std::size_t>(columns.size(), 6 + 14), ' ');
  out_ << columns << ' ' << text << '\n';
}

}  // namespace agent_access::app
