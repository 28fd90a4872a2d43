#include "app/config/removed_settings.hpp"

#include <gmock/gmock.h>

#include "app/config/setting_table.hpp"
#include "unit/app/config/config_fixture.hpp"

namespace agent_access::app {
namespace {

using testing::ElementsAre;

const std::string kSentence =
    "listen.http2_prior_knowledge was removed: delete it here, and \"proto h2\" in the server lines of HAProxy; "
    "proxies "
    "speak HTTP/1.1 to this service";

TEST_F(ConfigTest, SaysAtTheLineOfARemovedSettingWhatToDoInstead) {
  for (const auto* value : {"true", "false"}) {
    const std::string text = std::string("[listen]\nthreads = 1\nhttp2_prior_knowledge = ") + value + "\n";
    EXPECT_THAT(problems(text), ElementsAre(at(3, kSentence)));
  }
}

TEST_F(ConfigTest, SaysForTheVariableOfARemovedSettingWhatToDoInstead) {
  const std::string name = "AGENT_ACCESS_LISTEN_HTTP2_PRIOR_KNOWLEDGE";
  EXPECT_THAT(problems("", {{name, "true"}}), ElementsAre("environment " + name + ": " + kSentence));
}

TEST(RemovedSettings, AreNoSettings) {
  for (const auto& removed : kRemovedSettings) {
    for (const auto& setting : setting_table()) EXPECT_NE(full_name(setting), removed.name);
  }
}

}  // namespace
}  // namespace agent_access::app
