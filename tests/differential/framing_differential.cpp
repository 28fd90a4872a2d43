#include "differential/framing_differential.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "net/http1/framing.hpp"
#include "net/http1/request_reader.hpp"

namespace agent_access::test {
namespace {

/// A message that our parser accepts.
struct OurReading {
  Reading reading;
  std::size_t head_size = 0;
  std::string coded;  ///< the body as it is sent
};

Reading reading_of(const net::Head& head) {
  Reading reading;
  reading.method = head.method_text;
  reading.target = head.target;
  reading.minor_version = head.minor_version;
  for (const auto& field : head.fields) reading.fields.emplace_back(field.name, field.value);
  reading.chunked = head.chunked;
  reading.length = head.content_length;
  return reading;
}

std::optional<OurReading> read(std::string_view bytes) {
  static const net::Limits limits;
  net::Head head;
  const auto result = net::parse_head(bytes, limits, head);
  const auto* size = std::get_if<net::HeadSize>(&result);
  if (size == nullptr) return std::nullopt;
  OurReading ours{reading_of(head), size->bytes, {}};
  if (!head.chunked) {
    ours.coded = ours.reading.body = std::string(head.content_length, 'b');
  } else {
    std::string rest(bytes.substr(size->bytes));
    net::ChunkedBody chunks(limits.body);
    const net::ChunkedBody::Step step = chunks.decode(rest);
    if (!chunks.is_complete()) return std::nullopt;
    ours.coded = bytes.substr(size->bytes, step.taken);
    ours.reading.body = rest.substr(0, step.produced);
  }
  ours.reading.size = ours.head_size + ours.coded.size();
  return ours;
}

/// llhttp has a list of methods, some with a grammar of their own; ours accepts any token, and the service returns 405.
/// Only framing is compared, so the method is replaced. CONNECT and PRI are never requests of ours: they need
/// the target "host:port" or "*", which we refuse.
bool is_common(std::string_view method) {
  constexpr std::array<std::string_view, 8> kCommon{"GET",    "HEAD",    "POST",  "PUT",
                                                    "DELETE", "OPTIONS", "PATCH", "TRACE"};
  return std::ranges::find(kCommon, method) != kCommon.end();
}

/// A chunked body without the extensions of its chunks.
std::string without_extensions(std::string_view coded) {
  std::string plain;
  while (!coded.empty()) {
    const std::string_view line = coded.substr(0, coded.find("\r\n"));
    const std::string_view digits = line.substr(0, line.find(';'));
    const std::size_t size = std::stoul("0" + std::string(digits), nullptr, 16);
    const std::size_t rest = size == 0 ? coded.size() - line.size() : size + 4;
    plain.append(digits).append(coded.substr(line.size(), rest));
    coded.remove_prefix(line.size() + rest);
  }
  return plain;
}

using Parser = ReadingResult (*)(std::string_view);

/// Nothing if the other parser reads the same. It may refuse extensions that the grammar allows, such as a quote within
/// quotes (llhttp); it then reads the same without them.
std::optional<std::string> compare(std::string_view who, Parser parser, std::string_view stream, const OurReading& ours,
                                   std::string_view behind) {
  ReadingResult other = parser(stream);
  Reading expected = ours.reading;
  if (!other && ours.reading.chunked && ours.coded.contains(';')) {
    const std::string plain = without_extensions(ours.coded);
    const std::size_t head = ours.reading.size - ours.coded.size();
    expected.size = head + plain.size();
    other = parser(std::string(stream.substr(0, head)).append(plain).append(behind));
  }
  if (!other) return std::string(who) + " refuses: " + other.error();
  if (auto found = difference(expected, *other)) return std::string(who) + " reads " + *found;
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> accepted_size(std::string_view bytes) {
  const auto ours = read(bytes);
  if (!ours) return std::nullopt;
  return ours->reading.size;
}

std::optional<std::string> difference(const Reading& ours, const Reading& other) {
  if (other.method != ours.method) return "method " + other.method;
  if (other.target != ours.target) return "target " + other.target;
  if (other.minor_version != ours.minor_version) return "version 1." + std::to_string(other.minor_version);
  if (other.fields.size() != ours.fields.size()) return std::to_string(other.fields.size()) + " fields";
  for (std::size_t i = 0; i < ours.fields.size(); ++i) {
    if (other.fields[i] != ours.fields[i]) return "field " + other.fields[i].first + ": " + other.fields[i].second;
  }
  if (other.chunked != ours.chunked) return std::string(other.chunked ? "" : "no ") + "chunks";
  if (other.length != ours.length) return "length " + std::to_string(other.length);
  if (other.body != ours.body) return "another body";
  if (other.size != ours.size) return "end at " + std::to_string(other.size) + ", we " + std::to_string(ours.size);
  return std::nullopt;
}

std::optional<std::string> disagreement(std::string_view bytes) {
  constexpr std::string_view kSecond = "GET /second HTTP/1.1\r\nHost: b\r\n\r\n";
  auto ours = read(bytes);
  if (!ours) return std::nullopt;
  std::string stream = std::string(bytes.substr(0, ours->head_size)).append(ours->coded).append(kSecond);
  if (auto found = compare("Beast", read_with_beast, stream, *ours, kSecond)) return found;
  if (!is_common(ours->reading.method)) {
    stream.replace(0, ours->reading.method.size(), "POST");
    ours->reading.size += std::string_view("POST").size();
    ours->reading.size -= ours->reading.method.size();
    ours->reading.method = "POST";
  }
  return compare("llhttp", read_with_llhttp, stream, *ours, kSecond);
}

}  // namespace agent_access::test
