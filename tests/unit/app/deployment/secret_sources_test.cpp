// Secrets in the environment and in the configuration.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "app/config/config.hpp"
#include "base/bytes.hpp"
#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kSecret = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

class SecretSourcesTest : public testing::Test {
 protected:
  Config load(std::string_view toml, Environment environment = {}) {
    auto config = load_config({folder_.write("a.toml", toml), std::move(environment), {}});
    if (!config) ADD_FAILURE() << testing::PrintToString(config.error());
    return config ? std::move(*config) : Config{};
  }
  Problems problems(std::string_view toml) {
    const auto config = load_config({folder_.write("a.toml", toml), {}, {}});
    return config ? Problems{} : config.error();
  }

  test::ScratchFolder folder_;
};

TEST_F(SecretSourcesTest, ReadsAPasswordFromTheConfigurationAndFromTheEnvironment) {
  EXPECT_EQ(base::text_of(load("[limits]\nshared = \"redis://limits:s3cret@cache\"\n").limit_shared.reveal()),
            "redis://limits:s3cret@cache");
  const auto config = load("", {{"AGENT_ACCESS_LIMITS_SHARED", "redis://:s3cret@cache"}});
  EXPECT_EQ(base::text_of(config.limit_shared.reveal()), "redis://:s3cret@cache");
  EXPECT_EQ(to_text(config.origin("limits.shared")), "environment AGENT_ACCESS_LIMITS_SHARED");
}

TEST_F(SecretSourcesTest, RefusesARedisUrlWithEscapes) {
  EXPECT_THAT(problems("[limits]\nshared = \"redis:/\\u002f:s3cret@cache\"\n"),
              ElementsAre(HasSubstr("a.toml:2: limits.shared: write the URL on one line, without escapes")));
}

TEST_F(SecretSourcesTest, OverwritesSecretsInTheEnvironmentOfTheProcess) {
  ::setenv("AGENT_ACCESS_SECRET", std::string(kSecret).c_str(), 1);
  ::setenv("AGENT_ACCESS_LIMITS_SHARED", "redis://:s3cret@cache", 1);
  ::setenv("AGENT_ACCESS_LOG_LEVEL", "warn", 1);
  const Environment environment = take_process_environment();
  EXPECT_STREQ(::getenv("AGENT_ACCESS_SECRET"), "");
  EXPECT_STREQ(::getenv("AGENT_ACCESS_LIMITS_SHARED"), "");
  EXPECT_STREQ(::getenv("AGENT_ACCESS_LOG_LEVEL"), "warn");
  EXPECT_FALSE(environment.contains("AGENT_ACCESS_SECRET"));
  EXPECT_FALSE(environment.contains("AGENT_ACCESS_LIMITS_SHARED"));
  for (int reload = 0; reload < 2; ++reload) {
    const auto config = load("", environment);
    ASSERT_TRUE(config.secret_text);
    EXPECT_EQ(base::text_of(config.secret_text->reveal()), kSecret);
    EXPECT_EQ(base::text_of(config.limit_shared.reveal()), "redis://:s3cret@cache");
    EXPECT_EQ(config.log_level, ops::Level::warn);
  }
  for (const auto* name : {"AGENT_ACCESS_SECRET", "AGENT_ACCESS_LIMITS_SHARED", "AGENT_ACCESS_LOG_LEVEL"}) {
    ::unsetenv(name);
  }
}

}  // namespace
}  // namespace agent_access::app
