#include "content/schema/schema_check.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <iterator>
#include <string>
#include <utility>
#include <valijson/adapters/boost_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "json/strict_json.hpp"

namespace agent_access::content {

namespace {

namespace bj = boost::json;
using Adapter = valijson::adapters::BoostJsonAdapter;
using RawError = valijson::ValidationResults::Error;

constexpr std::string_view kDefinitions = "#/definitions/";

const bj::value* find(const bj::object* from, std::string_view name) noexcept {
  return from == nullptr ? nullptr : from->if_contains(name);
}

const bj::object* object_of(const bj::value* value) noexcept { return value == nullptr ? nullptr : value->if_object(); }

/// Finds the part of a JSON Schema that describes a part of a document: by `properties`, `items` and `$ref` to the
/// `definitions` of the same schema.
class SchemaNode {
 public:
  explicit SchemaNode(const bj::object& schema) : root_(&schema), node_(&schema) {}

  /// The schema of this part; null if there is none.
  [[nodiscard]] const bj::object* get() const noexcept { return node_; }
  /// The keyword's value, if it is a text; else empty.
  [[nodiscard]] std::string_view text(std::string_view keyword) const noexcept {
    const auto* value = find(node_, keyword);
    const auto* found = value == nullptr ? nullptr : value->if_string();
    return found == nullptr ? std::string_view() : std::string_view(*found);
  }
  [[nodiscard]] SchemaNode member(std::string_view name) const {
    return {root_, find(object_of(find(node_, "properties")), name)};
  }
  [[nodiscard]] SchemaNode item() const { return {root_, find(node_, "items")}; }

 private:
  SchemaNode(const bj::object* root, const bj::value* node) : root_(root), node_(object_of(node)) {
    const std::string_view reference = text("$ref");
    if (!reference.starts_with(kDefinitions)) return;
    node_ = object_of(find(object_of(find(root_, "definitions")), reference.substr(kDefinitions.size())));
  }

  const bj::object* root_;
  const bj::object* node_;
};

/// The keywords that TextChecks and (additionalProperties) check_labels() check instead, and `format`, which is not
/// checked.
constexpr std::array<std::string_view, 4> kOwnKeywords = {"pattern", "propertyNames", "additionalProperties", "format"};

/// The schema without these keywords. Members of `properties` and `definitions` are names, not keywords.
void drop_own_keywords(bj::value& node) {
  auto* schema = node.if_object();
  if (schema == nullptr) return;
  for (const std::string_view keyword : kOwnKeywords) schema->stable_erase(keyword);
  for (const std::string_view keyword : {"properties", "definitions"}) {
    auto* named = schema->if_contains(keyword);
    if (named == nullptr || !named->is_object()) continue;
    for (auto& [name, inner] : named->get_object()) drop_own_keywords(inner);
  }
  if (auto* items = schema->if_contains("items")) drop_own_keywords(*items);
}

std::string_view kind_of(const bj::value& value) {
  switch (value.kind()) {
    case bj::kind::null:
      return "null";
    case bj::kind::bool_:
      return "true or false";
    case bj::kind::int64:
    case bj::kind::uint64:
    case bj::kind::double_:
      return "a number";
    case bj::kind::string:
      return "text";
    case bj::kind::array:
      return "a list";
    case bj::kind::object:
      return "an object";
  }
  return {};
}

std::string_view wanted_kind(std::string_view type) {
  if (type == "string") return "text";
  if (type == "array") return "a list";
  if (type == "object") return "an object";
  if (type == "boolean") return "true or false";
  if (type == "integer") return "a whole number";
  if (type == "number") return "a number";
  return "null";
}

/// The elements of a keyword's list, or its one value, each in words: "a, b or c".
template <class ToWords>
std::string alternatives(const bj::value& keyword, ToWords to_words) {
  if (!keyword.is_array()) return std::string(to_words(keyword));
  std::string all;
  const auto& items = keyword.get_array();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) all.append(i + 1 == items.size() ? " or " : ", ");
    all.append(to_words(items[i]));
  }
  return all;
}

