// A small fictional site, as /api/site.json and /ai/faq.json publish one.
const kBase = 'https://example.com'
const page = (slug, title, summary) => ({ slug, title, url: `${kBase}/${slug === 'home' ? '' : slug}`, summary })
const publication = (slug, title, date, rest) => ({
  slug, title, date, authors: ['Robin Example'], venue: 'Journal of Examples', summary: '', text: [], topics: [],
  url: `https://journal.example.com/${slug}`, page: `${kBase}/publications/${slug}`, ...rest,
})

const kFiller = 'Nothing of interest is said in this sentence, which only takes room.'

export const sampleSite = {
  '@context': 'https://schema.org',
  title: 'Robin Example',
  tagline: 'Examples, carefully made',
  url: `${kBase}/`,
  inLanguage: 'en',
  dateModified: '2034-05-01',
  owner: { name: 'Robin Example', summary: 'A fictional engineer.', about: ['Lives in Exampleton.'] },
  contact: {
    email: 'robin@example.com', note: 'Write in English or Danish.',
    channels: [{ title: 'Forum', url: 'https://forum.example.com/robin' }],
  },
  links: [{ title: 'Elsewhere', url: 'https://social.example.com/robin' }],
  publications: [
    publication('clock-drift', 'Clock drift in small fleets', '2033-02', {
      summary: 'How clocks wander.', topics: ['time'],
      text: [`${kFiller} ${kFiller} ${kFiller} A cafe had the best measurements of lighthouse lamps. ${kFiller} ${kFiller}`],
    }),
    publication('lighthouse-lamps', 'Lighthouse lamps', '2034-01-15', { summary: 'On lamps.', topics: ['light'] }),
    publication('garcon-naive', 'Le garçon naïf à Århus', '2031', { summary: 'Un essai sur C++ et le café.' }),
    publication('kotoba', '言葉の海', '2030', { summary: '灯台について。' }),
  ],
  projects: [
    { slug: 'undated', title: 'Undated thing', date: '', status: 'idea', summary: 'No date yet; plan C.', text: [], topics: [], url: '' },
    { slug: 'lamp-control', title: 'Lamp control', date: '2032', status: 'active', summary: 'Switches lamps.', text: [],
      topics: ['firmware'], url: 'https://code.example.com/lamp-control', page: `${kBase}/projects/lamp-control` },
  ],
  cv: {
    summary: 'Fifteen years of examples.',
    positions: [{ title: 'Keeper', organisation: 'Example Harbour', from: '2020', until: '', summary: 'Kept the beacon burning.' }],
    education: [{ degree: 'MSc Optics', institution: 'Example University', date: '2012' }],
    skills: [{ area: 'Languages', items: ['C++', 'C#'] }],
    languages: [{ language: 'Danish', level: 'native' }],
    awards: [{ name: 'Golden Wick', date: '2030' }],
  },
  pages: [
    page('home', 'Home', 'Who Robin Example is.'),
    page('cv', 'CV', 'The public CV.'),
    page('faq', 'FAQ', 'Short answers.'),
    page('contact', 'Contact', 'How to reach Robin Example.'),
    page('agent-access', 'Agent access', 'How software agents get a token.'),
  ],
  resources: { openapi: `${kBase}/openapi.json`, auth: `${kBase}/auth.md` },
}

export const sampleFaq = {
  '@type': 'FAQPage',
  faqs: [
    { question: 'Who is Robin Example?', answer: 'A fictional engineer who writes about lamps.' },
    { question: 'Is registration free?', answer: 'Registration is free and anonymous; no list of clients is kept.' },
    { question: 'How long does a token live?', answer: 'Fifteen minutes; then the client asks for another one.' },
  ],
}

export const sampleAnswers = { '/api/site.json': sampleSite, '/ai/faq.json': sampleFaq }
