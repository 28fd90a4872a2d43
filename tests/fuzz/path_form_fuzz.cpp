// A path in normal form stays in its folder for every server: its segments are those that are seen, also after it was
// decoded once or twice, and the gate that holds it does not depend on its spelling.
#include <cstddef>
#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "site/content/path_form.hpp"
#include "site/content/settings.hpp"

namespace agent_access::fuzz {
namespace {

std::string decoded(std::string_view path) {
  std::string out;
  content::DecodedPath bytes(path);
  while (const auto byte = bytes.next()) out += static_cast<char>(*byte);
  return out;
}

std::size_t count(std::string_view text, char wanted) {
  std::size_t found = 0;
  for (const char c : text) found += c == wanted ? 1 : 0;
  return found;
}

bool leaves_a_folder(const std::string& path) {
  const std::string ended = path + "/";
  for (const auto* part : {"/./", "/../", "//", ";", "\\"}) {
    if (path.find(part) != std::string::npos) return true;
  }
  return ended.find("/../") != std::string::npos || ended.find("/./") != std::string::npos;
}

std::string with_other_hex(std::string text) {
  for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%', at + 1)) {
    for (const std::size_t digit : {at + 1, at + 2}) {
      char& c = text[digit];
      if (c >= 'a' && c <= 'f')
        c = static_cast<char>(c - 'a' + 'A');
      else if (c >= 'A' && c <= 'F')
        c = static_cast<char>(c - 'A' + 'a');
    }
  }
  return text;
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(path_form) {
  static const content::Access access = {.gates = {
                                             {.prefix = "/data/", .title = "", .description = ""},
                                             {.prefix = "/data/%C3%BC(1)/", .title = "", .description = ""},
                                             {.prefix = "/api/v1/", .title = "", .description = ""},
                                         }};
  const std::string path(reinterpret_cast<const char*>(data), size);
  if (!content::is_normal_path(path)) return;
  const std::string once = decoded(path);
  must(once.starts_with('/') && !leaves_a_folder(path) && !leaves_a_folder(once));
  must(count(once, '/') == count(path, '/') && count(once, '%') == 0 && decoded(once) == once);
  for (const char c : once) must(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
  const std::string respelled = with_other_hex(path);
  must(content::is_normal_path(respelled) && decoded(respelled) == once);
  const auto* const gate = access.gate_at(path);
  must(gate == access.gate_at(respelled));
  // The prefix without its last slash is the gate's, too.
  const std::string folder = once + "/";
  if (gate != nullptr) must(folder.starts_with(decoded(gate->prefix)));
  if (gate == nullptr) must(!folder.starts_with("/api/v1/"));
}

}  // namespace agent_access::fuzz
