/// \file
/// The folder of the public test vectors, and how a test is skipped without them.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace agent_access::test {

inline std::filesystem::path vectors_root() {
  const char* set = std::getenv("AGENT_ACCESS_VECTORS");
  return set != nullptr ? set : AGENT_ACCESS_DEFAULT_VECTORS;
}

inline std::optional<std::string> read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace agent_access::test

/// Binds the text of a vector file, or skips the test where it is absent.
#define AGENT_ACCESS_VECTOR_OR_SKIP(variable, relative)                                                        \
  const auto variable##_read = agent_access::test::read_file(agent_access::test::vectors_root() / (relative)); \
  if (!variable##_read) GTEST_SKIP() << "no vectors at " << (agent_access::test::vectors_root() / (relative)); \
  const std::string& variable = *variable##_read
