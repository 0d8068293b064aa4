import { siteType } from '../content-types/content-type.ts';

/** What all pages, those of a type or one page say at the top for a time. */
export const SITE_NOTICES = 'site-notices';

/** The kinds of notices, the most urgent last. */
export const NOTICE_KINDS = ['information', 'warning', 'closed'] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Maximum characters. Source: Meki's own; a phone shows some three lines of each. */
const TEXT = 200;
const LINK_TEXT = 60;

/** Most notices. Source: Meki's own; every page has those that are in force. */
const MOST = 20;

/** The site type of notices. */
export const siteNotices = siteType({
  key: SITE_NOTICES,
  name: { es: 'Avisos', en: 'Notices' },
  description: {
    es: 'Lo que se dice por un tiempo en lo alto de las páginas: cierres, cambios, campañas.',
    en: 'What stands at the top of pages for a time: closures, changes, campaigns.',
  },
  icon: 'lucide:megaphone',
  fields: [
    {
      key: 'notices',
      kind: 'list',
      most: MOST,
      localized: false,
      labels: { es: 'Avisos', en: 'Notices' },
      hints: {
        es: 'En su orden. El texto de cada aviso está en cada idioma; sin texto, no se muestra.',
        en: 'In their order. Each language has the text of a notice; without a text, it is not shown.',
      },
      of: [
        {
          key: 'text',
          kind: 'text',
          localized: true,
          maxLength: TEXT,
          labels: { es: 'Texto del aviso', en: 'Text of the notice' },
        },
        {
          key: 'kind',
          kind: 'choice',
          localized: false,
          labels: { es: 'Clase', en: 'Kind' },
          hints: { es: 'Sin elegir: información.', en: 'Without one: information.' },
          choices: [
            { value: 'information', labels: { es: 'Información', en: 'Information' } },
            { value: 'warning', labels: { es: 'Advertencia', en: 'Warning' } },
            { value: 'closed', labels: { es: 'Cerrado', en: 'Closed' } },
          ],
        },
        {
          key: 'from',
          kind: 'moment',
          localized: false,
          labels: { es: 'Desde', en: 'From' },
          hints: { es: 'Vacío: desde que se publica.', en: 'Empty: from when it is published.' },
        },
        {
          key: 'until',
          kind: 'moment',
          after: 'from',
          localized: false,
          labels: { es: 'Hasta', en: 'Until' },
          hints: { es: 'Vacío: hasta que se quita.', en: 'Empty: until it is removed.' },
        },
        {
          key: 'place',
          kind: 'link',
          localized: false,
          labels: { es: 'Solo en', en: 'Only on' },
          hints: {
            es: 'Vacío: en todas las páginas. Un listado: en él y en todo lo que contiene. Otra página: solo en ella.',
            en: 'Empty: on all pages. A listing: on it and on all that is in it. Another page: on that page alone.',
          },
        },
        {
          key: 'link',
          kind: 'link',
          localized: false,
          labels: { es: 'Enlace', en: 'Link' },
        },
        {
          key: 'linkText',
          kind: 'text',
          localized: true,
          maxLength: LINK_TEXT,
          labels: { es: 'Texto del enlace', en: 'Text of the link' },
          hints: {
            es: 'Vacío: el título de la página a la que lleva.',
            en: 'Empty: the title of the page that it leads to.',
          },
        },
      ],
    },
  ],
});
