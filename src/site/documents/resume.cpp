#include "site/documents/resume.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "json/json_text.hpp"
#include "site/content/pages.hpp"
#include "site/content/view.hpp"
#include "site/content/work_view.hpp"
#include "site/content/works.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;
using templates::View;

/// Texts alone; the template writes them as JSON.
class PlainText final : public content::Markup {
 public:
  explicit PlainText(const HostView& view) : Markup(content::Labels(view.content.site)), view_(view) {}

  [[nodiscard]] std::string prose(std::string_view text) const override { return std::string(text); }
  /// JSON Resume knows the years 1000 to 2999.
  [[nodiscard]] std::string date(const content::Date& date) const override {
    return date >= "1" && date < "3" ? date : content::Date();
  }
  [[nodiscard]] std::string month(const content::Date& date) const override { return this->date(date); }
  [[nodiscard]] std::string link(std::string_view title, const content::Address& /*address*/) const override {
    return std::string(title);
  }
  [[nodiscard]] std::string address(const content::Address& address) const override { return view_.address(address); }
  [[nodiscard]] content::Address page(std::string_view path) const override { return content::Address(path); }
  [[nodiscard]] std::string label(std::string_view name, std::span<const content::LabelValue> values) const override {
    return content::with_values(labels().text(name), values);
  }
  [[nodiscard]] std::string english(std::string_view text) const override { return std::string(text); }

 private:
  const HostView& view_;
};

/// Whether the value has no content, without its own members and elements that have none.
bool remove_empty(bj::value& value) {
  if (auto* const object = value.if_object()) {
    for (auto* member = object->begin(); member != object->end();) {
      member = remove_empty(member->value()) ? object->stable_erase(member) : member + 1;
    }
    return object->empty();
  }
  if (auto* const array = value.if_array()) {
    for (auto* item = array->begin(); item != array->end();) item = remove_empty(*item) ? array->erase(item) : item + 1;
    return array->empty();
  }
  return value.is_string() && value.get_string().empty();
}

/// What is elsewhere about the owner: a network is named by its link, or by its host.
std::vector<View> profiles(const HostView& view) {
  std::vector<View> views;
  const auto add = [&views](std::string_view network, std::string_view url) {
    views.push_back(View().set("network", network).set("url", url));
  };
  for (const auto& url : view.content.site.owner.same_as) {
    const std::string_view rest = std::string_view(url).substr(url.find("://") + 3);
    const std::string_view host = rest.substr(0, rest.find_first_of(":/?#"));
    add(host.starts_with("www.") ? host.substr(4) : host, url);
  }
  for (const auto& link : view.content.site.links) add(link.title, view.address(link.url));
  return views;
}

/// Whether the title is that label in the language of the site or in English.
bool is_named(const content::CvSection& section, std::string_view label, const content::Labels& labels) {
  const auto title = base::lower_case(section.title);
  return title == base::lower_case(labels.text(label)) || title == base::lower_case(content::Labels("en").text(label));
}

/// A section of the CV is one of the two lists that JSON Resume has beside those of the CV, or else its entries are
/// projects, whose type is its title.
void set_sections(View& values, const content::Cv& cv, const PlainText& plain) {
  std::vector<View> volunteer;
  std::vector<View> certificates;
  std::vector<View> others;
  for (const auto& section : cv.sections) {
    auto& list = is_named(section, "section_volunteering", plain.labels())   ? volunteer
                 : is_named(section, "section_certificates", plain.labels()) ? certificates
                                                                             : others;
    for (const auto& item : section.items) {
      list.push_back(content::cv_item_view(item, plain));
      list.back().set("type", section.title);
    }
  }
  values.set("volunteer", std::move(volunteer))
      .set("certificates", std::move(certificates))
      .set("others", std::move(others));
}

/// Where the work is: at its own address, or that of its source or DOI, or at its page.
std::string url_of(const HostView& view, const content::Publication& work) {
  const content::Address address = content::address_of(work);
  const std::string page = path_of(view.settings, work);
  return view.address(address.empty() ? page : address);
}
std::string url_of(const HostView& view, const content::Project& work) {
  return view.address(work.url.empty() ? work.repository : work.url);
}

template <class Work>
std::vector<View> work_views(const HostView& view, const std::vector<Work>& works, const PlainText& plain) {
  std::vector<View> views;
  for (const auto& work : works) {
    views.push_back(content::work_view(work, {}, plain));
    views.back().set("url", url_of(view, work));
  }
  return views;
}

}  // namespace

std::string render_resume(const HostView& view) {
  const content::Site& site = view.content.site;
  const content::Cv cv = site.cv.value_or(content::Cv());
  const PlainText plain(view);
  View values = content::cv_view(cv, plain);
  content::set_owner(values, site, plain);
  set_sections(values, cv, plain);
  values.set("base_url", view.base_url())
      .set("image", site.design.portrait.empty() ? std::string() : view.url(site.design.portrait))
      .set("email", site.contact.email)
      .set("home", view.url("/"))
      .set("summary", cv.summary.empty() ? site.owner.summary : cv.summary)
      .set("profiles", profiles(view))
      .set("publications", work_views(view, site.publications, plain))
      .set("works", work_views(view, site.projects, plain))
      .set("updated", site.updated);
  bj::value resume = templates::filled_object("metadata/resume.json", values);
  remove_empty(resume);
  return json::pretty_json(resume.as_object());
}

}  // namespace agent_access::documents
