// Questions that agents ask about sites, and what the search should find among the first three results: 87 questions about eight fictional sites.

const slugOf = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')

// Year, title, and what else there is to say.
const kWorks = `2034|Forecasting electricity demand of small islands|article|10.5555/island.2034.17|electricity, forecasting
2034|A hierarchy of forecasts for hospital beds|article||hospitals
2033|Peak electricity demand under heat|article|10.5555/heat.2033.4|electricity, weather
2033|Mortality and the age of cohorts|article||mortality
2033|Boosting additive models of electricity demand|article||electricity
2032|Reconciling forecasts with immutable series|article|10.5555/1758-5899.12984|reconciliation
2032|Visualising many time series at once|article||visualisation
2032|Forecasting: a practical guide|book||textbook
2031|Anomalies in streams of sensors|article||anomalies
2031|Coherent mortality forecasts of regions|article||mortality
2031|Rainfall in three valleys|article||weather
2030|Exponential smoothing revisited|article||smoothing
2030|tidyseries: tidy tools for time series|software||R packages
2030|Boxplots for functional data|article||visualisation
2029|The cost of a bad forecast|report||economics
2029|Tourism between pandemics|article||tourism
2029|What makes a forecast fair?|talk||ethics
2028|Fast computation of reconciled forecasts|article||computation
2028|Neural networks and simple baselines|article||neural networks
2028|Half-hourly demand of a town|dataset||electricity
2027|Bagging exponential smoothing|article||smoothing
2027|Feature-based selection of models|article||features
2026|Grouped functional time series|article||functional data
2026|Smoothing with the State Space|book||textbook
2026|Visualising the uncertainty of fans|article||visualisation
2025|Temporal hierarchies|article||reconciliation
2025|Cross-validation for dependent data|article||validation
2024|Rules for outliers in counts|article||anomalies
2024|Unemployment by age|article||economics
2023|A note on the validity of bootstrap intervals|article||bootstrap
2023|Sales of intermittent goods|article||retail
2022|Call centres at night|article||call centres
2022|Combining experts|chapter||judgement
2021|Robust estimates of trend|article||trend
2020|Bandwidths for kernel densities|article||density
2019|Highest density regions|article||density
2018|Nonparametric autocovariance|article||covariance
2017|Computer-aided design of surveys|article||surveys
2016|Continuous-time threshold models|thesis||threshold models
2015|Sample quantiles in packages|article||quantiles`
const academicWorks = kWorks.split('\n').map((line) => {
  const [date, title, type, doi, topics] = line.split('|')
  const authors = ['Noa Example', ...(type === 'article' ? ['Kim Sample'] : [])]
  return { slug: slugOf(title), title, date, type, authors, venue: type === 'article' ? 'Journal of Examples' : '', topics: topics.split(', '), ...(doi && { doi }) }
})
academicWorks.push({ slug: 'shapley', title: 'Shares of a forecast', status: 'in press', type: 'article', authors: ['Noa Example'], url: 'https://press.example/papers/shares.pdf' })

const academic = {
  title: 'Noa Example', tagline: 'Statistics of time', language: 'en',
  owner: { name: 'Noa Example', job_title: 'Professor of Statistics', works_for: 'Example State University', location: 'Port Example, XX',
    summary: 'Professor who forecasts what can be forecast.', about: ['Born on an island, Noa leads the group for time series.'],
    knows_about: ['forecasting', 'time series', 'mortality'], same_as: ['https://orcid.example/0000-0001-2345-6789', 'https://github.example/noaexample'] },
  contact: { email: 'noa@university.example', note: 'Students, please write with your supervisor in copy.' },
  links: [{ title: 'Blog', url: 'https://blog.example/noa', summary: 'Short posts on bicycles and forecasts.' }],
  publications: academicWorks,
  projects: [{ slug: 'seriesbank', title: 'Seriesbank', date: '2033', summary: 'A public archive of time series.', repository: 'https://code.example/noa/seriesbank' }],
  cv: {
    summary: 'Twenty years of research in statistics.',
    positions: [{ title: 'Professor of Statistics', organisation: 'Example State University', from: '2026', text: ['Heads a group of nine.'] },
      { title: 'Lecturer', organisation: 'Sample College', from: '2017', until: '2025', location: 'Northtown' }],
    education: [{ degree: 'PhD Statistics', institution: 'University of Invented Islands', from: '2012', date: '2016' },
      { degree: 'BSc Mathematics', institution: 'Fictional College', date: '2011' }],
    skills: [{ area: 'Programming', items: ['R', 'Julia', 'C++'] }],
    languages: [{ language: 'English', level: 'native' }, { language: 'Danish', level: 'good' }],
    awards: [{ name: 'Golden Ruler of the Invented Society', date: '2031' }],
    sections: [{ title: 'Teaching', items: [{ title: 'Applied forecasting', organization: 'Example State University', from: '2027' }] },
      { title: 'Service', items: [{ title: 'Editor-in-chief', organization: 'Journal of Examples', from: '2029', until: '2033' }] },
      { title: 'Grants', items: [{ title: 'Heat and power', organization: 'Invented Research Council', from: '2032', text: ['400,000 crowns'] }] }],
  },
}

