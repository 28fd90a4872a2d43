#include "tools/reference/reference.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "app/config/access_table.hpp"
#include "app/config/setting_table.hpp"
#include "ops/words/log_words.hpp"
#include "service/fault_table.hpp"
#include "support/filled.hpp"
#include "support/golden.hpp"

namespace agent_access::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Has a value of each kind, as an option and as an argument.
const CommandTree kEveryKind{
    "agent-access",
    "",
    {{"help", "Help", false}, {"version", "It's the version: [a line]", false}},
    {{"try",
      "Test a service",
      {{"help", "Help", false},
       {"only", "A half", true, "TEXT", {"access", "discovery"}},
       {"ca-file", "A file", true, "FILE", {}, "CA_FILE"},
       {"folder", "A folder", true, "DIR"},
       {"timeout", "Seconds", true, "INT"}},
      {},
      {{"url", "The address", true, "URL"}},
      "agent-access try https://example.com"},
     {"init",
      "Write `first` files",
      {{"ca-file", "A file", true, "FILE", {}, "CA_FILE"}},
      {},
      {{"directory", "Where", true, "DIR"}}},
     {"check", "Check a file", {}, {}, {{"file", "Which", true, "FILE"}}},
     {"completion", "Print a script", {}, {}, {{"shell", "For it", true, "SHELL", {"bash", "zsh"}}}}}};

TEST(RenderReference, IsTheSameByteForByteInTheFormsOfCommands) {
  for (const std::string file : {"agent-access.1", "agent-access.bash", "agent-access.zsh", "agent-access.fish"}) {
    test::expect_golden("tests/unit/tools/reference/golden/" + file, render_reference(file, kEveryKind));
  }
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t times = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++times;
  return times;
}

class SettingsManual : public testing::Test {
 protected:
  const std::string text_ = render_reference("agent-access.toml.5", {});
};

TEST_F(SettingsManual, HasEverySettingWithDefaultAndVariable) {
  EXPECT_THAT(text_,
              HasSubstr(".SS [listen]\n.TP\n\\fBaddress\\fR \\fI= \"127.0.0.1:8080\"\\fR\nWhere the service listens. "
                        "A change takes effect after a restart. Variable: AGENT_ACCESS_LISTEN_ADDRESS.\n"));
  EXPECT_THAT(text_, HasSubstr("Variable: AGENT_ACCESS_SECRET_FILE. Credential: secret.\n"));
  EXPECT_EQ(count(text_, ".SS [limits]\n"), 1U);
  for (const auto& setting : test::filled(app::setting_table())) {
    EXPECT_THAT(text_, HasSubstr("Variable: " + app::environment_name(setting) + "."));
  }
}

TEST_F(SettingsManual, HasEveryKeyOfDeclaredRows) {
  EXPECT_THAT(text_, HasSubstr(".SS [[scopes]]\nA scope that agents can request a token for, besides read:extended.\n"
                               ".TP\n\\fBname\\fR\nHow token requests name the scope. Required.\n"));
  EXPECT_THAT(text_,
              HasSubstr(".TP\n\\fBmethods\\fR \\fI= [\"GET\"]\\fR\nThe permitted methods; GET also permits HEAD.\n"));
  EXPECT_EQ(count(text_, "\n.TP\n"), app::setting_table().size() + app::access_keys().size() + 1);
}

class ReferencePage : public testing::Test {
 protected:
  const std::string text_ = render_reference("reference.md", kEveryKind);

  void expect_rows(const auto& rows) {
    for (const auto& row : test::filled(rows)) {
      EXPECT_THAT(text_, HasSubstr("`" + std::string(row.name) + "`"));
    }
  }
};

TEST_F(ReferencePage, HasAsManyCellsInEachRowAsItsTable) {
  std::istringstream lines(text_);
  std::ptrdiff_t cells = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('|')) {
      cells = 0;
    } else if (cells == 0) {
      cells = std::ranges::count(line, '|');
    } else {
      EXPECT_EQ(std::ranges::count(line, '|'), cells) << line;
    }
  }
}

TEST_F(ReferencePage, HasEverySettingOnceWithItsRange) {
  for (const auto& setting : test::filled(app::setting_table())) {
    EXPECT_EQ(count(text_, "\n| `" + app::full_name(setting) + "` | "), 1U) << app::full_name(setting);
  }
  EXPECT_THAT(text_,
              HasSubstr("\n| `listen.threads` | `0` | Worker threads; 0: one for each core | a whole number, 0 to "
                        "1024 | restart | `AGENT_ACCESS_LISTEN_THREADS` | |\n"));
  EXPECT_THAT(text_, HasSubstr("\"1h\" to \"3650d\" | reload | `AGENT_ACCESS_KEYS_ROTATION` | |\n"));
  EXPECT_THAT(
      text_,
      HasSubstr("| reload; to set or empty it: restart | `AGENT_ACCESS_TLS_CERTIFICATE` | `tls-certificate` |\n"));
  EXPECT_THAT(text_, HasSubstr("such as https://app.example; \\* allows all |"));
}

