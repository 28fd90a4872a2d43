#include "http/conditional.hpp"

#include <gtest/gtest.h>

namespace agent_access::http {
namespace {

TEST(HttpDate, IsImfFixdate) {
  EXPECT_EQ(http_date(784111777), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(http_date(0), "Thu, 01 Jan 1970 00:00:00 GMT");
  EXPECT_EQ(http_date(951782400), "Tue, 29 Feb 2000 00:00:00 GMT");
  EXPECT_EQ(http_date(4102444799), "Thu, 31 Dec 2099 23:59:59 GMT");
}

}  // namespace
}  // namespace agent_access::http
