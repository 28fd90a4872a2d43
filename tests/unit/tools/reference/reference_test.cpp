#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/config/access_table.hpp"
#include "app/config/setting_table.hpp"
#include "ops/words/log_words.hpp"
#include "service/fault_table.hpp"
#include "support/filled.hpp"
#include "tools/reference/reference.hpp"

namespace agent_access::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t times = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++times;
  return times;
}

TEST(Rows, EscapeWhatWouldEndACell) {
  EXPECT_EQ(cell_text("a|b <c> /d/*"), "a\\|b \\<c> /d/\\*");
  EXPECT_EQ(cell_code("a|b*"), "`a\\|b*`");
  EXPECT_EQ(cell_code(""), "");
  EXPECT_EQ(cell_codes("peer, text"), "`peer`, `text`");
  std::string rows;
  add_row(rows, {"A", ""});
  add_row(rows, {"1", "2"});
  EXPECT_EQ(rows, "| A | |\n| 1 | 2 |");
}

TEST(Reference, HasEverySettingOnceWithItsRange) {
  const auto text = render_reference({});
  for (const auto& setting : test::filled(app::setting_table())) {
    EXPECT_EQ(count(text, "\n| `" + app::full_name(setting) + "` | "), 1U) << app::full_name(setting);
  }
  EXPECT_THAT(text,
              HasSubstr("\n| `listen.threads` | `0` | Worker threads; 0: one for each core | a whole number, 0 to "
                        "1024 | restart | `AGENT_ACCESS_LISTEN_THREADS` | |\n"));
  EXPECT_THAT(text, HasSubstr("\"1h\" to \"3650d\" | reload | `AGENT_ACCESS_KEYS_ROTATION` | |\n"));
  EXPECT_THAT(text, HasSubstr("| restart | `AGENT_ACCESS_LIMITS_MEMORY` | |\n"));
  EXPECT_THAT(text, HasSubstr("| `AGENT_ACCESS_SECRET_FILE` | `secret` |\n"));
}

TEST(Reference, HasEveryKeyOfDeclaredRowsOnce) {
  const auto text = render_reference({});
  EXPECT_THAT(text, HasSubstr("\nRows of `[[scopes]]`: A scope that agents can request a token for, besides "
                              "read:extended.\n\n| Key | Default | Meaning | Value |\n|---|---|---|---|\n"
                              "| `name` | required | How token requests name the scope | a text in quotes |\n"));
  EXPECT_THAT(text,
              HasSubstr("\n| `scope` | `\"read:extended\"` | The scope that a token needs | a text in quotes |\n"));
  EXPECT_THAT(text, HasSubstr("\n| `methods` | `[\"GET\"]` | "));
  for (const auto& key : test::filled(app::access_keys())) {
    const auto begin = text.find("Rows of `[[" + std::string(app::name_of(key.table)) + "]]`: ");
    ASSERT_NE(begin, std::string::npos);
    const auto table = std::string_view(text).substr(begin, text.find("\nRows of", begin) - begin);
    EXPECT_EQ(count(table, "\n| `" + std::string(key.key) + "` | "), 1U) << app::full_name(key);
  }
}

TEST(Reference, HasMetricsWithTypeAndLabels) {
  const auto text = render_reference({});
  EXPECT_THAT(text, HasSubstr("\n| `agent_access_connections_refused_total` | counter | Refused connections by the "
                              "limit that was reached. | `reason`: `address`, `memory`, `total` | |\n"));
  EXPECT_THAT(text, HasSubstr("\n| `agent_access_certificate_expiry_seconds` | gauge | "));
  EXPECT_THAT(text, HasSubstr("\n| `process_open_fds` | gauge | "));
  EXPECT_THAT(text, HasSubstr("`http_response_status_code`; `http_route`: `authorize`, `discovery`, "));
  EXPECT_THAT(text, Not(HasSubstr("`le`")));
}

TEST(Reference, HasEveryFieldAndEventOfTheLog) {
  const auto text = render_reference({});
  for (const auto& row : ops::kAccessFields) EXPECT_THAT(text, HasSubstr("\n| `" + std::string(row.name) + "` | "));
  for (const auto& event : test::filled(ops::log_events())) {
    EXPECT_THAT(text, HasSubstr("\n| `" + std::string(event.name) + "` | `"));
  }
  EXPECT_THAT(text, HasSubstr("\n| `untrusted_proxy` | `warn` | `peer`, `text`, `add` | "));
}

TEST(Reference, HasEveryErrorWithItsReasons) {
  const auto text = render_reference({});
  EXPECT_THAT(text,
              HasSubstr("\n| 401 | `invalid_token` | The access token is invalid | `malformed_token`, "
                        "`invalid_signature`, `invalid_claims`, `lives_too_long` | `/api/agent/full-profile` |\n"));
  EXPECT_THAT(text, HasSubstr("| `rate_limited_address`, `rate_limited_network`, "
                              "`rate_limited_ceiling` | any request |\n"));
  for (const auto& fault : service::kFaults) EXPECT_THAT(text, HasSubstr("`" + std::string(fault.name) + "`"));
}

TEST(Reference, NamesCommandsAndTheVariablesOfTheirOptions) {
  const CommandTree root{"agent-access",
                         "",
                         {},
                         {{"serve", "Serve", {{"--config", "", true, "FILE", {}, "SOME_FILE"}}, {}},
                          {"keys", "", {{"--config", "", true, "FILE", {}, "SOME_FILE"}}, {}}}};
  const auto text = render_reference(root);
  EXPECT_THAT(text, HasSubstr("\n| `serve` | Serve |\n| `keys` | |\n"));
  EXPECT_THAT(text, HasSubstr("\n| `SOME_FILE` | Sets `--config` of `serve`, `keys`. |\n"));
  EXPECT_THAT(text, HasSubstr("\n| `2` | for a wrong command line |\n"));
}

}  // namespace
}  // namespace agent_access::tools
