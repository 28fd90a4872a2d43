// Every member of site.json and faq.json, as web/schemas has them, is shown to people (HTML, style sheet) and to
// readers of text (Markdown, BibTeX). /api/site.json does not count: it has what the owner's file has, known or not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "site/content/load.hpp"
#include "site/templates/assets.hpp"
#include "unit/site/publish/all_documents.hpp"

namespace agent_access::publish {
namespace {

namespace bj = boost::json;
using testing::IsEmpty;

/// Without a text of their own: what they change is in the tests of the pages.
constexpr auto kWithoutText =
    std::to_array<std::string_view>({"$schema", "owner.kind", "design.motif", "labels", "publications.type"});
/// Of HTML alone: how the pages look, what they say at their foot, and their language.
constexpr auto kOfHtml = std::to_array<std::string_view>({"design", "language"});
/// Of texts alone: a name for programs.
constexpr auto kOfText = std::to_array<std::string_view>({"publications.key"});

template <class Names>
bool has(const Names& names, const std::string& place) {
  return std::ranges::any_of(names, [&](std::string_view name) {
    return place == name || (place.starts_with(name) && place[name.size()] == '.');
  });
}

/// A file with every member of a schema, each with a value that no other has.
class WholeFile {
 public:
  explicit WholeFile(std::string_view schema) : schema_(bj::parse(templates::asset(schema)).as_object()) {
    text_ = bj::serialize(object_of(schema_, {}));
  }

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// By the place of the member: "cv.positions.title".
  [[nodiscard]] const std::map<std::string, std::string>& values() const noexcept { return values_; }

 private:
  [[nodiscard]] bj::object object_of(const bj::object& schema, const std::string& place) {
    bj::object object;
    for (const auto& [name, member] : schema.at("properties").as_object()) {
      const std::string inner = place.empty() ? std::string(name) : place + "." + std::string(name);
      if (!has(kWithoutText, inner)) object[name] = value_of(resolved(member.as_object()), inner);
    }
    return object;
  }
  [[nodiscard]] bj::value value_of(const bj::object& schema, const std::string& place) {
    if (schema.contains("properties")) return object_of(schema, place);
    if (schema.contains("items")) return bj::array{value_of(resolved(schema.at("items").as_object()), place)};
    const std::string value = text_of(schema, place);
    values_.emplace(place, value);
    return bj::value(value);
  }
  [[nodiscard]] const bj::object& resolved(const bj::object& schema) const {
    const auto* reference = schema.if_contains("$ref");
    if (reference == nullptr) return schema;
    return schema_.at("definitions")
        .at(reference->as_string().subview(std::string_view("#/definitions/").size()))
        .as_object();
  }
  [[nodiscard]] std::string text_of(const bj::object& schema, const std::string& place) const {
    const std::string number = std::to_string(1001 + values_.size());
    if (place == "publications.key") return "value-" + number;  // BibTeX takes no key with a blank
    if (!schema.contains("pattern")) return "Value " + number + " of " + place;
    // By the beginning of the pattern; dates grow, because an end is behind its beginning.
    const std::string_view pattern = schema.at("pattern").as_string();
    for (const auto& [start, value] :
         std::vector<std::pair<std::string_view, std::string>>{{"^[0-9]{4}", number},
                                                               {"^[a-z0-9]+", "value-" + number},
                                                               {"^10", "10.5555/" + number},
                                                               {"^[A-Za-z]{2,3}", "en-AU"},
                                                               {"^#", place == "design.accent" ? "#7a2e4d" : "#e5b0c4"},
                                                               {"^https?", "https://example.com/value-" + number},
                                                               {"^(https?", "https://example.com/value-" + number},
                                                               {"^(/", "/value-" + number + ".svg"},
                                                               {"^[A-Za-z0-9.!", "value-" + number + "@example.com"}}) {
      if (pattern.starts_with(start)) return value;
    }
    ADD_FAILURE() << "no value for the pattern " << pattern;
    return {};
  }

  bj::object schema_;
  std::map<std::string, std::string> values_;
  std::string text_;
};

/// The members that none of the documents of those types has.
std::vector<std::string> missing(const WholeFile& file, const std::map<std::string, documents::Rendered>& documents,
                                 std::initializer_list<std::string_view> types) {
  std::vector<std::string> places;
  for (const auto& [place, value] : file.values()) {
    const auto shows = [&](const auto& document) {
      const auto& [path, rendered] = document;
      return std::ranges::any_of(types, [&](auto type) { return rendered.media_type.starts_with(type); }) &&
             rendered.body.contains(value);
    };
    if (std::ranges::none_of(documents, shows)) places.push_back(place);
  }
  return places;
}

TEST(MembersOfTheOwnersFiles, AreAllShownToPeopleAndToReadersOfText) {
  const WholeFile site("schemas/site.schema.json");
  const WholeFile faq("schemas/faq.schema.json");
  documents::Example example = documents::example_site();
  const auto parsed = content::parse_site(site.text());
  ASSERT_TRUE(parsed) << content::describe(parsed.error().front());
  const auto questions = content::parse_faq(faq.text());
  ASSERT_TRUE(questions) << content::describe(questions.error().front());
  example.content = {*parsed, *questions};
  example.settings.conventions = {.page_markdown = true, .resume = true, .bibliography = true};
  const auto documents = all_documents(example);
  for (const WholeFile* file : {&site, &faq}) {
    auto in_html = missing(*file, documents, {"text/html", "text/css"});
    std::erase_if(in_html, [](const auto& place) { return has(kOfText, place); });
    EXPECT_THAT(in_html, IsEmpty()) << "not on any page";
    auto in_text = missing(*file, documents, {"text/markdown", "text/plain", "text/x-bibtex", "application/x-bibtex"});
    std::erase_if(in_text, [](const auto& place) { return has(kOfHtml, place); });
    EXPECT_THAT(in_text, IsEmpty()) << "not in any text";
  }
}

}  // namespace
}  // namespace agent_access::publish
