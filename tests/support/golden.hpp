/// \file
/// Texts that a test compares byte by byte with a file, the golden file, which people read.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace agent_access::test {

/// Compares with the file at this path below the sources; AGENT_ACCESS_WRITE_GOLDEN=1 writes the file instead.
inline void expect_golden(std::string_view file, const std::string& text) {
  const std::string path = std::string(AGENT_ACCESS_SOURCE_DIR "/").append(file);
  if (std::getenv("AGENT_ACCESS_WRITE_GOLDEN") != nullptr) {  // NOLINT(concurrency-mt-unsafe): one thread
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  std::ifstream golden(path, std::ios::binary);
  ASSERT_TRUE(golden) << path << " is missing; AGENT_ACCESS_WRITE_GOLDEN=1 writes it";
  EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>(golden), {}))
      << path << " differs; look at it, then AGENT_ACCESS_WRITE_GOLDEN=1";
}

}  // namespace agent_access::test
