#pragma once

#include <curl/curl.h>

namespace agent_access::client {

/// The functions of libcurl that the client calls, named as there without `curl_`. They are loaded at the first use and
/// not linked: `serve` does not need them, and Debian's libcurl brings 25 further libraries (LDAP, Kerberos, SSH,
/// GnuTLS) into a process.
struct Libcurl {
  decltype(&::curl_global_init) global_init;
  decltype(&::curl_easy_init) easy_init;
  decltype(&::curl_easy_cleanup) easy_cleanup;
  decltype(&::curl_easy_setopt) easy_setopt;
  decltype(&::curl_easy_perform) easy_perform;
  decltype(&::curl_easy_getinfo) easy_getinfo;
  decltype(&::curl_easy_strerror) easy_strerror;
  decltype(&::curl_slist_append) slist_append;
  decltype(&::curl_slist_free_all) slist_free_all;
};

/// libcurl, loaded and initialized at the first call; null if that fails. Thread safe: libcurl 7.84 and later allow the
/// initialization beside other threads. It is never unloaded.
const Libcurl* libcurl() noexcept;

}  // namespace agent_access::client
