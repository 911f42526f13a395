#include "http/response.hpp"

#include "support/strings.hpp"

namespace kedge {
namespace {

std::string_view reason_of(int status) {
  switch (status) {
    case 200: return "OK";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 411: return "Length Required";
    case 413: return "Payload Too Large";
    case 415: return "Unsupported Media Type";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    default: return "Other";
  }
}

}  // namespace

std::string to_bytes(const ResponseHead& head) {
  return concat("HTTP/1.1 ", head.status, ' ', reason_of(head.status), "\r\n",
                head.type.empty() ? std::string() : concat("Content-Type: ", head.type, "\r\n"),
                head.length ? concat("Content-Length: ", *head.length, "\r\n") : std::string(), head.more,
                head.status == 401 ? "WWW-Authenticate: Bearer\r\n" : "", head.keep_alive ? "" : "Connection: close\r\n",
                "\r\n");
}

}  // namespace kedge
