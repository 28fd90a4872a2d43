#include "site/documents/settings_view.hpp"

namespace agent_access::documents {

templates::View settings_view(const HostView& view) {
  const content::Settings& settings = view.settings;
  const content::Conventions& conventions = settings.conventions;
  templates::View values;
  values.set("base_url", view.base_url())
      .set("issuer", view.issuer())
      .set("at_issuer", settings.issuer ? view.issuer() : std::string())
      .set("has_issuer_elsewhere", settings.issuer.has_value())
      .set("has_profile", settings.has_profile)
      .set("issues_tokens", settings.issues_tokens())
      .set("has_pages", settings.has_pages)
      .set("is_beside", settings.is_beside)
      .set("has_not_found_page", settings.has_not_found_page)
      .set("has_mcp", settings.mcp.is_enabled)
      .set("has_ard", conventions.ard)
      .set("has_resume", conventions.resume)
      .set("has_bibliography", conventions.bibliography)
      .set("logs_requests", settings.request_log != content::RequestLog::none)
      .set("has_questions", !view.content.faq.questions.empty())
      .set("tools_path", view.tools_path());
  return values;
}

}  // namespace agent_access::documents
