// How llhttp and Boost.Beast read the first message of some bytes.
#include <llhttp.h>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <string>
#include <utility>

#include "differential/framing_differential.hpp"

namespace agent_access::test {
namespace {

struct Collected {
  Reading reading;
  std::string name;
  std::string value;
  bool complete = false;
};

Collected& collected(llhttp_t* parser) { return *static_cast<Collected*>(parser->data); }

int on_url(llhttp_t* parser, const char* at, std::size_t size) {
  collected(parser).reading.target.append(at, size);
  return 0;
}
int on_name(llhttp_t* parser, const char* at, std::size_t size) {
  collected(parser).name.append(at, size);
  return 0;
}
int on_value(llhttp_t* parser, const char* at, std::size_t size) {
  collected(parser).value.append(at, size);
  return 0;
}
/// llhttp does not remove white space behind a value.
int on_field_complete(llhttp_t* parser) {
  Collected& found = collected(parser);
  found.value.erase(found.value.find_last_not_of(" \t") + 1);
  found.reading.fields.emplace_back(std::exchange(found.name, {}), std::exchange(found.value, {}));
  return 0;
}
/// It counts its length down while it reads the body.
int on_head_complete(llhttp_t* parser) {
  Reading& reading = collected(parser).reading;
  reading.method = llhttp_method_name(static_cast<llhttp_method_t>(llhttp_get_method(parser)));
  reading.minor_version = llhttp_get_http_minor(parser);
  reading.chunked = (parser->flags & F_CHUNKED) != 0;
  reading.length = parser->content_length;
  return 0;
}
int on_body(llhttp_t* parser, const char* at, std::size_t size) {
  collected(parser).reading.body.append(at, size);
  return 0;
}
int on_complete(llhttp_t* parser) {
  collected(parser).complete = true;
  return HPE_PAUSED;
}

/// Beast's message type would group fields of the same name; this keeps their order.
class BeastReader final : public boost::beast::http::basic_parser<true> {
 public:
  BeastReader() {
    eager(true);
    header_limit(1024 * 1024);
    body_limit(1024 * 1024);
  }

  Reading reading;

 private:
  using Text = boost::beast::string_view;
  using Error = boost::beast::error_code;
  static std::string text(Text view) { return {view.data(), view.size()}; }

  void on_request_impl(boost::beast::http::verb, Text method, Text target, int version, Error&) override {
    reading.method = text(method);
    reading.target = text(target);
    reading.minor_version = version - 10;
  }
  void on_response_impl(int, Text, int, Error&) override {}
  void on_field_impl(boost::beast::http::field, Text name, Text value, Error&) override {
    reading.fields.emplace_back(text(name), text(value));
  }
  void on_header_impl(Error&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, Error&) override {}
  std::size_t on_body_impl(Text body, Error&) override { return add(body); }
  void on_chunk_header_impl(std::uint64_t, Text, Error&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, Text body, Error&) override { return add(body); }
  void on_finish_impl(Error&) override {}

  std::size_t add(Text body) {
    reading.body.append(body.data(), body.size());
    return body.size();
  }
};

}  // namespace

ReadingResult read_with_llhttp(std::string_view bytes) {
  llhttp_settings_t settings;
  llhttp_settings_init(&settings);
  settings.on_url = on_url;
  settings.on_header_field = on_name;
  settings.on_header_value = on_value;
  settings.on_header_value_complete = on_field_complete;
  settings.on_headers_complete = on_head_complete;
  settings.on_body = on_body;
  settings.on_message_complete = on_complete;
  llhttp_t parser;
  llhttp_init(&parser, HTTP_REQUEST, &settings);
  Collected found;
  parser.data = &found;
  const llhttp_errno_t error = llhttp_execute(&parser, bytes.data(), bytes.size());
  if (error != HPE_PAUSED || !found.complete) {
    return base::Failure(std::string(llhttp_errno_name(error)) + (found.complete ? "" : ", message not complete"));
  }
  found.reading.size = static_cast<std::size_t>(llhttp_get_error_pos(&parser) - bytes.data());
  return std::move(found.reading);
}

ReadingResult read_with_beast(std::string_view bytes) {
  BeastReader parser;
  boost::beast::error_code error;
  std::size_t& size = parser.reading.size;
  while (size < bytes.size() && !parser.is_done() && !error) {
    const std::size_t used = parser.put(boost::asio::const_buffer(bytes.data() + size, bytes.size() - size), error);
    size += used;
    if (used == 0) break;
  }
  if (error || !parser.is_done()) return base::Failure(error ? error.message() : "message not complete");
  parser.reading.chunked = parser.chunked();
  parser.reading.length = parser.content_length().value_or(0);
  return std::move(parser.reading);
}

}  // namespace agent_access::test
