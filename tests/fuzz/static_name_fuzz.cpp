// The path of a file consists of pchar and decodes to the same bytes; its media type is one that a browser
// does not sniff, whatever the case of its extension.
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "site/content/static_file.hpp"

namespace agent_access::fuzz {
namespace {

std::string percent_decoded(std::string_view path) {
  std::string name;
  for (std::size_t at = 0; at < path.size(); ++at) {
    if (path[at] != '%') {
      name += path[at];
      continue;
    }
    must(path.size() - at > 2);
    name += static_cast<char>(std::stoi(std::string(path.substr(at + 1, 2)), nullptr, 16));
    at += 2;
  }
  return name;
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(static_name) {
  const std::string name(reinterpret_cast<const char*>(data), size);
  std::string path = "/";
  content::append_encoded(path, name);
  const std::string_view encoded = std::string_view(path).substr(1);
  constexpr std::string_view kMarks = "-._~!$&'()*+,;=:@%";
  must(std::ranges::all_of(
      encoded, [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || kMarks.contains(c); }));
  must(percent_decoded(encoded) == name);
  const std::string_view media_type = content::media_type_of(name);
  must(media_type.contains('/') && !media_type.contains('\r') && !media_type.contains('\n'));
  std::string upper = name;
  std::ranges::transform(upper, upper.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  must(content::media_type_of(upper) == media_type);
}

}  // namespace agent_access::fuzz
