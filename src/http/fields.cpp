#include "http/fields.hpp"

#include "base/ascii.hpp"

namespace agent_access::http {
namespace {

constexpr std::array<std::string_view, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

void append_two(std::string& out, int number) {
  out += static_cast<char>('0' + number / 10);
  out += static_cast<char>('0' + number % 10);
}

}  // namespace

void append_preflight(std::string_view methods, std::string& fields) {
  append(fields, "Allow: ", methods, "\r\nAccess-Control-Allow-Methods: ", methods, "\r\n");
}

bool is_preflight(const Request& request) noexcept {
  return request.method == Method::options && request.count("Origin") > 0 &&
         request.count("Access-Control-Request-Method") > 0;
}

void refuse(const Fault& fault, Response& response) { refuse(fault, fault.sentence, {}, response); }

void refuse(const Fault& fault, std::string_view start, std::string_view end, Response& response) {
  response.outcome.fault = &fault;
  response.status = fault.status;
  response.constant_fields = kProblemFields;
  response.fields.assign(fault.fields);
  response.constant_body = {};
  response.body_owner.reset();
  // The texts have no quote or backslash, so they need no escaping.
  response.body.clear();
  append(response.body, R"({"error":")", fault.error, R"(","error_description":")", start, end, "\"}");
}

bool has_content_coding(const Request& request) noexcept {
  return std::ranges::any_of(request.fields, [](const Field& field) {
    if (!equal_names(field.name, "Content-Encoding")) return false;
    for (std::string_view rest = field.value; !rest.empty();) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      const std::string_view coding = base::trim(rest.substr(0, end));
      if (!coding.empty() && !equal_names(coding, "identity")) return true;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
  });
}

std::string http_date(std::time_t time) {
  std::tm utc{};
  gmtime_r(&time, &utc);
  std::string out;
  out.reserve(29);
  out += kDays[static_cast<std::size_t>(utc.tm_wday)];
  out += ", ";
  append_two(out, utc.tm_mday);
  out += ' ';
  out += kMonths[static_cast<std::size_t>(utc.tm_mon)];
  out += ' ';
  append_two(out, (utc.tm_year + 1900) / 100);
  append_two(out, (utc.tm_year + 1900) % 100);
  out += ' ';
  append_two(out, utc.tm_hour);
  out += ':';
  append_two(out, utc.tm_min);
  out += ':';
  append_two(out, utc.tm_sec);
  out += " GMT";
  return out;
}

}  // namespace agent_access::http
