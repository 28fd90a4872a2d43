/// \file
/// Paths between people and the program, which has those of POSIX everywhere: "/C:/site/papers.bib" is papers.bib in
/// the folder "site" of drive C. Pure; thread safe. NOT known: names of shares, with two backslashes at their
/// beginning.
#pragma once

#include <string>
#include <string_view>

#include "app/text/platform.hpp"

namespace agent_access::app {

/// A path that a person wrote, as the program has it. That of the program stays as it is.
[[nodiscard]] std::string posix_path(std::string_view text, Platform written_on = platform());

/// A path of the program, as its machine writes it.
[[nodiscard]] std::string native_path(std::string_view path, Platform machine = platform());

/// One word of a command line, to be pasted into a shell of POSIX (base::shell_word) or into PowerShell, there with
/// hidden characters as base::visible_text has them.
[[nodiscard]] std::string command_word(std::string_view text, Platform machine = platform());

}  // namespace agent_access::app
