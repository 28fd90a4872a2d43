// Whatever a file contains, the readers of `import` end, their texts have no control character, and what they make of a
// resume, of works and of a bibliography goes into site.json.
#include <boost/json/serialize.hpp>
#include <string_view>

#include "fuzz/target.hpp"
#include "site/content/text_form.hpp"
#include "site/sources/formats.hpp"
#include "site/sources/resumes/json_resume.hpp"
#include "site/sources/texts/foreign_date.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/markup.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(import) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto format = sources::detect_format(text);
  must(format || !format.error().empty());
  if (format) {
    const auto imported = sources::read_source(text, *format, {});
    must(imported ? !boost::json::serialize(imported->site).contains('\n') : !imported.error().empty());
  }
  if (const auto date = sources::read_date(text)) must(date->date.empty() || content::is_date(date->date));
  if (const auto url = sources::absolute_url(text)) must(content::url_fault(*url).empty());
  const auto slug = sources::slug_of(text);
  must(slug.empty() || (slug.size() <= 61 && content::slug_fault(slug).empty()));
  must(!content::has_control_character(sources::plain_text(text)));
}

}  // namespace agent_access::fuzz
