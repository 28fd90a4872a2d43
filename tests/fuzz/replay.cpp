// Runs the fuzz target on every file of a folder, and on prefixes of each: on all of them, or on at most as many as the
// second argument says, evenly spread. An empty folder is a failure.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::size_t most = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0;
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    const std::size_t count = most == 0 ? bytes.size() : std::min(most, bytes.size());
    for (std::size_t nth = 0; nth <= count; ++nth) {
      const std::size_t size = count == 0 ? 0 : bytes.size() * nth / count;
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), size);
    }
    ++files;
  }
  std::printf("%zu files replayed\n", files);
  return files > 0 ? 0 : 1;
}
