// Pages, ISBN and ISSN as people and programs write them.
#include "site/sources/works/work_numbers.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace agent_access::sources {
namespace {

TEST(PageRanges, HaveAnEnDash) {
  const std::vector<std::pair<std::string, std::string>> rows = {{"1–9", "1–9"},
                                                                 {"1-9", "1–9"},
                                                                 {"1 - 9", "1–9"},
                                                                 {"1—9", "1–9"},
                                                                 {"1−9", "1–9"},
                                                                 {"pp. 1–9", "1–9"},
                                                                 {"p. 7", "7"},
                                                                 {"Pages 3-4,8-9", "3–4, 8–9"},
                                                                 {"10-1–10-9", "10-1–10-9"},
                                                                 {"S1-S9", "S1-S9"},
                                                                 {"021001-1", "021001-1"},
                                                                 {"01-15", "01–15"},
                                                                 {"021001-021009", "021001–021009"},
                                                                 {"1,234-1,240", "1,234–1,240"},
                                                                 {"1,234–1,240", "1,234–1,240"},
                                                                 {"1,23-24", "1, 23–24"},
                                                                 {"e12", "e12"},
                                                                 {"-", "-"},
                                                                 {"12-", "12-"},
                                                                 {"", ""}};
  for (const auto& [given, expected] : rows) EXPECT_EQ(page_ranges(given), expected) << given;
}

TEST(WithoutLabel, LeavesTheNumber) {
  EXPECT_EQ(without_label("ISBN 978-3", "isbn"), "978-3");
  EXPECT_EQ(without_label("ISBN-13: 978-3", "isbn"), "978-3");
  EXPECT_EQ(without_label("978-3", "isbn"), "978-3");
  EXPECT_EQ(without_label("isbn", "isbn"), "");
}

}  // namespace
}  // namespace agent_access::sources
