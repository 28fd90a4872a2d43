#include "tools/usage/usage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/config/access_table.hpp"
#include "app/config/setting_table.hpp"
#include "support/filled.hpp"
#include "support/golden.hpp"

namespace agent_access::tools {
namespace {

using testing::HasSubstr;

TEST(RoffText, EscapesWhatRoffInterprets) {
  EXPECT_EQ(roff_text("--config a\\b"), "\\-\\-config a\\eb");
  EXPECT_EQ(roff_text(".TH\n.SH 'x'"), "\\&.TH\n\\&.SH \\(aqx\\(aq");
  EXPECT_EQ(roff_text("`a` ~ ^"), "\\(gaa\\(ga \\(ti \\(ha");
}

/// Has a value of each kind, as an option and as an argument.
const CommandTree kEveryKind{
    "agent-access",
    "",
    {{"--help", "Help", false}, {"--version", "It's [the] version: a line\nand no more", false}},
    {{"try",
      "Test a service",
      {{"--help", "Help", false},
       {"--only", "A half", true, "TEXT", {"access", "discovery"}},
       {"--ca-file", "A file", true, "FILE", {}, "CA_FILE"},
       {"--folder", "A folder", true, "DIR"},
       {"--timeout", "Seconds.", true, "INT"}},
      {},
      {{"url", "The address", true, "URL"}},
      "Example:\n  agent-access try https://example.com"},
     {"init", "Write `first` files", {{"--help", "Help", false}}, {}, {{"directory", "Where", true, "DIR"}}},
     {"check", "Check a file", {}, {}, {{"file", "Which", true, "FILE"}}},
     {"completion", "Print a script", {}, {}, {{"shell", "For it", true, "SHELL", {"bash", "zsh"}}}}}};

TEST(GoldenUsage, IsTheSameByteForByte) {
  test::expect_golden("tests/unit/tools/usage/golden/agent-access.1", render_command_manual(kEveryKind));
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    test::expect_golden("tests/unit/tools/usage/golden/completion." + shell, render_completion(shell, kEveryKind));
  }
}

TEST(RenderSettingsManual, HasEverySettingWithDefaultAndVariable) {
  const auto text = render_settings_manual();
  EXPECT_THAT(text,
              HasSubstr(".SS [listen]\n.TP\n\\fBaddress\\fR \\fI= \"127.0.0.1:8080\"\\fR\nWhere the service listens. "
                        "A change takes effect after a restart. Variable: AGENT_ACCESS_LISTEN_ADDRESS.\n"));
  EXPECT_THAT(text, HasSubstr("Variable: AGENT_ACCESS_SECRET_FILE. Credential: secret.\n"));
  for (const auto& setting : test::filled(app::setting_table())) {
    EXPECT_THAT(text, HasSubstr("Variable: " + app::environment_name(setting) + "."));
  }
}

TEST(RenderSettingsManual, HasEveryKeyOfDeclaredRows) {
  const auto text = render_settings_manual();
  EXPECT_THAT(text, HasSubstr(".SS [[scopes]]\nA scope that agents can request a token for, besides read:extended.\n"
                              ".TP\n\\fBname\\fR\nHow token requests name the scope. Required.\n"));
  EXPECT_THAT(text,
              HasSubstr(".TP\n\\fBmethods\\fR \\fI= [\"GET\"]\\fR\nThe permitted methods; GET permits HEAD, too.\n"));
  for (const auto& key : test::filled(app::access_keys()))
    EXPECT_THAT(text, HasSubstr("\n" + roff_text(key.doc) + "."));
}

}  // namespace
}  // namespace agent_access::tools