const composer = {
  title: 'Mira Muster', tagline: 'Music for small rooms', language: 'de',
  owner: { name: 'Mira Muster', job_title: 'Komponistin', location: 'Musterstadt', summary: 'Komponistin und Posaunistin in Musterstadt.',
    about: ['Schreibt für Bigband und Streichquartett.'], knows_about: ['Posaune', 'Bigband', 'Filmmusik'], same_as: ['https://tube.example/miramuster'] },
  contact: { email: 'mira@muster.example', note: 'Auftragsanfragen sind willkommen.' },
  links: [{ title: 'Aufnahmen', url: 'https://sound.example/mira', summary: 'Alle Alben zum Anhören.' }],
  publications: [{ slug: 'nachtstueck', title: 'Nachtstück für Posaune', date: '2033', summary: 'Zehn Minuten, Verlag Beispiel.' },
    { slug: 'harmonielehre', title: 'Harmonielehre für Eilige', date: '2030', type: 'book' }],
  projects: [{ slug: 'bigband', title: 'Muster Bigband', date: '2031', summary: 'Siebzehn Leute, jeden Dienstag.' },
    { slug: 'stummfilm', title: 'Musik zu Stummfilmen', date: '2029', summary: 'Live im Kino.' }],
  cv: {
    summary: 'Seit fünfzehn Jahren freischaffend.',
    positions: [{ title: 'Dozentin für Arrangement', organisation: 'Musikschule Beispiel', from: '2028' }],
    education: [{ degree: 'Diplom Komposition', institution: 'Hochschule für erfundene Musik', date: '2019' }],
    skills: [{ area: 'Instrumente', items: ['Posaune', 'Klavier'] }], languages: [{ language: 'Deutsch', level: 'Muttersprache' }, { language: 'Italienisch', level: 'B2' }],
    awards: [{ name: 'Goldene Stimmgabel', date: '2032' }],
    sections: [{ title: 'Ehrenamt', items: [{ title: 'Jugendorchester', organization: 'Verein Beispiel', from: '2024' }] }],
  },
}

const freelancer = {
  title: 'Sam Sample', tagline: 'Embedded software', language: 'en',
  owner: { name: 'Sam Sample', job_title: 'Embedded engineer', location: 'Examplebury, Sampleshire, XX', summary: 'Freelance engineer in Examplebury who makes small computers last long.',
    knows_about: ['firmware', 'battery life', 'Rust'], same_as: ['https://github.example/samsample', 'https://linkedin.example/in/samsample'] },
  contact: { email: 'sam@sample.example', note: 'Available from May 2034; no recruiters, please.', channels: [{ title: 'Calendar', url: 'https://calendar.example/sam' }] },
  links: [{ title: 'GitHub', url: 'https://github.example/samsample', summary: 'Source code of all open projects.' },
    { title: 'Talks', url: 'https://video.example/sam', summary: 'Recorded talks from three conferences.' }],
  projects: [{ slug: 'low-lamp', title: 'Lowlamp', date: '2033-04', summary: 'A lamp that runs for ten years.', language: 'Rust', repository: 'https://code.example/sam/lowlamp', topics: ['firmware'] },
    { slug: 'busmon', title: 'Busmon', date: '2031', summary: 'Monitors a CAN bus.', language: 'C++' }],
  cv: {
    summary: 'Twelve years of firmware, six of them freelance.',
    positions: [{ title: 'Freelance engineer', organisation: 'Self-employed', from: '2029' },
      { title: 'Firmware engineer', organisation: 'Acme Example', from: '2023', until: '2029', location: 'Northtown', text: ['Cut the power of a meter to a tenth.', 'Led the move to Rust.'] }],
    education: [{ degree: 'MEng Electronics', institution: 'Example Polytechnic', date: '2022', text: ['Thesis on sleeping radios.'] }],
    skills: [{ area: 'Programming', items: ['Rust', 'C', 'C++'] }, { area: 'Hardware', items: ['PCB layout', 'RF measurement'] }],
    languages: [{ language: 'English', level: 'native' }, { language: 'Welsh', level: 'conversational' }],
    sections: [{ title: 'Certificates', items: [{ title: 'Functional Safety Engineer', organization: 'Example Board', from: '2030' }] }],
  },
}

