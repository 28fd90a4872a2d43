// Who answered in place of the service: the real answers of tests/support/guard_answers.json, and answers of none.
#include "tools/guards/guard_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "support/filled.hpp"

namespace agent_access::tools {
namespace {

using testing::HasSubstr;

struct Answer {
  std::string guard;
  std::string sign;
  tools::ClientResponse response;
};

std::vector<Answer> answers() {
  std::ifstream file(AGENT_ACCESS_SOURCE_DIR "/tests/support/guard_answers.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<Answer> found;
  for (const auto& value : test::filled(boost::json::parse(text).as_array())) {
    const auto& object = value.as_object();
    Answer answer{std::string(object.at("guard").as_string()), std::string(object.at("sign").as_string()), {}};
    answer.response.status = static_cast<unsigned>(object.at("status").as_int64());
    answer.response.body = object.at("body").as_string();
    for (const auto& field : object.at("headers").as_object()) {
      answer.response.fields.push_back({std::string(field.key()), std::string(field.value().as_string())});
    }
    found.push_back(std::move(answer));
  }
  return found;
}

tools::ClientResponse guard_answer(unsigned status, const std::string& type, std::string body = {}) {
  tools::ClientResponse response;
  response.status = status;
  response.body = std::move(body);
  response.fields = {{"Content-Type", type}};
  return response;
}

TEST(Recognize, NamesTheProductOfEachRealAnswer) {
  for (const auto& [guard, sign, response] : answers()) {
    const auto found = recognize(response);
    ASSERT_TRUE(found) << guard << ": " << response.body;
    EXPECT_EQ(found->guard->name, guard) << response.body;
    EXPECT_THAT(told(*found), HasSubstr(sign)) << response.body;
  }
}

TEST(Recognize, HasAnAnswerForEachRow) {
  std::set<std::string> named;
  for (const auto& answer : answers()) named.insert(answer.guard);
  for (const auto& guard : test::filled(guard_table())) {
    EXPECT_TRUE(named.contains(std::string(guard.name))) << guard.name;
    EXPECT_FALSE(guard.signs.empty()) << guard.name;
    EXPECT_THAT(std::string(guard.remedy),
                testing::AnyOf(testing::EndsWith(" for"), testing::EndsWith(" at"), testing::EndsWith(" to")));
  }
}

TEST(Recognize, ComparesWithoutCaseAndByTheBeginningOfAFieldName) {
  auto response = guard_answer(403, "text/html");
  response.fields.push_back({"CF-Mitigated", "Challenge"});
  EXPECT_EQ(recognize(response).value().guard->name, "Cloudflare");
  EXPECT_TRUE(recognize(guard_answer(403, "text/html", "<TITLE>JUST A MOMENT...</TITLE>")));
  auto prefixed = guard_answer(200, "text/html");
  prefixed.fields.push_back({"X-SigSci-AgentResponse", "406"});
  EXPECT_EQ(recognize(prefixed).value().guard->name, "Fastly");
}

TEST(Recognize, IsNotMisledByWhatProductsAddToEveryResponse) {
  const auto error = R"({"error":"temporarily_unavailable","error_description":"Try again shortly."})";
  for (const unsigned status : {200U, 401U, 403U, 429U, 503U}) {
    auto response = guard_answer(status, "application/json", error);
    response.fields.push_back({"Server", "cloudflare"});
    response.fields.push_back({"CF-RAY", "72c77ad49d4ebb83-FRA"});
    response.fields.push_back({"X-Served-By", "cache-fra-1"});
    response.fields.push_back({"Retry-After", "2"});
    EXPECT_FALSE(recognize(response)) << status;
  }
  auto passed = guard_answer(200, "application/json", "{}");
  passed.fields.push_back({"X-Iinfo", "10-1"});
  EXPECT_FALSE(recognize(passed));
}

TEST(Recognize, WantsThePageWhereOnlyPagesTell) {
  EXPECT_FALSE(recognize(guard_answer(200, "text/markdown", "# Consent")));
  EXPECT_FALSE(recognize(guard_answer(503, "application/json", R"({"error":"maintenance"})")));
  EXPECT_TRUE(recognize(guard_answer(503, "text/html; charset=utf-8", "<h1>Maintenance</h1>")));
}

TEST(ToldOfUnknown, HasStatusServerAndTitleInPrintableForm) {
  auto response = guard_answer(502, "text/html", "<html><Title>Bad \x1b[31m\"Gateway\"</title>");
  response.fields.push_back({"Server", "nginx/1.22"});
  EXPECT_EQ(
      told_of_unknown(response),
      "something in front of the service answers (502, Server nginx/1.22, title \"Bad \\u001b[31m\\\"Gateway\\\"\"), "
      "not the service");
  EXPECT_EQ(told_of_unknown(guard_answer(403, "text/plain", "<title>open")),
            "something in front of the service answers (403), not the service");
}

TEST(RemedyOf, EndsWithThePaths) {
  const auto found = recognize(answers().front().response).value();
  EXPECT_THAT(remedy_of(found, "/oauth/* /llms.txt"), testing::EndsWith(" for /oauth/* /llms.txt"));
  EXPECT_THAT(remedy_of_unknown("/oauth/*"), testing::EndsWith(" at /oauth/*"));
}

}  // namespace
}  // namespace agent_access::tools
