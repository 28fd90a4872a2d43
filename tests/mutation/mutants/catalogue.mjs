// Documents that equal those of another host or of the snapshot before are shared, others are not; short ones of many are not compressed.
import { of } from '../of.mjs'

export default [
  ...of('src/site/publish/catalogue.cpp', ['publish'], [
    ['a document that differs is shared', ' || !is_same(*known->second, rendered)', ''],
    ['a document that others have is made again', '    place = known->second;\n    return;\n', '    break;\n'],
    ['of two documents with one path the earlier one is used', '  place.reset();\n', '  if (place) return;\n']
  ]),
  ...of('src/site/publish/publication.cpp', ['publish'], [
    ['a page that names another host is taken from it', ' || page->identity.body.contains(other->base_url)', '']
  ]),
  ...of('src/site/publish/compression.cpp', ['publish'], [
    ['short documents of many are compressed', 'documents > kManyDocuments', 'false'],
    ['short documents of few are not compressed', 'documents > kManyDocuments', 'true']
  ]),
  ...of('src/service/snapshot.cpp', ['service'], [
    ['a document of the first host is made again', 'if (!snapshot.sites.empty()) others', 'if (false) others'],
    ['a document of the snapshot before is made again', 'if (previous != nullptr && host', 'if (false && host']
  ])
]
