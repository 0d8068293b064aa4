import { type ContentType, type FieldDefinition, siteType } from '../content-types/content-type.ts';
import type { Localized } from '../locales/locale.ts';
import { SITE_NAVIGATION, siteNavigation } from './site-navigation-type.ts';
import { SITE_NOTICES, siteNotices } from './site-notices-type.ts';
import { SITE_WORDS } from './site-words.ts';

/** The names and pictures of the site. */
export const SITE_IDENTITY = 'site-identity';

/** How the organization is reached, and when it is open. */
export const SITE_CONTACT = 'site-contact';

/** The types that every site has one item of: its id and its slug are the key of its type. */
export type SiteTypeKey =
  | typeof SITE_IDENTITY
  | typeof SITE_CONTACT
  | typeof SITE_NAVIGATION
  | typeof SITE_NOTICES
  | typeof SITE_WORDS;

const SITE_TYPE_KEYS: readonly string[] = [
  SITE_IDENTITY,
  SITE_CONTACT,
  SITE_NAVIGATION,
  SITE_NOTICES,
  SITE_WORDS,
] satisfies SiteTypeKey[];

/** Whether a key, or the id of an item, is that of a site type. */
export function isSiteTypeKey(key: string): key is SiteTypeKey {
  return SITE_TYPE_KEYS.includes(key);
}

/** Maximum characters. Source: Meki's own; a longer name breaks the header of a phone. */
const NAME = 60;
const SHORT_NAME = 24;
const DESCRIPTION = 300;
const REASON = 60;

const text = (key: string, labels: Localized, more: { maxLength: number; hints?: Localized }): FieldDefinition => ({
  key,
  kind: 'text',
  localized: true,
  labels,
  ...more,
});

/** What schema.org has names for, of what a site is usually of. */
const SCHEMA_TYPES = [
  ['Organization', 'Organización', 'Organization'],
  ['LocalBusiness', 'Negocio local', 'Local business'],
  ['Corporation', 'Empresa', 'Corporation'],
  ['NGO', 'Organización civil', 'Nonprofit organization'],
  ['GovernmentOrganization', 'Dependencia de gobierno', 'Government organization'],
  ['EducationalOrganization', 'Institución educativa', 'Educational organization'],
  ['School', 'Escuela', 'School'],
  ['CollegeOrUniversity', 'Universidad', 'College or university'],
  ['Library', 'Biblioteca', 'Library'],
  ['Museum', 'Museo', 'Museum'],
  ['MedicalClinic', 'Clínica', 'Medical clinic'],
  ['Hospital', 'Hospital', 'Hospital'],
  ['Physician', 'Consultorio médico', 'Physician’s office'],
  ['Dentist', 'Consultorio dental', 'Dentist'],
  ['Pharmacy', 'Farmacia', 'Pharmacy'],
  ['Restaurant', 'Restaurante', 'Restaurant'],
  ['Hotel', 'Hotel', 'Hotel'],
  ['Store', 'Tienda', 'Store'],
  ['LegalService', 'Despacho jurídico', 'Legal service'],
  ['NewsMediaOrganization', 'Medio de noticias', 'News organization'],
  ['SportsOrganization', 'Organización deportiva', 'Sports organization'],
].map(([value = '', es = '', en = '']) => ({ value, labels: { es, en } }));

