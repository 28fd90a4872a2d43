#include "ops/words/outcome_words.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace agent_access::ops {
namespace {

TEST(SentenceOf, IsThatOfTheFaultWithTheName) {
  EXPECT_EQ(sentence_of("expired"), "The access token has expired");
  EXPECT_EQ(sentence_of("header_timeout"), "The request head did not arrive in time");
  EXPECT_EQ(sentence_of("rate_limited_ceiling"), "Too many requests; wait for the seconds in Retry-After");
  EXPECT_EQ(sentence_of("unknown_tool"), "Unknown tool; tools/list names those that exist");
  EXPECT_EQ(sentence_of("rate_limited"), "");
  EXPECT_EQ(sentence_of(""), "");
}

TEST(Activity, IsWhatTheAgentGot) {
  using enum http::Route;
  using enum http::Method;
  struct ActivityRow {
    http::Route route;
    http::Method method;
    std::uint16_t status;
    Activity activity;
  };
  const std::vector<ActivityRow> rows = {{registration, post, 201, Activity::registration},
                                         {registration, post, 400, Activity::other},
                                         {registration, options, 204, Activity::other},
                                         {token, post, 200, Activity::token},
                                         {token, post, 401, Activity::other},
                                         {profile, get, 200, Activity::profile},
                                         {profile, head, 304, Activity::profile},
                                         {profile, get, 401, Activity::other},
                                         {profile, options, 204, Activity::other},
                                         {jwks, get, 200, Activity::document},
                                         {metadata, get, 304, Activity::document},
                                         {discovery, head, 200, Activity::document},
                                         {home, get, 200, Activity::document},
                                         {page, get, 200, Activity::document},
                                         {file, get, 200, Activity::document},
                                         {home, post, 200, Activity::other},
                                         {unknown, get, 404, Activity::other},
                                         {mcp, post, 200, Activity::other},
                                         {document, get, 200, Activity::other},
                                         {gate, get, 200, Activity::other},
                                         {rejected, other, 400, Activity::other}};
  for (const ActivityRow& row : rows) {
    EXPECT_EQ(activity_of(row.route, row.method, row.status), row.activity)
        << route_name(row.route) << " " << http::method_name(row.method) << " " << row.status;
  }
}

TEST(StatusIndex, IsDefinedForEachStatusThatIsSent) {
  for (const std::uint16_t status :
       std::initializer_list<std::uint16_t>{200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 406, 408,
                                            411, 413, 414, 415, 417, 421, 429, 431, 500, 503, 505}) {
    EXPECT_EQ(status_at(status_index(status)), status);
  }
  EXPECT_EQ(status_at(status_index(299)), 0);
}

}  // namespace
}  // namespace agent_access::ops
