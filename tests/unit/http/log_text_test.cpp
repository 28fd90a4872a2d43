#include "http/log_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace agent_access::http {
namespace {

// Of the form of a client secret: 43 characters of base64url.
constexpr std::string_view kSecret = "MuKa2L_re7c2XnUBy4AsZwDFg0GvMF34YnzHU35kDng";

std::string logged(std::string_view text) {
  LogText<256> kept;
  kept.assign(text);
  return std::string(kept.view());
}

TEST(LogText, KeepsTheNamesOfUsualClients) {
  for (const std::string_view text :
       {"", "curl/8.5.0", "python-requests/2.32.3", "node",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
        "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) "
        "Chrome/141.0.7390.122 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        "Mozilla/5.0 (compatible; GoogleAssociationService)", "Müller-Agent/1.0"}) {
    EXPECT_EQ(logged(text), text);
  }
}

TEST(LogText, RemovesASecretAtEveryPlace) {
  for (std::size_t before = 0; before <= 70; ++before) {
    const std::string space(before, ' ');
    const std::string text = space + std::string(kSecret) + " after";
    EXPECT_EQ(logged(text), space + "[removed] after");
  }
}

TEST(LogText, RemovesEachRunThatMayBeASecret) {
  const std::string secret(kSecret);
  const std::string part(86, 'a');
  const std::pair<std::string, std::string> rows[] = {
      {"Bearer eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJpc3MiOiJodHRwczovL2V4YW1wbGUuY29tIn0." + part + "B",
       "Bearer [removed].[removed].[removed]"},
      {"Basic NmYxYzJhMGUtM2IxZC00YTU3LTljOGUtMmQ0YjdmMGE5ZTMxOk11S2EyTF9yZTdj=", "Basic [removed]"},
      {"key 3f786850e387550fdab836ed7e6dc881", "key [removed]"},
      {"key 00000000-3f78-6850-e387-550fdab836ed", "key [removed]"},
      {secret.substr(0, 31), secret.substr(0, 31)},
      {secret.substr(0, 32), "[removed]"},
      {secret + " a-word-of-lower-case-letters-and-hyphens " + secret,
       "[removed] a-word-of-lower-case-letters-and-hyphens [removed]"},
      {"/blog/a-post-about-the-invented-oceans-of-last-year", "/blog/a-post-about-the-invented-oceans-of-last-year"},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(logged(text), expected);
}

TEST(LogText, KeepsNoPartOfARunThatItsLengthWouldCut) {
  for (std::size_t room = 0; room <= 60; ++room) {
    std::string kept(room, '\0');
    const std::string text = std::string(10, '.') + std::string(kSecret);
    const std::size_t size = copy_for_log(text, kept);
    EXPECT_EQ(kept.substr(0, size), ("..........[removed]" + std::string()).substr(0, room));
  }
}

TEST(LogText, IsBoundedAndReused) {
  LogText<8> kept;
  kept.assign("0123456789");
  EXPECT_EQ(kept.view(), "01234567");
  kept.assign("ab");
  EXPECT_EQ(kept.view(), "ab");
  kept.clear();
  EXPECT_EQ(kept.view(), "");
}

std::string trace_of(std::string_view text) { return std::string(parse_trace_id(text).value_or("none")); }

// The example of section 3.2.2.5 of the Recommendation.
TEST(ParseTraceId, ReadsTheIdOfATraceOfThisAndALaterVersion) {
  for (const std::string_view text : {
           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
           "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
       }) {
    EXPECT_EQ(trace_of(text), "4bf92f3577b34da6a3ce929d0e0e4736") << text;
  }
}

TEST(ParseTraceId, RefusesEverythingElse) {
  for (const std::string_view text : {
           "",
           "00",
           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
           "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more",
           "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
           "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
           "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
           "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
           "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
           "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902bg-01",
           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0g",
           "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
           "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01",
           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7_01",
       }) {
    EXPECT_EQ(trace_of(text), "none") << text;
  }
}

}  // namespace
}  // namespace agent_access::http
