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

/// Compares with the file at this path below tests/unit; AGENT_ACCESS_WRITE_GOLDEN=1 writes the file instead.
inline void expect_golden(std::string_view path, const std::string& text) {
  const std::string file_path = std::string(AGENT_ACCESS_SOURCE_DIR "/tests/unit/").append(path);
  if (std::getenv("AGENT_ACCESS_WRITE_GOLDEN") != nullptr) {  // NOLINT(concurrency-mt-unsafe): one thread
    std::ofstream(file_path, std::ios::binary) << text;
    return;
  }
  std::ifstream file(file_path, std::ios::binary);
  ASSERT_TRUE(file) << file_path << " is missing; AGENT_ACCESS_WRITE_GOLDEN=1 writes it";
  const std::string golden{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, golden) << file_path << " differs; look at it, then AGENT_ACCESS_WRITE_GOLDEN=1";
}

}  // namespace agent_access::test
