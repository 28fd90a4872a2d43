#include "http/conditional.hpp"

#include <gtest/gtest.h>

#include <string>

namespace agent_access::http {
namespace {

TEST(HttpDate, IsImfFixdate) {
  EXPECT_EQ(http_date(784111777), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(http_date(0), "Thu, 01 Jan 1970 00:00:00 GMT");
  EXPECT_EQ(http_date(951782400), "Tue, 29 Feb 2000 00:00:00 GMT");
  EXPECT_EQ(http_date(4102444799), "Thu, 31 Dec 2099 23:59:59 GMT");
}

TEST(ParseHttpDate, ReadsTheThreeFormsOfTheStandard) {
  EXPECT_EQ(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT"), 784111777);
  EXPECT_EQ(parse_http_date("Sunday, 06-Nov-94 08:49:37 GMT"), 784111777);
  EXPECT_EQ(parse_http_date("Sun Nov  6 08:49:37 1994"), 784111777);
}

TEST(ParseHttpDate, RefusesEverythingElse) {
  for (const std::string text :
       {"", "0", "784111777", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Now 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994                    08:49:37 GMT"}) {
    EXPECT_EQ(parse_http_date(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_http_date(std::string("Sun, 06 Nov 1994 08:49:37 GMT\0", 30)), std::nullopt);
}

}  // namespace
}  // namespace agent_access::http
