#include "gated/folder_list.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "base/utc_time.hpp"
#include "http/append.hpp"
#include "json/json_text.hpp"

namespace agent_access::gated {

namespace {

constexpr std::string_view kPageParameter = "page=";

/// The page that the query selects, from 1 on; 0 if there is no such page.
std::size_t page_of(std::string_view query) noexcept {
  if (!query.starts_with(kPageParameter)) return 1;
  const std::string_view digits = query.substr(kPageParameter.size());
  std::size_t page = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), page);
  constexpr std::size_t kLast = kMostFiles / kFilesOnAPage + 1;
  return error == std::errc() && end == digits.data() + digits.size() && page <= kLast ? page : 0;
}

void append_entry(const File& file, const OpenedFile& opened, std::time_t now, std::string& body) {
  body.append(R"({"path":)");
  json::append_json_string(body, file.path);
  http::append(body, R"(,"size":)", http::Decimal(static_cast<std::int64_t>(opened.size())), R"(,"media_type":)");
  json::append_json_string(body, file.media_type);
  http::append(body, R"(,"modified":")", base::UtcText(opened.modified_until(now)).view(), "\"}");
}

}  // namespace

std::optional<std::string> list_folder(const Documents& documents, const FolderRequest& request) {
  const auto files = documents.files_below(request.document, request.path);
  const std::size_t page = page_of(request.query);
  const std::size_t begin = page == 0 ? 0 : (page - 1) * kFilesOnAPage;
  const bool is_root = request.path == request.document_path;
  const bool exists = page != 0 && (begin < files.size() || (is_root && page == 1));
  if (!exists) return std::nullopt;
  std::string body = R"({"path":)";
  json::append_json_string(body, request.path);
  http::append(body, R"(,"count":)", http::Decimal(static_cast<std::int64_t>(files.size())), R"(,"files":[)");
  const auto shown = files.subspan(begin, std::min(kFilesOnAPage, files.size() - begin));
  std::string_view separator;
  for (const File& file : shown) {
    const auto opened = documents.open(file);
    if (!opened) continue;
    body.append(std::exchange(separator, ","));
    append_entry(file, *opened, request.now, body);
  }
  body.append("]");
  if (begin + shown.size() < files.size()) {
    http::append(body, R"(,"next":")", request.base_url, request.path, "?", kPageParameter,
                 http::Decimal(static_cast<std::int64_t>(page + 1)), "\"");
  }
  body.append("}");
  return body;
}

}  // namespace agent_access::gated