const chinese = {
  title: '示例林', tagline: '数据与可视化', language: 'zh-CN',
  owner: { name: '示例林', job_title: '数据工程师', location: '示例市', summary: '做数据平台和可视化。', knows_about: ['数据平台', '可视化', '推荐系统'] },
  contact: { email: 'lin@example.com', note: '请写中文或英文。' },
  publications: [{ slug: 'tuijian', title: '推荐系统的冷启动', date: '2033', type: 'article', summary: '新用户没有历史时如何推荐。' },
    { slug: 'shu', title: '可视化入门', date: '2031', type: 'book' }],
  projects: [{ slug: 'warroom', title: '数据作战室', date: '2032', summary: '一块大屏显示所有指标。' }],
  cv: {
    summary: '十年数据工作。', positions: [{ title: '数据工程师', organisation: '示例公司', from: '2028' }],
    education: [{ degree: '计算机硕士', institution: '虚构大学', date: '2024' }], languages: [{ language: '普通话', level: '母语' }, { language: '英语', level: '流利' }],
    awards: [{ name: '示例金奖', date: '2030' }],
  },
}

const french = {
  title: 'Camille Exemple', tagline: 'Développement web', language: 'fr',
  owner: { name: 'Camille Exemple', job_title: 'Développeuse', location: 'Exempleville', summary: 'Développeuse web indépendante, accessibilité et sobriété.', knows_about: ['accessibilité', 'auto-hébergement'] },
  contact: { email: 'camille@exemple.example', note: 'Disponible à partir de juin.' },
  links: [{ title: 'Carnet', url: 'https://carnet.example/camille', summary: 'Notes sur l’auto-hébergement.' }],
  publications: [{ slug: 'sobriete', title: 'Des pages de dix kilo-octets', date: '2033', type: 'talk' }],
  projects: [{ slug: 'cartes', title: 'Cartes sans pistage', date: '2032', summary: 'Des cartes hébergées chez soi.' }],
  cv: {
    summary: 'Huit ans de web.', positions: [{ title: 'Développeuse', organisation: 'Société Exemple', from: '2028', until: '2032' }],
    education: [{ degree: 'Master informatique', institution: 'Université inventée', date: '2027' }],
    skills: [{ area: 'Web', items: ['HTML', 'TypeScript'] }], languages: [{ language: 'Français', level: 'langue maternelle' }, { language: 'Breton', level: 'notions' }],
    awards: [{ name: 'Plume d’exemple', date: '2031' }],
  },
}

const organisation = {
  title: 'Example Water Institute', tagline: 'Measuring rivers', language: 'en',
  owner: { kind: 'organization', name: 'Example Water Institute', location: 'Riverton, XX', summary: 'An invented institute that measures rivers for everybody.', knows_about: ['hydrology', 'open data'] },
  contact: { email: 'office@water.example', note: 'For press inquiries see the newsroom.' },
  links: [['Membership', 'How to join the institute, and what it costs.'], ['Newsroom', 'Press releases and pictures.'], ['River levels', 'Levels of 300 rivers, every hour.'],
    ['Annual report', 'What was done with the money.'], ['Governance', 'Board, statutes and minutes.'], ['Flood warnings', 'Warnings by text message.']]
    .map(([title, summary]) => ({ title, url: `https://water.example/${slugOf(title)}`, summary })),
  publications: [{ slug: 'levels', title: 'Hourly levels of 300 rivers', date: '2033', type: 'dataset', doi: '10.5555/rivers.300' },
    { slug: 'drought', title: 'The drought of 2032', date: '2032', type: 'report' }],
  projects: [{ slug: 'buoys', title: 'A thousand buoys', date: '2031', summary: 'Cheap sensors for every stream.' }],
}

