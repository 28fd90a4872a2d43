#include "tools/usage/roff.hpp"

namespace agent_access::tools {

std::string roff_text(std::string_view text) {
  std::string out;
  for (const char character : text) {
    const bool is_first = out.empty() || out.back() == '\n';
    // A line that begins with one of these would be a request.
    if (is_first && (character == '.' || character == '\'')) out += "\\&";
    if (character == '\\')
      out += "\\e";
    else if (character == '-')
      out += "\\-";
    else if (character == '\'')
      out += "\\(aq";
    else if (character == '`')
      out += "\\(ga";
    else if (character == '^')
      out += "\\(ha";
    else if (character == '~')
      out += "\\(ti";
    else
      out += character;
  }
  return out;
}

ManualPage::ManualPage(std::string_view name, std::string_view section, std::string_view summary,
                       std::string_view version) {
  const auto title = roff_text(name);
  text_ = ".TH " + title + " " + std::string(section) + " \"\" \"agent\\-access " + roff_text(version) +
          "\" \"agent\\-access\"\n" + ".SH NAME\n" + title + " \\- " + roff_text(summary) + "\n";
}

void ManualPage::section(std::string_view heading) {
  text_ += ".SH " + roff_text(heading) + "\n";
  begins_ = true;
}

void ManualPage::subsection(std::string_view heading) {
  text_ += ".SS " + roff_text(heading) + "\n";
  begins_ = true;
}

void ManualPage::paragraph(std::string_view text) {
  text_ += (begins_ ? "" : ".PP\n") + roff_text(text) + "\n";
  begins_ = false;
}

void ManualPage::item(std::string_view term, std::string_view value, std::string_view text) {
  begins_ = false;
  text_ += ".TP\n\\fB" + roff_text(term) + "\\fR";
  if (!value.empty()) text_ += " \\fI" + roff_text(value) + "\\fR";
  text_ += "\n" + roff_text(text) + "\n";
}

void ManualPage::verbatim(std::string_view lines) {
  text_ += std::string(begins_ ? "" : ".PP\n") + ".RS 4\n.nf\n" + roff_text(lines) + "\n.fi\n.RE\n";
  begins_ = false;
}

}  // namespace agent_access::tools
