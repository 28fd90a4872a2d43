#include "net/http1/second_opinion.hpp"

#include <boost/beast/http/basic_parser.hpp>

#include <algorithm>
#include <limits>

namespace agent_access::net {
namespace {

namespace beast = boost::beast;

/// It collects nothing: each callback compares.
class SecondOpinion final : public beast::http::basic_parser<true> {
 public:
  SecondOpinion(const Head& head, std::size_t size) : head_(head) {
    body_limit(boost::none);
    header_limit(static_cast<std::uint32_t>(std::min<std::size_t>(size, std::numeric_limits<std::uint32_t>::max())));
  }

  /// A head that is not whole is an error (need_more).
  [[nodiscard]] bool agrees(std::string_view bytes) {
    beast::error_code error;
    const std::size_t used = put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
    return !error && agreed_ && used == bytes.size() && next_ == head_.fields.size() && chunked() == head_.chunked &&
           content_length().value_or(0) == head_.content_length;
  }

 private:
  using Text = beast::string_view;
  static bool same(std::string_view ours, Text theirs) {
    return ours == std::string_view(theirs.data(), theirs.size());
  }

  void on_request_impl(beast::http::verb, Text method, Text target, int version, beast::error_code&) override {
    agreed_ = same(head_.method_text, method) && same(head_.target, target) && version == 10 + head_.minor_version;
  }
  void on_field_impl(beast::http::field, Text name, Text value, beast::error_code&) override {
    agreed_ = agreed_ && next_ < head_.fields.size() && same(head_.fields[next_].name, name) &&
              same(head_.fields[next_].value, value);
    ++next_;
  }
  void on_response_impl(int, Text, int, beast::error_code&) override { agreed_ = false; }
  void on_header_impl(beast::error_code&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, beast::error_code&) override {}
  std::size_t on_body_impl(Text body, beast::error_code&) override { return body.size(); }
  void on_chunk_header_impl(std::uint64_t, Text, beast::error_code&) override { agreed_ = false; }
  std::size_t on_chunk_body_impl(std::uint64_t, Text body, beast::error_code&) override { return body.size(); }
  void on_finish_impl(beast::error_code&) override {}

  const Head& head_;
  std::size_t next_ = 0;
  bool agreed_ = false;
};

}  // namespace

bool beast_agrees(const Head& head, std::string_view bytes) { return SecondOpinion(head, bytes.size()).agrees(bytes); }

}  // namespace agent_access::net