const arabic = {
  title: 'ندى المثال', tagline: 'حكايات البحر', language: 'ar',
  owner: { name: 'ندى المثال', job_title: 'كاتبة', location: 'مدينة العينة', summary: 'كاتبة تروي حكايات الموانئ.' },
  contact: { email: 'nada@mithal.example' }, links: [{ title: 'تسجيلات', url: 'https://audio.example/nada' }],
  publications: [{ slug: 'almina', title: 'حارس الميناء', date: '2033', type: 'book', summary: 'رواية.' }, { slug: 'almilh', title: 'مدينة الملح', date: '2028', type: 'book', summary: 'قصص قصيرة.' },
    { slug: 'maqal', title: 'عن لغة البحارة', date: '2030', type: 'article', venue: 'مجلة المثال' }],
  projects: [{ slug: 'maktaba', title: 'المكتبة العائمة', date: '2031', summary: 'قارب يحمل الكتب.' }],
  cv: { positions: [{ title: 'محررة', organisation: 'دار المثال', from: '2025' }], education: [{ degree: 'ماجستير في الأدب', institution: 'جامعة المثال', date: '2024' }],
    languages: [{ language: 'العربية', level: 'الأم' }, { language: 'الفرنسية', level: 'جيد' }], awards: [{ name: 'جائزة المثال', date: '2032' }] },
}

const spanish = {
  title: 'Inés Ejemplo', tagline: 'Historia de los puertos', language: 'es',
  owner: { name: 'Inés Ejemplo', job_title: 'Catedrática', works_for: 'Universidad de Ejemplar', location: 'Puerto Muestra', summary: 'Historiadora de puertos y aduanas.' },
  contact: { email: 'ines@ejemplo.example', note: 'Responde los lunes.' }, links: [{ title: 'Grupo', url: 'https://grupo.example/ines' }],
  publications: [{ slug: 'papel', title: 'Puertos de papel', date: '2034', type: 'book' }, { slug: 'sal', title: 'Contrabando y sal', date: '2029', type: 'book', summary: 'Rutas y castigos de los contrabandistas.' },
    { slug: 'mapas', title: 'Mapas de navegación y secreto', date: '2033', type: 'talk' }, { slug: 'aduanas', title: 'Las aduanas de Puerto Muestra', date: '2018', type: 'thesis' }],
  projects: [{ slug: 'archivo', title: 'Archivo abierto', date: '2032', summary: 'Documentos digitalizados por voluntarios.' }],
  cv: { positions: [{ title: 'Catedrática', organisation: 'Universidad de Ejemplar', from: '2028' }, { title: 'Profesora titular', organisation: 'Universidad de Muestra', from: '2020', until: '2027' }],
    education: [{ degree: 'Doctorado en Historia', institution: 'Universidad de Muestra', date: '2018' }], languages: [{ language: 'Español' }, { language: 'Portugués' }], awards: [{ name: 'Premio Ejemplo', date: '2030' }] },
}

export const kSites = { academic, composer, freelancer, chinese, french, organisation, arabic, spanish }

