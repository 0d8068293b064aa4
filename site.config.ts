import type { LocaleSet } from '#core/locales/locale.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

/** The languages, exported separately because the browser needs only this part of the file. */
export const localeSet: LocaleSet = {
  locales: [
    { code: 'es', language: 'es-MX', name: 'Español', direction: 'ltr' },
    { code: 'en', language: 'en-US', name: 'English', direction: 'ltr' },
  ],
  defaultLocale: 'es',
};

/** Time zone of the site's team, for dates and schedules. Exported separately for the same reason. */
export const timeZone = 'America/Mexico_City';

/** The site's name, languages, content types and rules. Content is in the database. */
const site: SiteConfig = {
  name: { es: 'Meki Imagen', en: 'Meki Imaging' },
  description: {
    es: 'Centro de diagnóstico por imagen en Guadalajara: radiografía, ultrasonido, mastografía, tomografía y resonancia magnética.',
    en: 'A diagnostic imaging center in Guadalajara, Mexico: X-ray, ultrasound, mammography, CT and MRI.',
  },
  ...localeSet,
  timeZone,
  organization: { schemaType: 'MedicalClinic', foundingYear: 2014 },
  contentTypes: [
    {
      key: 'studies',
      labels: {
        singular: { es: 'Estudio', en: 'Exam' },
        plural: { es: 'Estudios', en: 'Exams' },
      },
      descriptions: {
        es: 'Qué es cada estudio, cómo prepararse, cuánto dura y cuándo están listos los resultados.',
        en: 'What each exam is, how to prepare, how long it takes and when the results are ready.',
      },
      segments: { es: 'estudios', en: 'studies' },
      icon: 'lucide:scan-line',
      missingLanguage: 'notice',
      appearsAs: 'collection',
      schemaType: 'MedicalTest',
      fields: [
        {
          key: 'modality',
          kind: 'choice',
          localized: false,
          required: true,
          labels: { es: 'Modalidad', en: 'Modality' },
          choices: [
            { value: 'xray', labels: { es: 'Rayos X', en: 'X-ray' } },
            { value: 'ultrasound', labels: { es: 'Ultrasonido', en: 'Ultrasound' } },
            { value: 'ct', labels: { es: 'Tomografía', en: 'CT' } },
            { value: 'mri', labels: { es: 'Resonancia magnética', en: 'MRI' } },
            { value: 'mammography', labels: { es: 'Mastografía', en: 'Mammography' } },
            { value: 'densitometry', labels: { es: 'Densitometría', en: 'Bone densitometry' } },
          ],
        },
        {
          key: 'durationMinutes',
          kind: 'number',
          localized: false,
          required: true,
          minimum: 1,
          maximum: 480,
          unit: 'minute',
          labels: { es: 'Duración', en: 'Duration' },
        },
        {
          key: 'contrast',
          kind: 'choice',
          localized: false,
          required: true,
          labels: { es: 'Medio de contraste', en: 'Contrast' },
          choices: [
            { value: 'none', labels: { es: 'No se usa', en: 'Not used' } },
            { value: 'sometimes', labels: { es: 'A veces', en: 'Sometimes' } },
            { value: 'always', labels: { es: 'Siempre', en: 'Always' } },
          ],
        },
        {
          key: 'resultsHours',
          kind: 'number',
          localized: false,
          minimum: 1,
          maximum: 720,
          unit: 'hour',
          labels: { es: 'Resultados', en: 'Results' },
        },
        {
          key: 'preparation',
          kind: 'list',
          of: 'text',
          localized: true,
          labels: { es: 'Preparación', en: 'How to prepare' },
        },
      ],
    },
    {
      key: 'articles',
      labels: {
        singular: { es: 'Artículo', en: 'Article' },
        plural: { es: 'Artículos', en: 'Articles' },
      },
      descriptions: {
        es: 'Explicaciones para decidir con calma: radiación, contraste, embarazo, niños, resultados.',
        en: 'Explanations that help you decide: radiation, contrast, pregnancy, children, results.',
      },
      segments: { es: 'articulos', en: 'articles' },
      icon: 'lucide:book-open',
      missingLanguage: 'not-found',
      appearsAs: 'collection',
      schemaType: 'Article',
      fields: [
        {
          key: 'reviewedOn',
          kind: 'date',
          localized: false,
          labels: { es: 'Revisión médica', en: 'Medically reviewed' },
        },
      ],
    },
    {
      key: 'news',
      labels: {
        singular: { es: 'Noticia', en: 'News item' },
        plural: { es: 'Noticias', en: 'News' },
        counted: { es: 'noticias', en: 'news items' },
      },
      descriptions: {
        es: 'Lo que cambia en el centro: equipos, horarios, servicios y campañas.',
        en: 'What is changing at the center: equipment, hours, services and campaigns.',
      },
      segments: { es: 'noticias', en: 'news' },
      icon: 'lucide:megaphone',
      missingLanguage: 'listing',
      appearsAs: 'collection',
      schemaType: 'NewsArticle',
      fields: [],
    },
    {
      key: 'pages',
      labels: {
        singular: { es: 'Página', en: 'Page' },
        plural: { es: 'Páginas', en: 'Pages' },
      },
      segments: { es: 'paginas', en: 'pages' },
      icon: 'lucide:file-text',
      missingLanguage: 'not-found',
      appearsAs: 'page',
      fields: [
        { key: 'phone', kind: 'text', localized: false, items: ['contact'], labels: { es: 'Teléfono', en: 'Phone' } },
        {
          key: 'email',
          kind: 'text',
          localized: false,
          items: ['contact'],
          labels: { es: 'Correo electrónico', en: 'Email' },
        },
        {
          key: 'address',
          kind: 'text',
          multiline: true,
          localized: true,
          items: ['contact'],
          labels: { es: 'Domicilio', en: 'Address' },
        },
        {
          key: 'openingHours',
          kind: 'list',
          localized: false,
          items: ['contact'],
          labels: { es: 'Horario', en: 'Opening hours' },
          of: [
            {
              key: 'days',
              kind: 'list',
              of: 'weekday',
              localized: false,
              required: true,
              labels: { es: 'Días', en: 'Days' },
            },
            { key: 'opens', kind: 'time', localized: false, required: true, labels: { es: 'Abre', en: 'Opens' } },
            {
              key: 'closes',
              kind: 'time',
              after: 'opens',
              localized: false,
              required: true,
              labels: { es: 'Cierra', en: 'Closes' },
            },
          ],
        },
      ],
    },
    {
      key: 'faqs',
      labels: {
        singular: { es: 'Pregunta', en: 'Question' },
        plural: { es: 'Preguntas frecuentes', en: 'Frequently asked questions' },
      },
      segments: { es: 'preguntas', en: 'questions' },
      icon: 'lucide:circle-help',
      missingLanguage: 'not-found',
      appearsAs: 'faq',
      fields: [
        {
          key: 'group',
          kind: 'choice',
          localized: false,
          required: true,
          labels: { es: 'Grupo', en: 'Group' },
          choices: [
            { value: 'before', labels: { es: 'Antes del estudio', en: 'Before the exam' } },
            { value: 'during', labels: { es: 'Durante el estudio', en: 'During the exam' } },
            { value: 'results', labels: { es: 'Los resultados', en: 'Your results' } },
          ],
        },
        { key: 'order', kind: 'number', localized: false, required: true, labels: { es: 'Orden', en: 'Order' } },
      ],
    },
  ],
  tags: {
    chest: { es: 'Tórax', en: 'Chest' },
    abdomen: { es: 'Abdomen', en: 'Abdomen' },
    brain: { es: 'Cerebro', en: 'Brain' },
    bones: { es: 'Huesos y articulaciones', en: 'Bones and joints' },
    breast: { es: 'Mama', en: 'Breast' },
    pregnancy: { es: 'Embarazo', en: 'Pregnancy' },
    children: { es: 'Niños', en: 'Children' },
    vascular: { es: 'Vasos sanguíneos', en: 'Blood vessels' },
    dental: { es: 'Dental', en: 'Dental' },
    'x-ray': { es: 'Rayos X', en: 'X-ray' },
    ultrasound: { es: 'Ultrasonido', en: 'Ultrasound' },
    ct: { es: 'Tomografía', en: 'CT' },
    mri: { es: 'Resonancia magnética', en: 'MRI' },
    radiation: { es: 'Radiación', en: 'Radiation' },
    preparation: { es: 'Preparación', en: 'Preparation' },
    results: { es: 'Resultados', en: 'Results' },
    contrast: { es: 'Medio de contraste', en: 'Contrast' },
    center: { es: 'El centro', en: 'The center' },
  },
  inbox: { retentionDays: 180 },
  navigation: ['studies', 'articles', 'news', 'faq', 'about', 'contact'],
  routeRules: {},
};

export default site;
