#include "content/schema/schema_check.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <iterator>
#include <string>
#include <utility>
#include <valijson/adapters/boost_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "content/schema/text_check.hpp"
#include "json/json_place.hpp"

namespace agent_access::content {

namespace {

namespace bj = boost::json;
using Adapter = valijson::adapters::BoostJsonAdapter;
using RawError = valijson::ValidationResults::Error;

/// The keywords that text_check.hpp and (additionalProperties) design_check.hpp check instead, and `format`, which is
/// not checked.
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
