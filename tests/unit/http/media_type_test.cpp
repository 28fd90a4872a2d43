#include "http/message.hpp"

#include <gtest/gtest.h>

namespace agent_access::http {
namespace {

TEST(IsMediaType, IgnoresCaseAndParameters) {
  for (const auto* value :
       {"application/json", "Application/JSON", "application/json;charset=utf-8",
        "application/json ; charset=\"UTF-8\"", "application/json; a=b; c=d", "application/json "}) {
    EXPECT_TRUE(is_media_type(value, "application/json")) << value;
  }
}

TEST(IsMediaType, RefusesSimilarTypes) {
  for (const auto* value : {"", "application", "application/jso", "application/jsonx", "application/json+ld",
                            "application/json, text/plain", "text/json", " application/json", "application /json",
                            "application/json charset=utf-8"}) {
    EXPECT_FALSE(is_media_type(value, "application/json")) << value;
  }
}

}  // namespace
}  // namespace agent_access::http
