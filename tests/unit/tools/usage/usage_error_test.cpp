#include "tools/usage/usage_error.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace agent_access::tools {
namespace {

const CommandTree kCommands{"agent-access",
                            "",
                            {{"help", "", false}, {"version", "", false}},
                            {{"serve", "", {{"help", "", false}, {"config", "", true}}, {}},
                             {"keys", "", {{"help", "", false}, {"config", "", true}, {"json", "", false}}, {}},
                             {"init", "", {{"base-url", "", true}}, {}, {{"directory", "", true}}}}};

std::string explained(const std::vector<std::string_view>& arguments) {
  return explain_usage(kCommands, arguments).value_or("nothing");
}

TEST(ExplainUsage, SuggestsTheNearestCommand) {
  EXPECT_EQ(explained({"serv"}), "unknown command \"serv\"; did you mean \"serve\"?");
  EXPECT_EQ(explained({"frobnicate"}), "unknown command \"frobnicate\"; `agent-access --help` lists them");
}

TEST(ExplainUsage, SuggestsTheNearestOptionOfTheCommandAndNamesAnArgumentTooMany) {
  EXPECT_EQ(explained({"serve", "--confg", "a.toml"}),
            "unknown option \"--confg\" of agent-access serve; did you mean \"--config\"?");
  EXPECT_EQ(explained({"serve", "--confg=a.toml"}),
            "unknown option \"--confg\" of agent-access serve; did you mean \"--config\"?");
  EXPECT_EQ(explained({"serve", "--frobnicate"}),
            "unknown option \"--frobnicate\" of agent-access serve; `agent-access serve --help` lists them");
  EXPECT_EQ(explained({"keys", "-j"}),
            "unknown option \"-j\" of agent-access keys; `agent-access keys --help` lists them");
  EXPECT_EQ(explained({"init", "a", "b"}),
            "unexpected argument \"b\" of agent-access init; `agent-access init --help` shows what it takes");
}

TEST(ExplainUsage, TakesNoValueForACommandOrAnOption) {
  EXPECT_EQ(explained({"serve", "--config", "serv"}), "nothing");
  EXPECT_EQ(explained({"serve", "--config", "--confg"}), "nothing");
  EXPECT_EQ(explained({"keys", "--config=a", "--json", "-h"}), "nothing");
  EXPECT_EQ(explained({"init", "serv", "--base-url", "--x"}), "nothing");
  EXPECT_EQ(explained({"serve", "--", "--confg"}), "nothing");
  EXPECT_EQ(explained({}), "nothing");
}

}  // namespace
}  // namespace agent_access::tools