std::string expected_type(const bj::value& type, const bj::value& value) {
  return "expected " + alternatives(type, [](const bj::value& name) { return wanted_kind(name.get_string()); }) +
         ", got " + std::string(kind_of(value));
}

std::string counted(std::string_view before, const bj::value& count, std::string_view unit) {
  const std::string number = bj::serialize(count);
  return std::string(before).append(number).append(" ").append(unit).append(number == "1" ? "" : "s");
}

/// The sentence for an error of the library about `value`; its texts are those of valijson 1.0.
std::string sentence_for(const RawError& raw, const bj::value& value, const SchemaNode& schema) {
  const std::string_view description = raw.description;
  const auto keyword = [&](std::string_view name) {
    return schema.get() == nullptr ? nullptr : schema.get()->if_contains(name);
  };
  if (const auto* type = keyword("type"); type != nullptr && description.contains("'type'")) {
    return expected_type(*type, value);
  }
  if (const auto* values = keyword("enum"); values != nullptr && description.contains("enum values")) {
    return "expected " + alternatives(*values, [](const bj::value& item) { return bj::serialize(item); });
  }
  if (const auto* least = keyword("minLength"); least != nullptr && description.contains("no fewer than")) {
    return *least == 1 ? "is empty" : counted("shorter than ", *least, "character");
  }
  if (const auto* most = keyword("maxLength"); most != nullptr && description.contains("no more than")) {
    return counted("longer than ", *most, "character");
  }
  if (const auto* least = keyword("minItems"); least != nullptr && description.contains("no fewer than")) {
    return counted("expected at least ", *least, "item");
  }
  return "does not fit the schema: " + raw.description;
}

/// Errors that the library repeats for every object and list around the faulty member.
bool is_repetition(std::string_view description) {
  return description.starts_with("Failed to validate item #") ||
         description.starts_with("Failed to validate against schema associated with property name");
}

std::string missing_name(std::string_view description) {
  constexpr std::string_view kBefore = "Missing required property '";
  constexpr std::string_view kAfter = "'.";
  if (!description.starts_with(kBefore) || !description.ends_with(kAfter)) return {};
  description.remove_prefix(kBefore.size());
  description.remove_suffix(kAfter.size());
  return std::string(description);
}

/// Follows the library's path ("<root>", "[publications]", "[2]") through document and schema.
SchemaFault translate(const RawError& raw, const bj::object& root, const bj::value& document) {
  SchemaFault fault{{}, missing_name(raw.description), "is missing"};
  SchemaNode schema(root);
  const bj::value* value = &document;
  for (std::size_t i = 1; i < raw.context.size(); ++i) {
    const std::string_view token = std::string_view(raw.context[i]).substr(1, raw.context[i].size() - 2);
    fault.pointer = json::pointer_to(fault.pointer, token);
    schema = value->is_array() ? schema.item() : schema.member(token);
    value = value->is_array() ? &value->get_array().at(std::stoul(std::string(token))) : &value->at(token);
  }
  if (fault.missing.empty()) fault.sentence = sentence_for(raw, *value, schema);
  return fault;
}

/// `{"propertyNames": {"not": {"enum": [...]}}}`, the only form in which the schemas use the keyword.
bool is_forbidden_name(const bj::object* schema, std::string_view name) {
  const auto* names = schema == nullptr ? nullptr : schema->if_contains("propertyNames");
  if (names == nullptr) return false;
  bj::error_code ec;
  const auto* forbidden = names->find_pointer("/not/enum", ec);
  return forbidden != nullptr && forbidden->is_array() &&
         std::ranges::any_of(forbidden->get_array(),
                             [&](const bj::value& item) { return item.is_string() && item.get_string() == name; });
}

