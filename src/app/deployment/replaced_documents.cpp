#include "app/deployment/replaced_documents.hpp"

#include <algorithm>
#include <utility>

#include "app/deployment/content_files.hpp"
#include "base/text.hpp"
#include "json/strict_json.hpp"
#include "publish/document_table.hpp"
#include "publish/publication.hpp"
#include "service/outcome/fault_table.hpp"

namespace agent_access::app {
namespace {

constexpr json::JsonRules kRules = {"the document", std::size_t{64} << 20U, ""};

/// The file behind a path. Paths of generated documents need no percent-encoding, so only an alias differs.
std::string file_name_of(const std::filesystem::path& root, const content::StaticFile& file) {
  auto name = (root / file.path.substr(1)).string();
  if (!file.media_type.starts_with("text/html") || name.ends_with(".html")) return name;
  return name += name.ends_with('/') ? "index.html" : ".html";
}

std::string validate_json(const std::string& name, std::string_view text) {
  const auto checked = json::check_json(text, kRules);
  if (checked) return {};
  const auto& error = checked.error();
  return place_in(name, error.line, error.column) + ": " + json::sentence(error, kRules);
}

std::string validate_text(const std::string& name, std::string_view text) {
  if (text.empty()) return name + ": is empty; write the document or remove the file";
  return base::is_utf8(text) ? std::string() : name + ": is not UTF-8";
}

std::string validate(const std::string& name, std::string_view media_type, std::string_view text) {
  if (media_type.find("json") != std::string_view::npos) return validate_json(name, text);
  const bool is_text = media_type.starts_with("text/") || media_type.find("xml") != std::string_view::npos;
  return is_text ? validate_text(name, text) : std::string();
}

}  // namespace

base::Result<std::vector<std::string>, Problems> replaced_documents(const std::filesystem::path& root,
                                                                    const content::Settings& settings,
                                                                    const content::Content& content,
                                                                    const oauth::KeySchedule& keys,
                                                                    std::span<const content::StaticFile> files) {
  std::vector<std::string> replaced;
  if (files.empty()) return replaced;
  const auto generated =
      publish::render_host({settings, content, publish::document_table(), 0}, keys, service::error_answers(), {});
  Problems problems;
  for (const auto& file : files) {
    const auto found = std::ranges::find(generated, file.path, &documents::Rendered::path);
    if (found == generated.end()) continue;
    replaced.push_back(file.path);
    auto problem = validate(file_name_of(root, file), found->media_type, file.body);
    if (!problem.empty()) problems.push_back(std::move(problem));
  }
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  std::ranges::sort(replaced);
  return replaced;
}

}  // namespace agent_access::app
