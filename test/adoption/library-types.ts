import type { ContentType, FieldDefinition } from '#core/content-types/content-type.ts';
import type { Localized } from '#core/locales/locale.ts';
import { LIBRARY_TYPES } from '../fixtures/library/types.ts';

/** A text in each language of the library. */
export const all = (en: string, es: string, fr: string, ar: string): Localized => ({ en, es, fr, ar });

const BOOK_FIELDS: FieldDefinition[] = [
  {
    key: 'isbn',
    kind: 'text',
    localized: false,
    schemaProperty: 'isbn',
    labels: all('ISBN', 'ISBN', 'ISBN', 'الرقم الدولي'),
  },
  {
    key: 'pageCount',
    kind: 'number',
    localized: false,
    minimum: 1,
    labels: all('Length in pages', 'Número de páginas', 'Nombre de pages', 'عدد الصفحات'),
  },
  {
    key: 'weight',
    kind: 'number',
    localized: false,
    unit: 'gram',
    labels: all('Weight', 'Peso', 'Poids', 'الوزن'),
  },
  {
    key: 'publishedOn',
    kind: 'date',
    localized: false,
    labels: all('First edition', 'Primera edición', 'Première édition', 'الطبعة الأولى'),
  },
  {
    key: 'available',
    kind: 'boolean',
    localized: false,
    labels: all('On the shelf', 'En el estante', 'En rayon', 'على الرف'),
  },
  {
    key: 'format',
    kind: 'choice',
    localized: false,
    required: true,
    labels: all('Format', 'Formato', 'Format', 'الشكل'),
    choices: [
      { value: 'hardback', labels: all('Hardback', 'Tapa dura', 'Relié', 'غلاف مقوى') },
      { value: 'large', labels: all('Large print', 'Letra grande', 'Gros caractères', 'حروف كبيرة') },
    ],
  },
  {
    key: 'excerpt',
    kind: 'text',
    multiline: true,
    localized: true,
    labels: all('How it begins', 'Así empieza', 'Premières lignes', 'هكذا يبدأ'),
  },
  {
    key: 'review',
    kind: 'rich-text',
    localized: true,
    labels: all('What readers say', 'Qué dicen quienes lo leyeron', 'Avis des lecteurs', 'آراء القراء'),
  },
  {
    key: 'jacket',
    kind: 'media',
    localized: false,
    labels: all('The jacket', 'La sobrecubierta', 'La jaquette', 'الغلاف الخارجي'),
  },
  {
    key: 'shelf',
    kind: 'relation',
    type: 'places',
    localized: false,
    show: 'facts',
    labels: all('Where it stands', 'Dónde está', 'Où le trouver', 'مكانه'),
  },
  {
    key: 'subjects',
    kind: 'list',
    of: 'text',
    localized: true,
    show: 'section',
    labels: all('Subjects', 'Materias', 'Sujets', 'الموضوعات'),
  },
  {
    key: 'printings',
    kind: 'list',
    of: 'number',
    localized: false,
    labels: all('Printings', 'Reimpresiones', 'Réimpressions', 'الطبعات'),
  },
  {
    key: 'chapters',
    kind: 'list',
    localized: true,
    labels: all('Chapters', 'Capítulos', 'Chapitres', 'الفصول'),
    of: [
      { key: 'title', kind: 'text', localized: false, labels: all('Chapter', 'Capítulo', 'Chapitre', 'الفصل') },
      { key: 'page', kind: 'number', localized: false, labels: all('Page', 'Página', 'Page', 'الصفحة') },
    ],
  },
  {
    key: 'similar',
    kind: 'list',
    localized: false,
    labels: all('If you liked it', 'Si le gustó', 'Si vous avez aimé', 'إن أعجبك'),
    of: [
      { key: 'book', kind: 'relation', type: 'books', localized: false, labels: all('Book', 'Libro', 'Livre', 'كتاب') },
    ],
  },
  {
    key: 'price',
    kind: 'number',
    localized: false,
    show: 'hidden',
    labels: all('Price paid', 'Precio pagado', 'Prix payé', 'السعر المدفوع'),
  },
];

