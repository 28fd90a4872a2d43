// Whatever the bytes are, the reader of YAML ends, with a value that JSON can write or a mistake with its line, and
// each member of the outermost object has a line.
#include "site/sources/texts/yaml.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <string>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "fuzz/target.hpp"
#include "json/place.hpp"
#include "site/sources/texts/encoding.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(yaml) {
  const auto decoded = sources::decode_text({reinterpret_cast<const char*>(data), size});
  if (!decoded) return;
  const auto value = sources::read_yaml(decoded->text);
  if (!value) return must(base::is_digit(value.error().front()));
  json::Lines lines;
  if (value->is_object()) {
    for (const auto& member : value->get_object()) lines.emplace(json::place_of_member({}, member.key()), 0);
  }
  sources::find_yaml_lines(decoded->text, lines);
  must(std::ranges::all_of(lines, [](const auto& line) { return line.second > 0; }));
  must(base::is_utf8(boost::json::serialize(*value)));
}

}  // namespace agent_access::fuzz
