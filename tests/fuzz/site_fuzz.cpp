// An accepted site has what every page needs; a refused one has reasons, in the order of its lines.
#include <algorithm>
#include <functional>
#include <string_view>

#include "fuzz/target.hpp"
#include "site/content/load.hpp"

namespace agent_access::fuzz {
namespace {

using content::ContentError;

std::string_view time_of(const content::Publication& work) {
  return work.date.empty() && !work.status.empty() ? std::string_view("~") : work.date;
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(site) {
  const auto site = content::parse_site({reinterpret_cast<const char*>(data), size});
  if (!site) {
    must(!site.error().empty());
    must(std::ranges::is_sorted(site.error(), {}, &ContentError::line));
    for (const ContentError& error : site.error()) must(!error.sentence.empty() && !describe(error).contains('\n'));
    return;
  }
  must(!site->title.empty() && !site->tagline.empty() && !site->owner.name.empty() && !site->language.empty());
  must(std::ranges::is_sorted(site->publications, std::greater(), time_of));
  for (const auto& publication : site->publications) must(!publication.slug.empty() && !publication.title.empty());
  must(!site->source.contains("$schema") && !site->source.contains("url"));
}

}  // namespace agent_access::fuzz
