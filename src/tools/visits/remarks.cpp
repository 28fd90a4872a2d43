#include "tools/visits/remarks.hpp"

#include <algorithm>
#include <array>

#include "app/text/value_text.hpp"
#include "app/text/words.hpp"

namespace agent_access::tools {
namespace {

using app::counted;
using Remarks = std::vector<std::string>;

/// Of lines whose form is known.
constexpr std::array kReadReasons = {NoVisit::other_event, NoVisit::repeated, NoVisit::out_of_range, NoVisit::not_http};
/// A list is compared with a log of other months.
constexpr std::chrono::days kMuchOlder{90};
constexpr std::size_t kLongestRemark = 500;

/// "3 comments; 2 damaged, or cut"
template <class Counts, class Names>
std::string reasons_text(const Counts& counts, const Names& names) {
  std::string text;
  for (const auto& [number, words] : counted_reasons(counts, names)) {
    text.append(text.empty() ? "" : "; ").append(app::number_text(number)).append(" ").append(words);
  }
  return text;
}

void add_line_remarks(Remarks& remarks, const Visits& visits) {
  if (visits.left_out != 0) {
    remarks.push_back(counted(visits.left_out, "refusal") + " without a line, because of log.refusals");
  }
  if (visits.own_tests != 0) {
    remarks.push_back(counted(visits.own_tests, "request") + " of agent-access try, which is your own test, " +
                      (visits.own_tests == 1 ? "is" : "are") + " not counted; --with-try counts them");
  }
  const auto unread = reasons_text(visits.no_visits, kNoVisits);
  if (!unread.empty()) remarks.push_back("lines that are no visits: " + unread);
  if (visits.lines != 0 && !is_any_read(visits)) {
    remarks.emplace_back(R"(no line is about a request; that of this service needs log.format = "json" (the default))");
  } else if (visits.total.requests == 0) {
    remarks.emplace_back(R"(no request is in this time; log.level = "info" (the default) logs them)");
  }
}

void add_agent_remarks(Remarks& remarks, const Visits& visits) {
  for (const auto& [name, form] : visits.forms) {
    if (form.with_agent == 0) {
      remarks.push_back(
          "no request in the form " + std::string(name) +
          " has a User-Agent, so agents are not known; what logs it: " + std::string(form.form->agent_setting));
    }
    if (name == "HAProxy" && form.cut != 0) {
      remarks.push_back("a User-Agent ends after " + std::to_string(form.cut) +
                        " characters, perhaps before the name of the agent; what logs more: " +
                        std::string(form.form->agent_setting));
    }
  }
  if (visits.families.contains("Amazon CloudFront")) {
    remarks.emplace_back("requests of Amazon CloudFront are of visitors whom only the log of CloudFront names");
  }
}

void add_address_remarks(Remarks& remarks, const Visits& visits) {
  auto families = families_of(visits);
  std::erase_if(families, [](const FamilyNumbers& row) { return row.family->operator_name.empty(); });
  if (families.empty()) return;
  VerdictCounts verdicts;
  for (const auto& row : families) {
    for (const auto& [verdict, count] : row.verdicts) verdicts[verdict] += count;
  }
  const auto unknown = reasons_text(verdicts, kVerdicts);
  if (visits.lists.empty()) {
    remarks.emplace_back(
        "agents are what clients call themselves; --addresses compares with the lists of their operators");
  } else if (!unknown.empty()) {
    remarks.push_back("requests of agents whose addresses tell nothing: " + unknown);
  }
  std::string old;
  for (const auto& row : families) {
    const auto list = visits.lists.find(row.family->name);
    if (list == visits.lists.end()) continue;
    const auto& [networks, date, unread] = list->second;
    const auto time = app::parse_time(date + "T00:00:00Z");
    const bool is_old = time && (*time > *visits.last || *time + kMuchOlder < *visits.first);
    if (is_old) old.append(old.empty() ? "" : ", ").append(row.family->name).append(" (").append(date).append(")");
    if (unread != 0) {
      remarks.push_back("the list of " + row.family->name + " has " + counted(unread, "line") + " without a network");
    }
  }
  if (!old.empty()) remarks.push_back("lists of another time than the log: " + app::printable(old, kLongestRemark));
}

}  // namespace

bool is_any_read(const Visits& visits) noexcept {
  return visits.total.requests + visits.own_tests != 0 ||
         std::ranges::any_of(kReadReasons, [&](NoVisit reason) { return visits.no_visits.contains(reason); });
}

bool is_agent_known(const Visits& visits) noexcept {
  return std::ranges::any_of(visits.forms, [](const auto& form) { return form.second.with_agent != 0; });
}

Remarks remarks_of(const Visits& visits) {
  Remarks remarks;
  add_line_remarks(remarks, visits);
  add_agent_remarks(remarks, visits);
  add_address_remarks(remarks, visits);
  return remarks;
}

}  // namespace agent_access::tools
