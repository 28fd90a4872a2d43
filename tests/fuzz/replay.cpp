// replay TARGET FOLDER [PREFIXES]: runs a fuzz target on every file of a folder, and on prefixes of each: on all of
// them, or on at most PREFIXES, evenly spread. An empty folder is a failure.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "fuzz/target.hpp"

namespace agent_access::fuzz {
namespace {

std::map<std::string_view, Target>& targets() {
  static std::map<std::string_view, Target> listed;
  return listed;
}

/// How many files there were.
std::size_t replay(Target target, const char* folder, std::size_t most_prefixes) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    const std::size_t count = most_prefixes == 0 ? bytes.size() : std::min(most_prefixes, bytes.size());
    for (std::size_t nth = 0; nth <= count; ++nth) {
      const std::size_t size = count == 0 ? 0 : bytes.size() * nth / count;
      target(reinterpret_cast<const std::uint8_t*>(bytes.data()), size);
    }
    ++files;
  }
  return files;
}

}  // namespace

bool list_target(std::string_view name, Target target) { return targets().emplace(name, target).second; }

}  // namespace agent_access::fuzz

int main(int argc, char** argv) {
  using agent_access::fuzz::targets;
  const auto target = argc < 3 ? targets().end() : targets().find(argv[1]);
  if (target == targets().end()) {
    std::fprintf(stderr, "replay TARGET FOLDER [PREFIXES]\n");
    return 2;
  }
  const std::size_t files =
      agent_access::fuzz::replay(target->second, argv[2], argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 0);
  std::printf("%zu files replayed\n", files);
  return files > 0 ? 0 : 1;
}
