#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "unit/service/service_fixture.hpp"

namespace agent_access::service {
namespace {

class CallerTest : public test::ServiceTest {
 protected:
  /// The caller in the outcome of one request.
  const http::Caller& caller_after(std::string_view path, std::string_view host, std::string_view body = {}) {
    const std::vector<http::Field> fields = {{"User-Agent", "ExampleAgent/1.0"}, {"Content-Type", "application/json"}};
    http::Request request;
    request.method = body.empty() ? http::Method::get : http::Method::post;
    request.path = path;
    request.host = host;
    request.fields = fields;
    request.body = body;
    request.peer_address = peer_;
    response_.reset();
    handler_->handle(request, response_);
    return response_.outcome.caller;
  }
  http::Response response_;
};

TEST_F(CallerTest, IsNotedForEveryAnswerAndRefusal) {
  for (const auto& [path, host] :
       std::vector<std::pair<std::string_view, std::string_view>>{{"/llms.txt", "example.com"},
                                                                  {"/oauth/token", "example.com"},
                                                                  {"/nowhere", "example.com"},
                                                                  {"/", "foreign.example"}}) {
    const http::Caller& caller = caller_after(path, host);
    EXPECT_TRUE(caller.is_noted);
    EXPECT_EQ(caller.address.to_text(), "203.0.113.7");
    EXPECT_EQ(caller.host.view(), host);
    EXPECT_EQ(caller.user_agent.view(), "ExampleAgent/1.0");
  }
}

TEST_F(CallerTest, HasTheNameOfARegistrationWithoutSecrets) {
  EXPECT_EQ(caller_after("/oauth/register", "example.com", R"({"client_name":"My agent"})").name.view(), "My agent");
  EXPECT_EQ(caller_after("/oauth/register", "example.com",
                         R"({"client_name":"key MuKa2L_re7c2XnUBy4AsZwDFg0GvMF34YnzHU35kDng"})")
                .name.view(),
            "key [removed]");
  EXPECT_EQ(caller_after("/oauth/register", "example.com", "{}").name.view(), "");
}

TEST_F(CallerTest, IsNotedForARequestThatIsRefusedBeforeItIsHandled) {
  const std::vector<http::Field> fields = {{"User-Agent", "ExampleAgent/1.0"}};
  http::Request request;
  request.path = "/oauth/token";
  request.host = "example.com";
  request.fields = fields;
  request.peer_address = peer_;
  handler_->reject_request(http::RequestError::body_too_large, request, response_);
  EXPECT_EQ(response_.outcome.caller.user_agent.view(), "ExampleAgent/1.0");
  handler_->reject(http::RequestError::malformed_request, response_);
  EXPECT_FALSE(response_.outcome.caller.is_noted);
}

}  // namespace
}  // namespace agent_access::service
