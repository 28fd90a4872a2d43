#include "app/replaced_documents.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/json_text.hpp"
#include "service/publication.hpp"
#include "site/strict_json.hpp"

namespace agent_access::app {
namespace {

constexpr site::JsonRules kRules = {"the document", std::size_t{64} << 20U, ""};

/// The file behind a path. Paths of generated documents need no percent-encoding, so only an alias differs.
std::string file_name_of(const std::filesystem::path& root, const site::StaticFile& file) {
  auto name = (root / file.path.substr(1)).string();
  if (!file.media_type.starts_with("text/html") || name.ends_with(".html")) return name;
  return name += name.ends_with('/') ? "index.html" : ".html";
}

std::string judge_json(const std::string& name, std::string_view text) {
  const auto checked = site::check_json(text, kRules);
  if (checked) return {};
  const auto line = checked.error().line;
  return name + (line == 0 ? "" : ":" + std::to_string(line)) + ": " + site::sentence(checked.error(), kRules);
}

bool is_utf8(std::string_view text) {
  // A string of JSON is nothing but UTF-8 between quotes.
  std::string object = "{\"text\":";
  base::append_json_string(object, text);
  return site::check_json(object += '}', {"", std::numeric_limits<std::size_t>::max(), ""}).has_value();
}

std::string judge_text(const std::string& name, std::string_view text) {
  if (text.empty()) return name + ": is empty; write the document or remove the file";
  return is_utf8(text) ? std::string() : name + ": is not UTF-8";
}

std::string judge(const std::string& name, std::string_view media_type, std::string_view text) {
  if (media_type.find("json") != std::string_view::npos) return judge_json(name, text);
  const bool is_text = media_type.starts_with("text/") || media_type.find("xml") != std::string_view::npos;
  return is_text ? judge_text(name, text) : std::string();
}

}  // namespace

base::Result<std::vector<std::string>, Problems> replaced_documents(const std::filesystem::path& root,
                                                                    const site::Settings& settings,
                                                                    const site::Content& content,
                                                                    const oauth::KeySchedule& keys,
                                                                    std::span<const site::StaticFile> files) {
  std::vector<std::string> replaced;
  if (files.empty()) return replaced;
  const auto generated = service::publish({settings, content, 0}, keys, {});
  Problems problems;
  for (const auto& file : files) {
    const auto found = std::ranges::find(generated, file.path, &discovery::Rendered::path);
    if (found == generated.end()) continue;
    replaced.push_back(file.path);
    auto problem = judge(file_name_of(root, file), found->media_type, file.body);
    if (!problem.empty()) problems.push_back(std::move(problem));
  }
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  std::ranges::sort(replaced);
  return replaced;
}

}  // namespace agent_access::app