TEST_F(ReferencePage, HasEveryKeyOfDeclaredRowsOnce) {
  EXPECT_THAT(text_, HasSubstr("\nRows of `[[scopes]]`: A scope that agents can request a token for, besides "
                               "read:extended.\n\n| Key | Default | Meaning | Value |\n|---|---|---|---|\n"
                               "| `name` | required | How token requests name the scope | a text in quotes |\n"));
  EXPECT_THAT(text_,
              HasSubstr("\n| `scope` | `\"read:extended\"` | The scope that a token needs | a text in quotes |\n"));
  EXPECT_THAT(text_, HasSubstr("\n| `methods` | `[\"GET\"]` | "));
  for (const auto& key : test::filled(app::access_keys())) {
    const auto begin = text_.find("Rows of `[[" + std::string(app::name_of(key.table)) + "]]`: ");
    ASSERT_NE(begin, std::string::npos);
    const auto table = std::string_view(text_).substr(begin, text_.find("\nRows of", begin) - begin);
    EXPECT_EQ(count(table, "\n| `" + std::string(key.key) + "` | "), 1U) << app::full_name(key);
  }
}

TEST_F(ReferencePage, HasMetricsWithTypeAndLabels) {
  EXPECT_THAT(text_, HasSubstr("\n| `agent_access_connections_refused_total` | counter | Refused connections by the "
                               "limit that was reached. | `reason`: `address`, `memory`, `total` | |\n"));
  EXPECT_THAT(text_, HasSubstr("\n| `agent_access_certificate_expiry_seconds` | gauge | Until the first TLS "
                               "certificate expires. | | with TLS |\n"));
  EXPECT_THAT(text_, HasSubstr("| `http_response_status_class`: `1xx`, `2xx`, `3xx`, `4xx`, `5xx`; `resource` | with "
                               "gated documents or gates |\n"));
  EXPECT_THAT(text_, HasSubstr("\n| `process_open_fds` | gauge | Open file descriptors. | | |\n"));
  EXPECT_THAT(text_, HasSubstr("| `http_request_method`: `DELETE`, `GET`, `HEAD`, `OPTIONS`, `PATCH`, `POST`, `PUT`, "
                               "`_OTHER`; `http_response_status_code`; `http_route`: `authorize`, `discovery`, "));
  EXPECT_THAT(text_, Not(HasSubstr("`le`")));
}

TEST_F(ReferencePage, HasEveryFieldAndEventOfTheLog) {
  expect_rows(ops::kAccessFields);
  expect_rows(ops::log_events());
  EXPECT_THAT(text_, HasSubstr("\n| `untrusted_proxy` | `warn` | `peer`, `text`, `add` | "));
}

TEST_F(ReferencePage, HasEveryErrorWithItsReasonsAndOperations) {
  EXPECT_THAT(text_,
              HasSubstr("\n| 401 | `invalid_token` | The access token is invalid | `malformed_token`, "
                        "`invalid_signature`, `invalid_claims`, `lives_too_long` | `/api/agent/full-profile` |\n"));
  EXPECT_THAT(text_, HasSubstr("| `rate_limited_address`, `rate_limited_network`, "
                               "`rate_limited_ceiling` | any request |\n"));
  EXPECT_THAT(text_, HasSubstr("| `unavailable` | `/oauth/register`, `/oauth/token`, `/api/agent/full-profile` |\n"));
  const std::string_view errors = std::string_view(text_).substr(text_.find("\n## Errors"));
  EXPECT_THAT(errors.substr(0, errors.find("\n## Commands")), Not(HasSubstr("| |")));
  expect_rows(service::kFaults);
}

TEST_F(ReferencePage, NamesCommandsAndTheVariablesOfTheirOptions) {
  EXPECT_THAT(text_, HasSubstr("\n| `check` | Check a file |\n| `completion` | Print a script |\n"));
  EXPECT_THAT(text_, HasSubstr("\n| `init` | Write \\`first\\` files |\n"));
  EXPECT_THAT(text_, HasSubstr("\n| `CA_FILE` | Sets `--ca-file` of `try`, `init`. |\n"));
  EXPECT_THAT(text_, HasSubstr("\n| `SIGTERM`, `SIGINT` | "));
  EXPECT_THAT(text_, HasSubstr("\n| `2` | for a wrong command line |\n"));
}

}  // namespace
}  // namespace agent_access::tools