/** The types of the library, with every kind of field. */
export const TYPES: ContentType[] = [
  {
    key: 'books',
    labels: { singular: all('Book', 'Libro', 'Livre', 'كتاب'), plural: all('Books', 'Libros', 'Livres', 'الكتب') },
    descriptions: all(
      'What stands on our shelves and may be borrowed for three weeks.',
      'Lo que está en nuestros estantes y se presta por tres semanas.',
      'Ce que contiennent nos rayons et se prête pour trois semaines.',
      'ما على رفوفنا ويعار لثلاثة أسابيع.',
    ),
    segments: all('books', 'libros', 'livres', 'kutub'),
    icon: 'lucide:book',
    missingLanguage: 'notice',
    appearsAs: 'collection',
    schemaType: 'Book',
    listing: { sortBy: 'publishedOn', order: 'descending', filterBy: ['format', 'available', 'shelf'] },
    fields: BOOK_FIELDS,
  },
  ...LIBRARY_TYPES,
  {
    key: 'bulletins',
    labels: {
      singular: all('Bulletin', 'Boletín', 'Bulletin', 'نشرة'),
      plural: all('Bulletins', 'Boletines', 'Bulletins', 'النشرات'),
    },
    segments: all('bulletins', 'boletines', 'bulletins', 'nasharat'),
    icon: 'lucide:newspaper',
    missingLanguage: 'listing',
    appearsAs: 'collection',
    schemaType: 'NewsArticle',
    fields: [],
  },
  {
    key: 'exhibitions',
    labels: {
      singular: all('Exhibition', 'Exposición', 'Exposition', 'معرض'),
      plural: all('Exhibitions', 'Exposiciones', 'Expositions', 'المعارض'),
    },
    segments: all('exhibitions', 'exposiciones', 'expositions', 'maarid'),
    icon: 'lucide:frame',
    missingLanguage: 'not-found',
    appearsAs: 'collection',
    fields: [],
  },
  {
    key: 'pages',
    labels: { singular: all('Page', 'Página', 'Page', 'صفحة'), plural: all('Pages', 'Páginas', 'Pages', 'الصفحات') },
    segments: all('pages', 'paginas', 'pages', 'safahat'),
    icon: 'lucide:file-text',
    missingLanguage: 'not-found',
    appearsAs: 'page',
    fields: [
      {
        key: 'phone',
        kind: 'text',
        localized: false,
        items: ['contact'],
        labels: all('Telephone', 'Teléfono', 'Téléphone', 'الهاتف'),
      },
      {
        key: 'email',
        kind: 'text',
        localized: false,
        items: ['contact'],
        labels: all('Email', 'Correo', 'Courriel', 'البريد'),
      },
      {
        key: 'address',
        kind: 'text',
        multiline: true,
        localized: true,
        items: ['contact'],
        labels: all('Address', 'Dirección', 'Adresse', 'العنوان'),
      },
      {
        key: 'openingHours',
        kind: 'list',
        localized: false,
        items: ['contact'],
        labels: all('Opening hours', 'Horario', 'Horaires', 'ساعات العمل'),
        of: [
          {
            key: 'days',
            kind: 'list',
            of: 'weekday',
            localized: false,
            required: true,
            labels: all('Days', 'Días', 'Jours', 'الأيام'),
          },
          {
            key: 'opens',
            kind: 'time',
            localized: false,
            required: true,
            labels: all('Opens', 'Abre', 'Ouvre', 'تفتح'),
          },
          {
            key: 'closes',
            kind: 'time',
            after: 'opens',
            localized: false,
            required: true,
            labels: all('Closes', 'Cierra', 'Ferme', 'تغلق'),
          },
        ],
      },
    ],
  },
  {
    key: 'faqs',
    labels: {
      singular: all('Question', 'Pregunta', 'Question', 'سؤال'),
      plural: all('Questions', 'Preguntas', 'Questions', 'الأسئلة'),
    },
    segments: all('questions', 'preguntas', 'questions', 'asila'),
    icon: 'lucide:circle-help',
    missingLanguage: 'not-found',
    appearsAs: 'faq',
    fields: [
      {
        key: 'group',
        kind: 'choice',
        localized: false,
        required: true,
        labels: all('Group', 'Grupo', 'Groupe', 'المجموعة'),
        choices: [
          { value: 'loans', labels: all('Borrowing', 'Préstamo', 'Emprunter', 'الإعارة') },
          { value: 'rooms', labels: all('Our rooms', 'Las salas', 'Les salles', 'القاعات') },
        ],
      },
      {
        key: 'order',
        kind: 'number',
        localized: false,
        required: true,
        labels: all('Order', 'Orden', 'Ordre', 'الترتيب'),
      },
    ],
  },
];
