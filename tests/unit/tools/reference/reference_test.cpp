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

}  // namespace
}  // namespace agent_access::tools
