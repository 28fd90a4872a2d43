#include "site/guides/labels_view.hpp"

#include <array>

#include "site/content/labels.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::documents {
namespace {

using content::LabelValue;

struct FilledLabel {
  std::string_view view_name;
  std::string_view label;
  LabelValue value;
};

/// A label that the templates show several times, each with another value.
constexpr std::array<FilledLabel, 5> kFilledLabels = {{
    {"copy_step_1", "copy_step", {"number", "1"}},
    {"copy_step_2", "copy_step", {"number", "2"}},
    {"copy_step_3", "copy_step", {"number", "3"}},
    {"example_response_200", "example_response", {"status", "200 OK"}},
    {"example_response_201", "example_response", {"status", "201 Created"}},
}};

}  // namespace

templates::View labels_view(const HostView& view, const content::Markup& markup, const WriteLabel& write) {
  const std::string name = markup.link(view.content.site.owner.name, {});
  const auto link_to_file = [&markup](std::string_view path) { return markup.link(path.substr(1), std::string(path)); };
  const std::string auth = link_to_file(kAuthMdPath);
  const std::string openapi = link_to_file(kOpenapiPath);
  const std::string issuer = view.settings.issuer ? view.issuer() : std::string();
  const std::string jwks = markup.link("jwks.json", issuer + std::string(kJwksPath));
  const std::string llms = link_to_file(kLlmsPath);
  const std::string webmcp = markup.link("WebMCP", std::string(kWebMcpUri));
  const std::array<LabelValue, 6> placeholders = {
      {{"name", name}, {"auth", auth}, {"openapi", openapi}, {"jwks", jwks}, {"llms", llms}, {"webmcp", webmcp}}};
  templates::View values;
  for (const auto& label : content::label_names()) values.set(label, write(label, placeholders));
  for (const auto& filled : kFilledLabels) {
    values.set(std::string(filled.view_name), write(filled.label, {&filled.value, 1}));
  }
  return values;
}

templates::View labels_view(const HostView& view, const content::Markup& markup) {
  return labels_view(view, markup, [&markup](std::string_view name, std::span<const LabelValue> values) {
    return markup.label(name, values);
  });
}

}  // namespace agent_access::documents
