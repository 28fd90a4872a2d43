/// \file
/// Everything that an example publishes, by path.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "site/publish/publication.hpp"
#include "unit/site/documents/example_view.hpp"

namespace agent_access::publish {

inline oauth::KeySchedule example_keys() {
  const std::array masters = {oauth::MasterSecret::parse(base::bytes_of("a master secret of thirty-two by")).value()};
  return oauth::KeySchedule::derive(masters, 1, std::chrono::hours{24 * 7},
                                    base::Seconds{std::chrono::seconds{1790000000}})
      .value();
}

inline std::map<std::string, documents::Rendered> all_documents(const documents::Example& example,
                                                                const std::vector<content::StaticFile>& files = {},
                                                                std::size_t host = 0,
                                                                const std::optional<PublishedHost>& other = {}) {
  const documents::Example own{with_own_files(example.settings, files), example.content};
  const auto keys = example_keys();
  std::map<std::string, documents::Rendered> documents;
  for (auto& document : render_host(own.view(host), keys, files, other)) {
    EXPECT_TRUE(documents.emplace(document.path, document).second) << document.path << " twice";
  }
  return documents;
}

}  // namespace agent_access::publish
