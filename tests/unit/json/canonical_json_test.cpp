#include "json/json_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <boost/json/parse.hpp>
#include <cstdint>
#include <utility>
#include <vector>

namespace agent_access::json {
namespace {

namespace bj = boost::json;

std::string canonical(std::string_view text) { return canonical_json(bj::parse(text)); }

// RFC 8785 section 3.2.2. The numbers are not parsed, because Boost.JSON may miss the nearest double by one place.
TEST(CanonicalJson, IsTheExampleOfTheRfc) {
  bj::object value = bj::parse(R"({
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  })")
                         .as_object();
  value["numbers"] = bj::array{333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001};
  EXPECT_EQ(canonical_json(value),
            "{\"literals\":[null,true,false],"
            "\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
            "\"string\":\"\xE2\x82\xAC$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
}

// RFC 8785 section 3.2.3: by UTF-16 code units, so that U+1F600 comes before U+FB33.
TEST(CanonicalJson, SortsMembersByUtf16) {
  EXPECT_EQ(canonical(R"({"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
                          "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control",
                          "\u00f6": "Latin Small Letter O With Diaeresis"})"),
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xC2\x80\":\"Control\","
            "\"\xC3\xB6\":\"Latin Small Letter O With Diaeresis\",\"\xE2\x82\xAC\":\"Euro Sign\","
            "\"\xF0\x9F\x98\x80\":\"Emoji: Grinning Face\",\"\xEF\xAC\xB3\":\"Hebrew Letter Dalet With Dagesh\"}");
}

// RFC 8785 appendix B.
TEST(CanonicalJson, WritesNumbersAsEcmaScriptDoes) {
  const std::vector<std::pair<std::uint64_t, std::string>> samples = {{0x0000000000000000, "0"},
                                                                      {0x8000000000000000, "0"},
                                                                      {0x0000000000000001, "5e-324"},
                                                                      {0x8000000000000001, "-5e-324"},
                                                                      {0x7fefffffffffffff, "1.7976931348623157e+308"},
                                                                      {0xffefffffffffffff, "-1.7976931348623157e+308"},
                                                                      {0x4340000000000000, "9007199254740992"},
                                                                      {0xc340000000000000, "-9007199254740992"},
                                                                      {0x4430000000000000, "295147905179352830000"},
                                                                      {0x44b52d02c7e14af5, "9.999999999999997e+22"},
                                                                      {0x44b52d02c7e14af6, "1e+23"},
                                                                      {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
                                                                      {0x444b1ae4d6e2ef4e, "999999999999999700000"},
                                                                      {0x444b1ae4d6e2ef4f, "999999999999999900000"},
                                                                      {0x444b1ae4d6e2ef50, "1e+21"},
                                                                      {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
                                                                      {0x3eb0c6f7a0b5ed8d, "0.000001"},
                                                                      {0x41b3de4355555553, "333333333.3333332"},
                                                                      {0x41b3de4355555554, "333333333.33333325"},
                                                                      {0x41b3de4355555555, "333333333.3333333"},
                                                                      {0x41b3de4355555556, "333333333.3333334"},
                                                                      {0x41b3de4355555557, "333333333.33333343"},
                                                                      {0xbecbf647612f3696, "-0.0000033333333333333333"},
                                                                      {0x43143ff3c1cb0959, "1424953923781206.2"}};
  for (const auto& [bits, text] : samples) EXPECT_EQ(canonical_json(bj::value(std::bit_cast<double>(bits))), text);
}

TEST(CanonicalJson, WritesIntegersAsNumbers) {
  EXPECT_EQ(canonical("[0, -1, 900, 9007199254740991, 18446744073709551615]"),
            "[0,-1,900,9007199254740991,18446744073709552000]");
}

TEST(CanonicalJson, EscapesNothingThatNeedNotBe) {
  EXPECT_EQ(canonical(R"(["\b\t\n\f\r\u0000\u001f\u007f/<\u2028"])"),
            "[\"\\b\\t\\n\\f\\r\\u0000\\u001f\x7f/<\xE2\x80\xA8\"]");
}

TEST(CanonicalJson, HasNoWhiteSpaceAlsoInEmptyValues) {
  EXPECT_EQ(canonical(R"({"b": [ ], "a": { } })"), "{\"a\":{},\"b\":[]}");
}

}  // namespace
}  // namespace agent_access::json