const identity = siteType({
  key: SITE_IDENTITY,
  name: { es: 'Identidad', en: 'Identity' },
  description: {
    es: 'Nombre, descripción, logotipo, color, icono y la imagen con que se comparte el sitio.',
    en: 'Name, description, logo, color, icon, and the picture that the site is shared with.',
  },
  icon: 'lucide:badge-info',
  fields: [
    text('name', { es: 'Nombre del sitio', en: 'Name of the site' }, { maxLength: NAME }),
    text(
      'shortName',
      { es: 'Nombre corto', en: 'Short name' },
      {
        maxLength: SHORT_NAME,
        hints: {
          es: 'En el encabezado de un teléfono, donde el nombre no cabe.',
          en: 'In the header on a phone, where the name has no room.',
        },
      },
    ),
    text(
      'description',
      { es: 'Descripción', en: 'Description' },
      {
        maxLength: DESCRIPTION,
        hints: {
          es: 'Una frase para buscadores y canales de noticias.',
          en: 'One sentence for search engines and feeds.',
        },
      },
    ),
    {
      key: 'logo',
      kind: 'media',
      localized: false,
      labels: { es: 'Logotipo', en: 'Logo' },
      hints: {
        es: 'En el encabezado, sobre fondo claro, y para buscadores.',
        en: 'In the header, on a light background, and for search engines.',
      },
    },
    {
      key: 'logoDark',
      kind: 'media',
      localized: false,
      labels: { es: 'Logotipo para fondo oscuro', en: 'Logo for dark backgrounds' },
      hints: {
        es: 'En el modo oscuro y en el pie de página. Si falta, se usa el otro.',
        en: 'In dark mode and in the footer. Without it, the other one is used.',
      },
    },
    {
      key: 'color',
      kind: 'text',
      format: 'brand-color',
      localized: false,
      labels: { es: 'Color', en: 'Color' },
      hints: {
        es: 'El de enlaces y botones, como #006162; los demás tonos de las páginas se derivan de él.',
        en: 'Of links and buttons, as #006162; the other shades of the pages are derived from it.',
      },
    },
    {
      key: 'favicon',
      kind: 'media',
      localized: false,
      labels: { es: 'Icono del sitio', en: 'Site icon' },
      hints: {
        es: 'En la pestaña del navegador y en la pantalla de un teléfono. Una imagen cuadrada, SVG o PNG.',
        en: 'In the tab of the browser and on the screen of a phone. A square picture, SVG or PNG.',
      },
    },
    {
      key: 'legalName',
      kind: 'text',
      localized: false,
      maxLength: 200,
      labels: { es: 'Razón social', en: 'Legal name' },
      hints: { es: 'Para buscadores.', en: 'For search engines.' },
    },
    {
      key: 'foundingYear',
      kind: 'number',
      localized: false,
      minimum: 1000,
      maximum: 2100,
      labels: { es: 'Año de fundación', en: 'Founding year' },
      hints: { es: 'Para buscadores.', en: 'For search engines.' },
    },
    {
      key: 'schemaType',
      kind: 'choice',
      localized: false,
      labels: { es: 'Tipo de organización', en: 'Kind of organization' },
      hints: { es: 'Para buscadores.', en: 'For search engines.' },
      choices: SCHEMA_TYPES,
    },
    {
      key: 'sharePicture',
      kind: 'media',
      localized: false,
      labels: { es: 'Imagen para compartir', en: 'Picture for sharing' },
      hints: {
        es: 'De páginas sin portada, cuando alguien las comparte. Si falta, se dibuja el título.',
        en: 'Of pages without a cover, when somebody shares them. Without it, their title is drawn.',
      },
    },
  ],
});

const ADDRESS = { es: 'Dirección', en: 'Address' };

const contact = siteType({
  key: SITE_CONTACT,
  name: { es: 'Contacto y horario', en: 'Contact and hours' },
  description: {
    es: 'Teléfono, correo, domicilio, perfiles y horario, en el pie de todas las páginas y en la de contacto.',
    en: 'Phone, email, address, profiles and hours, in the footer of all pages and on the contact page.',
  },
  icon: 'lucide:contact',
  fields: [
    { key: 'phone', kind: 'text', localized: false, maxLength: 40, labels: { es: 'Teléfono', en: 'Phone' } },
    {
      key: 'email',
      kind: 'text',
      format: 'email',
      localized: false,
      labels: { es: 'Correo electrónico', en: 'Email' },
    },
    {
      key: 'address',
      kind: 'text',
      multiline: true,
      maxLength: 500,
      localized: true,
      labels: { es: 'Domicilio', en: 'Postal address' },
    },
    {
      key: 'mapUrl',
      kind: 'text',
      format: 'url',
      localized: false,
      labels: { es: 'Enlace al mapa', en: 'Link to the map' },
    },
    {
      key: 'profiles',
      kind: 'list',
      localized: false,
      labels: { es: 'Perfiles en redes', en: 'Social profiles' },
      of: [
        {
          key: 'name',
          kind: 'text',
          localized: false,
          required: true,
          maxLength: 40,
          labels: { es: 'Nombre', en: 'Name' },
        },
        { key: 'url', kind: 'text', format: 'url', localized: false, required: true, labels: ADDRESS },
      ],
    },
    {
      key: 'openingHours',
      kind: 'list',
      localized: false,
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
    {
      key: 'exceptionalDays',
      kind: 'list',
      dayHours: true,
      localized: false,
      labels: { es: 'Días excepcionales', en: 'Exceptional days' },
      hints: {
        es: 'Días en que el horario no vale. Sin horas, está cerrado; con dos entradas del mismo día, abre dos veces.',
        en: 'Days on which the hours do not hold. Without times, it is closed; two entries of one day are two spans.',
      },
      of: [
        { key: 'from', kind: 'date', localized: false, required: true, labels: { es: 'Día', en: 'Day' } },
        {
          key: 'to',
          kind: 'date',
          after: 'from',
          localized: false,
          labels: { es: 'Último día', en: 'Last day' },
          hints: { es: 'Si son varios.', en: 'If there are several.' },
        },
        { key: 'opens', kind: 'time', localized: false, labels: { es: 'Abre', en: 'Opens' } },
        { key: 'closes', kind: 'time', after: 'opens', localized: false, labels: { es: 'Cierra', en: 'Closes' } },
        text('reason', { es: 'Motivo', en: 'Reason' }, { maxLength: REASON }),
      ],
    },
  ],
});

/** The site types, with labels in the languages that the product speaks. */
export const SITE_TYPES: readonly ContentType[] = [identity, contact, siteNavigation, siteNotices];
