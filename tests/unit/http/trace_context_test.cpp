#include "http/log_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace agent_access::http {
namespace {

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
