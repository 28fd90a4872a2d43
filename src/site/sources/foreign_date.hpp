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

}  // namespace agent_access::sources
