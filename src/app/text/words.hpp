/// \file
/// Words of sentences for people: names in quotes, paths that can be pasted, numbers. Pure; thread safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace agent_access::app {

/// "1.0.0".
[[nodiscard]] std::string program_version();

/// Foreign text as a terminal may have it (base::visible_text), at most `limit` characters.
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit = 100);

/// A basic string of TOML or a string of JSON (the escapes used are common to both), with its quotes.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// A path as it is printed everywhere: a word of the machine's shell (command_word), so that it can be pasted.
[[nodiscard]] std::string shown(const std::filesystem::path& path);

/// "1,234,567".
[[nodiscard]] std::string number_text(std::uint64_t number);
/// "1 request", "2 requests".
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view noun);

}  // namespace agent_access::app
