#include "app/text/terminal.hpp"

#include <unistd.h>

#include <iostream>

#include "base/visible_text.hpp"

namespace agent_access::app {
namespace {

constexpr std::size_t kColumns = 79;
constexpr std::string_view kEraseLine = "\r\x1b[2K";

}  // namespace

void print_lines(const std::vector<std::string>& lines, const char* prefix) {
  for (const auto& line : lines) std::cerr << prefix << base::visible_text(line) << '\n';
}

int fail(const std::vector<std::string>& problems) {
  print_lines(problems, "agent-access: ");
  return 1;
}

bool StatusLine::is_wanted() noexcept { return ::isatty(STDERR_FILENO) == 1; }

void StatusLine::show(std::string_view text) {
  if (!enabled_) return;
  std::cerr << kEraseLine << text.substr(0, kColumns) << std::flush;
  shown_ = true;
}

void StatusLine::clear() {
  if (!shown_) return;
  std::cerr << kEraseLine << std::flush;
  shown_ = false;
}

}  // namespace agent_access::app