/** Each question with the results of which one should be among the first three. */
export const kQuestions = {
  academic: {
    'What has this person written about electricity demand?': 'publications/forecasting-electricity-demand-of-small-islands publications/peak-electricity-demand-under-heat publications/boosting-additive-models-of-electricity-demand',
    'electricity demand': 'publications/forecasting-electricity-demand-of-small-islands publications/peak-electricity-demand-under-heat',
    'Which books has he written?': 'publications/forecasting-a-practical-guide publications/smoothing-with-the-state-space',
    'PhD thesis': 'publications/continuous-time-threshold-models',
    'Where did he study?': 'cv/PhD_Statistics cv/BSc_Mathematics',
    '10.5555/1758-5899.12984': 'publications/reconciling-forecasts-with-immutable-series',
    'https://doi.org/10.5555/1758-5899.12984': 'publications/reconciling-forecasts-with-immutable-series',
    'https://press.example/papers/shares.pdf': 'publications/shapley',
    'Where does Noa Example work?': 'cv/Professor_of_Statistics owner/Noa_Example',
    'Which software packages did she write?': 'publications/tidyseries-tidy-tools-for-time-series',
    'publications from 2028': 'publications/fast-computation-of-reconciled-forecasts publications/neural-networks-and-simple-baselines publications/half-hourly-demand-of-a-town',
    'Is there anything in press?': 'publications/shapley',
    'What does she teach?': 'cv/Applied_forecasting',
    'Which awards has she won?': 'cv/Golden_Ruler',
    'Is she the editor of a journal?': 'cv/Editor-in-chief',
    'Which grants are there?': 'cv/Heat_and_power',
    'ORCID': 'owner/Noa_Example',
    'What is known about mortality of cohorts?': 'publications/mortality-and-the-age-of-cohorts',
    'Which languages does she speak?': 'cv/English cv/Danish',
    'her first publication': 'publications/sample-quantiles-in-packages',
    'What is the latest book?': 'publications/forecasting-a-practical-guide',
    'mortalty of cohrots': 'publications/mortality-and-the-age-of-cohorts',
    'visualised': 'publications/visualising-many-time-series-at-once publications/visualising-the-uncertainty-of-fans',
    'noa@university.example': 'contact/Contact',
    'https://code.example/noa/seriesbank': 'projects/seriesbank',
    'orcid.example/0000-0001-2345-6789': 'owner/Noa_Example',
  },
  composer: {
    'What instruments or music does he do?': 'cv/Instrumente owner/Mira_Muster',
    'Welche Instrumente spielt sie?': 'cv/Instrumente',
    'Wo wohnt Mira Muster?': 'owner/Mira_Muster',
    'Wo hat sie studiert?': 'cv/Diplom_Komposition',
    'Gibt es eine Bigband?': 'projects/bigband owner/Mira_Muster',
    'Welche Bücher hat sie geschrieben?': 'publications/harmonielehre',
    'Welche Sprachen spricht sie?': 'cv/Deutsch cv/Italienisch',
    'Wie kann ich sie kontaktieren?': 'contact/Contact',
    'Macht sie etwas im Ehrenamt?': 'cv/Jugendorchester',
    'Wo kann man die Aufnahmen hören?': 'links/Aufnahmen',
    'neuestes Projekt': 'projects/bigband',
    'Nachtstueck': 'publications/nachtstueck',
    'volunteer work': 'cv/Jugendorchester',
  },
  freelancer: {
    'Munich or Examplebury?': 'owner/Sam_Sample',
    'Sampleshire': 'owner/Sam_Sample',
    'where is he based': 'owner/Sam_Sample',
    'github': 'links/GitHub owner/Sam_Sample',
    'linkedin': 'owner/Sam_Sample',
    'Is he available for hire?': 'contact/Contact',
    'Who employed him in Northtown?': 'cv/Firmware_engineer',
    'Which programming languages does he know?': 'cv/Programming',
    'What certificates does he have?': 'cv/Functional_Safety',
    'Rust projects': 'projects/low-lamp',
    'https://code.example/sam/lowlamp': 'projects/low-lamp',
    'sleeping radios': 'cv/MEng_Electronics',
  },
  chinese: {
    'What does she work on?': 'owner/示例林 cv/数据工程师',
    '她会说什么语言？': 'cv/普通话 cv/英语',
    '她写过什么书': 'publications/shu',
    '在哪里读的大学': 'cv/计算机硕士',
    '推荐系统': 'publications/tuijian owner/示例林',
    '数据作战室是什么': 'projects/warroom',
    '怎么联系她': 'contact/Contact',
    '最新的项目': 'projects/warroom',
    '可视化': 'publications/shu owner/示例林',
  },
  french: {
    'Quel est son diplôme le plus élevé ?': 'cv/Master_informatique',
    'langues parlées': 'cv/Français cv/Breton',
    'Où habite-t-elle ?': 'owner/Camille_Exemple',
    'auto-hebergement': 'owner/Camille_Exemple links/Carnet',
    'Comment la contacter ?': 'contact/Contact',
  },
  organisation: {
    'How do I become a member?': 'links/Membership',
    'Where can I see the level of a river?': 'links/River_levels publications/levels',
    'Who runs the institute?': 'links/Governance owner/Example_Water_Institute',
    'press contact': 'links/Newsroom contact/Contact',
    'Which datasets are published?': 'publications/levels',
    'Where is it located?': 'owner/Example_Water_Institute',
  },
  arabic: {
    'آخر كتاب': 'publications/almina',
    'أول كتاب': 'publications/almilh',
    'والميناء': 'publications/almina',
    'مدينه الملح': 'publications/almilh',
    'ما هي اللغات التي تتحدثها؟': 'cv/العربية cv/الفرنسية',
    'مكتبة عائمة': 'projects/maktaba',
    'أين درست؟': 'cv/ماجستير',
    'nada@mithal.example': 'contact/Contact',
  },
  spanish: {
    '¿Dónde trabaja actualmente?': 'cv/Catedrática owner/Inés_Ejemplo',
    'último libro': 'publications/papel',
    'primera publicación': 'publications/aduanas',
    'contrabandistas': 'publications/sal',
    'navegasion': 'publications/mapas',
    'correo electrónico': 'contact/Contact',
    '¿Dónde estudió?': 'cv/Doctorado',
    'archivos digitalizados': 'projects/archivo',
  },
}
