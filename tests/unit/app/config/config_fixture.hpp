/// \file
/// Loads a configuration whose file is a text of the test.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/config/config.hpp"
#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {

class ConfigTest : public testing::Test {
 protected:
  Config load(std::string_view toml, Environment environment = {}, std::vector<ConfigSources::Flag> flags = {}) {
    auto config = try_load(toml, std::move(environment), std::move(flags));
    if (!config) ADD_FAILURE() << testing::PrintToString(config.error());
    return config ? std::move(*config) : Config{};
  }

  Problems problems(std::string_view toml, Environment environment = {}) {
    const auto config = try_load(toml, std::move(environment), {});
    return config ? Problems{} : config.error();
  }

  /// "FILE:3: text", the expected form of a problem.
  [[nodiscard]] std::string at(int line, const std::string& text) const {
    return (folder_.path() / "a.toml").string() + ":" + std::to_string(line) + ": " + text;
  }

  base::Result<Config, Problems> try_load(std::string_view toml, Environment environment,
                                          std::vector<ConfigSources::Flag> flags) {
    return load_config({folder_.write("a.toml", toml), std::move(environment), std::move(flags)});
  }

  test::ScratchFolder folder_;
};

}  // namespace agent_access::app
