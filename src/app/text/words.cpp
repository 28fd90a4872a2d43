#include "app/text/words.hpp"

#include "app/text/path_text.hpp"
#include "base/text.hpp"
#include "base/visible_text.hpp"

namespace agent_access::app {

std::string in_quotes(std::string_view text) {
  std::string escaped;
  for (const char character : text) {
    if (character == '"' || character == '\\') escaped += '\\';
    escaped += character;
  }
  return '"' + base::visible_text(escaped) + '"';
}

std::string program_version() { return AGENT_ACCESS_VERSION; }

std::string printable(std::string_view text, std::size_t limit) {
  std::string result = base::visible_text(text);
  if (base::characters_in(result) <= limit) return result;
  std::size_t end = 0;
  for (std::size_t count = 0; count < limit; ++count) end += base::utf8_size(std::string_view(result).substr(end));
  return result.substr(0, end) + "...";
}

std::string shown(const std::filesystem::path& path) {
  const std::string text = path.string();
  return command_word(native_path(text.starts_with('-') && text != "-" ? "./" + text : text));
}

std::string number_text(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t place = text.size(); place > 3; place -= 3) text.insert(place - 3, 1, ',');
  return text;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return number_text(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

}  // namespace agent_access::app
