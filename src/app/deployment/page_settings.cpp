#include "app/deployment/page_settings.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "app/report/value_text.hpp"
#include "documents/paths.hpp"

namespace agent_access::app {
namespace {

constexpr std::size_t kPortraitSize = std::size_t{1} << 20U;
constexpr std::size_t kIconSize = std::size_t{256} << 10U;

struct Image {
  std::string_view member;
  const std::string& path;
  std::size_t most;
};

const content::StaticFile* find_file(std::span<const content::StaticFile> files, std::string_view path) {
  const auto found = std::ranges::find(files, path, &content::StaticFile::path);
  return found == files.end() ? nullptr : &*found;
}

/// Empty if there is nothing to say.
std::string warning_about(const Image& image, std::span<const content::StaticFile> files) {
  if (image.path.empty() || image.path == documents::kIconPath) return {};
  const auto* const file = find_file(files, image.path);
  const std::string subject = "content.site: design." + std::string(image.member) + ": ";
  if (file == nullptr) {
    return subject + "content.root has no " + image.path +
           "; put the image there, or let the web server in front serve that path";
  }
  if (file->body.size() <= image.most) return {};
  const auto kibibytes = (file->body.size() + 1023) / 1024;
  return subject + image.path + " has " + std::to_string(kibibytes) + " KiB, which every visitor loads; " +
         format_size(image.most) + " is enough for the size in which it is shown";
}

}  // namespace

std::vector<std::string> page_warnings(const Config& config, const content::Site& site,
                                       std::span<const content::StaticFile> files) {
  std::vector<std::string> warnings;
  if (!config.pages) {
    if (config.not_found_page && find_file(files, documents::kNotFoundPath) == nullptr) {
      warnings.emplace_back(
          "content.not_found_page has no effect with content.pages = false; put a 404.html into content.root");
    }
    return warnings;
  }
  const auto& design = site.design;
  for (const Image& image : {Image{"logo", design.logo, kIconSize}, Image{"portrait", design.portrait, kPortraitSize},
                             Image{"favicon", design.favicon, kIconSize}}) {
    if (auto warning = warning_about(image, files); !warning.empty()) warnings.push_back(std::move(warning));
  }
  return warnings;
}

}  // namespace agent_access::app