/// The rules of a schema that the schema library does not check: `pattern`, names that `propertyNames` forbids, and,
/// for every text, control characters.
class TextChecks {
 public:
  void value(const bj::value& value, const SchemaNode& schema, const std::string& pointer) {
    if (const auto* object = value.if_object()) {
      for (const auto& [name, member] : *object) this->member({name.data(), name.size()}, member, schema, pointer);
    } else if (const auto* array = value.if_array()) {
      std::size_t index = 0;
      for (const auto& item : *array)
        this->value(item, schema.item(), json::pointer_to(pointer, std::to_string(index++)));
    } else if (const auto* text = value.if_string()) {
      this->text(*text, schema, pointer);
    }
  }

  std::vector<SchemaFault> take() { return std::move(faults_); }

 private:
  void member(std::string_view name, const bj::value& value, const SchemaNode& schema, const std::string& parent) {
    const std::string pointer = json::pointer_to(parent, name);
    if (is_forbidden_name(schema.get(), name)) {
      faults_.push_back({pointer, {}, "is added by the service to the published document; rename or remove it"});
      return;
    }
    if (has_control_character(name)) {
      faults_.push_back({pointer, {}, "the name contains a control character; remove it"});
    }
    this->value(value, schema.member(name), pointer);
  }

  void text(std::string_view text, const SchemaNode& schema, const std::string& pointer) {
    if (has_control_character(text)) {
      faults_.push_back({pointer, {}, "contains a control character, such as a line feed or a tab; remove it"});
      return;
    }
    const std::string_view pattern = schema.text("pattern");
    if (pattern.empty()) return;
    const TextForm* form = find_form(pattern);
    if (form == nullptr) {
      faults_.push_back({pointer, {}, "cannot be checked: this program does not support the schema's pattern"});
    } else if (!form->matches(text)) {
      faults_.push_back({pointer, {}, sentence_about(text, *form, pointer)});
    }
  }

  /// With the text itself if it is short, and what to write instead if that is known.
  static std::string sentence_about(std::string_view text, const TextForm& form, std::string_view pointer) {
    constexpr std::size_t kLongestShown = 60;
    std::string sentence(form.sentence);
    if (!text.empty() && text.size() <= kLongestShown) sentence.append(", got \"").append(text).append("\"");
    const auto tag = form.is_language ? language_tag_of(text) : std::string_view();
    if (!tag.empty()) sentence.append("; did you mean \"").append(tag).append("\"?");
    if (pointer.ends_with("/until")) sentence += "; leave it out for what has not ended";
    return sentence;
  }

  std::vector<SchemaFault> faults_;
};

std::vector<SchemaFault> check_texts(const bj::object& schema, const bj::value& document) {
  TextChecks checks;
  checks.value(document, SchemaNode(schema), {});
  return checks.take();
}

}  // namespace

struct SchemaCheck::State {
  bj::object source;
  valijson::Schema schema;
};

SchemaCheck::SchemaCheck(std::string_view schema) {
  auto state = std::make_unique<State>();
  bj::value source = bj::parse(schema);
  state->source = source.as_object();
  drop_own_keywords(source);
  valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(Adapter(source), state->schema);
  state_ = std::move(state);
}

SchemaCheck::~SchemaCheck() = default;

std::vector<SchemaFault> SchemaCheck::check(const bj::value& document) const {
  valijson::Validator validator;
  valijson::ValidationResults results;
  std::vector<SchemaFault> faults;
  const bool is_valid = validator.validate(state_->schema, Adapter(document), &results);
  for (const RawError& raw : results) {
    if (!is_repetition(raw.description)) faults.push_back(translate(raw, state_->source, document));
  }
  if (!is_valid && faults.empty()) faults.push_back({{}, {}, "the file does not fit its schema"});
  std::ranges::move(check_texts(state_->source, document), std::back_inserter(faults));
  return faults;
}

}  // namespace agent_access::content
