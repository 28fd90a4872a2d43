#include "differential/framing_differential.hpp"

#include <llhttp/llhttp.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <variant>

#include "net/http1/chunked_body.hpp"
#include "net/http1/framing.hpp"

namespace agent_access::test {
namespace {

struct Collected {
  std::string target;
  std::size_t fields = 0;
  std::string body;
  bool complete = false;
};

Collected& collected(llhttp_t* parser) { return *static_cast<Collected*>(parser->data); }

int on_url(llhttp_t* parser, const char* at, std::size_t size) {
  collected(parser).target.append(at, size);
  return 0;
}
int on_field_complete(llhttp_t* parser) {
  ++collected(parser).fields;
  return 0;
}
int on_body(llhttp_t* parser, const char* at, std::size_t size) {
  collected(parser).body.append(at, size);
  return 0;
}
int on_complete(llhttp_t* parser) {
  collected(parser).complete = true;
  return HPE_PAUSED;
}

/// What we make of a message that we accept.
struct OurReading {
  net::Head head;
  std::size_t head_size = 0;
  std::string coded;  ///< the body as it is sent
  std::string body;
};

std::optional<OurReading> read(std::string_view bytes) {
  static const net::Limits limits;
  OurReading ours;
  const auto result = net::parse_head(bytes, limits, ours.head);
  const auto* size = std::get_if<net::HeadSize>(&result);
  if (size == nullptr) return std::nullopt;
  ours.head_size = size->bytes;
  if (!ours.head.chunked) {
    ours.coded = ours.body = std::string(ours.head.content_length, 'b');
    return ours;
  }
  std::string rest(bytes.substr(size->bytes));
  net::ChunkedBody chunks(limits.body);
  const net::ChunkedBody::Step step = chunks.decode(rest);
  if (!chunks.is_complete()) return std::nullopt;
  ours.coded = bytes.substr(size->bytes, step.taken);
  ours.body = rest.substr(0, step.produced);
  return ours;
}

/// llhttp knows a list of methods and gives some of them a grammar of their own; ours takes any token and answers 405.
/// What is compared is framing, so another method stands in. CONNECT and PRI make no request of ours: they need the
/// target "host:port" or "*", which we refuse.
std::string with_common_method(std::string_view bytes, std::string_view method) {
  constexpr std::array<std::string_view, 8> kCommon{"GET",    "HEAD",    "POST",  "PUT",
                                                    "DELETE", "OPTIONS", "PATCH", "TRACE"};
  if (std::ranges::find(kCommon, method) != kCommon.end()) return std::string(bytes);
  return "POST" + std::string(bytes.substr(method.size()));
}

std::optional<std::string> compare(std::string_view who, const OtherReading& other, const OurReading& ours,
                                   std::size_t size) {
  const net::Head& head = ours.head;
  const std::string name(who);
  if (!other.accepted) return name + " refuses: " + other.why;
  if (other.size != size) return name + " ends it at " + std::to_string(other.size) + ", we at " + std::to_string(size);
  if (other.target != head.target) return name + " reads another target: " + other.target;
  if (other.fields != head.fields.size()) return name + " reads " + std::to_string(other.fields) + " fields";
  if (other.body != ours.body) return name + " reads another body";
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> accepted_size(std::string_view bytes) {
  const auto ours = read(bytes);
  if (!ours) return std::nullopt;
  return ours->head_size + ours->coded.size();
}

OtherReading read_with_llhttp(std::string_view bytes) {
  llhttp_settings_t settings;
  llhttp_settings_init(&settings);
  settings.on_url = on_url;
  settings.on_header_value_complete = on_field_complete;
  settings.on_body = on_body;
  settings.on_message_complete = on_complete;
  llhttp_t parser;
  llhttp_init(&parser, HTTP_REQUEST, &settings);
  Collected found;
  parser.data = &found;
  const llhttp_errno_t error = llhttp_execute(&parser, bytes.data(), bytes.size());
  OtherReading reading;
  reading.accepted = error == HPE_PAUSED && found.complete;
  if (!reading.accepted) {
    reading.why = std::string(llhttp_errno_name(error)) + (found.complete ? "" : ", message not complete");
    return reading;
  }
  reading.size = static_cast<std::size_t>(llhttp_get_error_pos(&parser) - bytes.data());
  reading.target = found.target;
  reading.fields = found.fields;
  reading.body = found.body;
  return reading;
}

OtherReading read_with_beast(std::string_view bytes) {
  namespace http = boost::beast::http;
  http::request_parser<http::string_body> parser;
  parser.eager(true);
  parser.header_limit(1024 * 1024);
  parser.body_limit(1024 * 1024);
  boost::beast::error_code error;
  OtherReading reading;
  while (reading.size < bytes.size() && !parser.is_done() && !error) {
    const std::size_t used =
        parser.put(boost::asio::const_buffer(bytes.data() + reading.size, bytes.size() - reading.size), error);
    reading.size += used;
    if (used == 0) break;
  }
  reading.accepted = !error && parser.is_done();
  if (!reading.accepted) {
    reading.why = error ? error.message() : "message not complete";
    return reading;
  }
  reading.target = std::string(parser.get().target());
  reading.fields = static_cast<std::size_t>(std::distance(parser.get().begin(), parser.get().end()));
  reading.body = parser.get().body();
  return reading;
}

std::optional<std::string> disagreement(std::string_view bytes) {
  const auto ours = read(bytes);
  if (!ours) return std::nullopt;
  const std::string message =
      with_common_method(bytes.substr(0, ours->head_size), ours->head.method_text) + ours->coded;
  const std::string stream = message + "GET /second HTTP/1.1\r\nHost: b\r\n\r\n";
  if (auto found = compare("llhttp", read_with_llhttp(stream), *ours, message.size())) return found;
  return compare("Beast", read_with_beast(stream), *ours, message.size());
}

}  // namespace agent_access::test
