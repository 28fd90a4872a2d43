// An agent, a path and a robots.txt, one line each and the rest: reading ends, /robots.txt stays open, and neither the
// case of the name nor the kind of line ends nor another record changes what is allowed.
#include <algorithm>
#include <string>
#include <string_view>

#include "base/ascii.hpp"
#include "fuzz/target.hpp"
#include "tools/probe/robots.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(robots) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto agent = take_line(text);
  const auto path = take_line(text);
  const tools::RobotsFile robots(text);
  const bool allows = robots.allows(agent, path);
  must(robots.allows(agent, "/robots.txt"));
  must(robots.allows(base::lower_case(agent), path) == allows);
  std::string other(text);
  std::ranges::replace(other, '\n', '\r');
  must(tools::RobotsFile(other + "\rSitemap: https://example.com/").allows(agent, path) == allows);
  tools::ClientResponse response;
  response.status = 200;
  response.fields = {{"Content-Type", "text/plain"}};
  response.body = text;
  if (const auto verdict = tools::check_robots(response)) must(!verdict->detail.empty() && !verdict->remedy.empty());
}

}  // namespace agent_access::fuzz
