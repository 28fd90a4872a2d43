// What an owner is told and given: security.txt and its settings, the first files.
import { of } from '../of.mjs'

export default [
  ...of('src/app/config/setting_checks.cpp', ['app_config'], [
    ['a contact has any scheme', 'if (has_scheme && is_uri', 'if (is_uri'],
    ['a contact has any characters', 'if (has_scheme && is_uri', 'if (has_scheme'],
    ['a contact is a scheme alone', ' && text.find_first_not_of(\'/\', colon + 1) != std::string_view::npos', ''],
    ['a time has several spellings', 'if (time && format_time(*time) == text) return std::nullopt;', 'if (time) return std::nullopt;']
  ]),
  ...of('src/app/config/config.cpp', ['app_config'], [
    ['a contact needs no expiry', 'if (config.security_contact.empty() != config.security_expires.empty()) {', 'if (config.security_contact.empty() && !config.security_expires.empty()) {'],
    ['an expiry needs no contact', 'if (config.security_contact.empty() != config.security_expires.empty()) {', 'if (!config.security_contact.empty() && config.security_expires.empty()) {']
  ]),
  ...of('src/app/deployment/content_checks.cpp', ['app_deployment'], [
    ['without a contact there is a warning', 'security.contacts.empty() || ', ''],
    ['an own file is not told', 'if (!config.security_contact.empty() && find_file(files, documents::kSecurityPath) != nullptr) {', 'if (false) {'],
    ['the settings that an own file replaces expire', ' || find_file(files, documents::kSecurityPath) != nullptr) return', ') return'],
    ['the warning comes after the expiry', 'if (expires >= now + kSecurityExpiresSoon) return std::nullopt;', 'if (expires > now) return std::nullopt;'],
    ['an expiry has passed a second later', 'expires <= now', 'expires < now']
  ]),
  ...of('src/documents/document_row.cpp', ['publish'], [
    ['security.txt is published without a contact', 'return !settings.security.contacts.empty();', 'return true;']
  ]),
  ...of('src/commands/init_command.cpp', ['commands'], [
    ['the files before one that cannot be written stay', 'for (const auto& earlier : files.first(i)) std::filesystem::remove(folder / earlier.name, ignored);', '']
  ])
]
