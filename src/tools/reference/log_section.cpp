#include "ops/words/access_fields.hpp"
#include "ops/words/log_events.hpp"
#include "tools/reference/markdown_table.hpp"
#include "tools/reference/sections.hpp"

namespace agent_access::tools {

std::string render_log_section() {
  std::string text =
      "## Log\n\n"
      "One JSON object a line on standard error (`log.format = \"text\"`: the same fields as text). Every line begins "
      "with "
      "`time` (RFC 3339, UTC, milliseconds), `level` and `event`. A field without a value is left out. What may be a "
      "secret in a text of a client is replaced with `[removed]`.\n\n"
      "### Fields of `access`\n\n";
  MarkdownTable fields({"Field", "Meaning"});
  for (const auto& row : ops::kAccessFields) fields.row({cell_code(row.name), cell_text(row.meaning)});
  MarkdownTable events({"Event", "Level", "Fields", "Meaning"});
  for (const auto& event : ops::log_events()) {
    events.row({cell_code(event.name), cell_code(event.level), cell_codes(event.fields), cell_text(event.meaning)});
  }
  return text + fields.text() + "\n### Events\n\n" + events.text();
}

}  // namespace agent_access::tools
