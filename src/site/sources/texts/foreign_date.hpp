/// \file
/// Dates as they stand in other people's files, in the form of site.json. Pure, thread safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agent_access::sources {

struct ForeignDate {
  std::string date = {};    ///< in the form of site.json
  std::string status = {};  ///< "in press" and the like, instead of a date
  bool is_open = false;     ///< "Present": has not ended
};
/// "2020-03-01T00:00:00Z", "2020/3", "Jun-25", "3. März 2020", "Summer 2019", "in press", "Present". Nothing for what
/// is no date, and for a day and a month that cannot be told apart.
[[nodiscard]] std::optional<ForeignDate> read_date(std::string_view text);

/// A time in a CV; of a single date both ends.
struct ForeignPeriod {
  std::string from = {};
  std::string until = {};  ///< empty if it has not ended
};
/// "2017 - 2019", "Mar. 2019 – present", "2013 to 2015", "since 2020", "2020-", and what read_date() takes. A year or a
/// month that is written once is of both ends, "Jun 15 - Aug 20, 2022", and "WS 2011/12" has two years.
[[nodiscard]] std::optional<ForeignPeriod> read_period(std::string_view text);

/// The start or the last day of a period, each of a text of its own: what read_date() takes, the first or the last year
/// of "WS 2011/12", and a day with more behind it, "2020-03-01 (approx)" or "2020-03-01 - 2020-04-01".
[[nodiscard]] std::optional<ForeignDate> read_start(std::string_view text);
[[nodiscard]] std::optional<ForeignDate> read_last(std::string_view text);

// Of works: when one was published, of what bibliographies write about it.

/// One text: "2020-05-01", "2020-05/2020-06" (the first of a range), "2018/05/29/online", "2020a", "c1998",
/// "1875 [2004]", "to appear 2027" (which has a status, too), "in press". Nothing if there is no year and no status.
[[nodiscard]] std::optional<ForeignDate> read_work_date(std::string_view text);

/// A year and a month of BibTeX, which may name a day: "2020" with "feb 29", "Mar.–Apr." (the first), "12", "mai".
/// `day` may be empty. What does not fit is left out from behind. `year` is a date already, in the form of site.json.
[[nodiscard]] std::string with_month(const std::string& year, std::string_view month, std::string_view day);

/// "in press", "forthcoming" and the like, anywhere in a text in lower case; empty if it has none.
[[nodiscard]] std::string status_in(std::string_view text);

}  // namespace agent_access::sources
