import type { Locale, LocaleDefinition, Localized } from '#core/locales/locale.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { extension } from '../fixtures/extended-site/site.config.ts';
import { all, TYPES } from './library-types.ts';

const LANGUAGES: LocaleDefinition[] = [
  { code: 'en', language: 'en-GB', name: 'English', direction: 'ltr' },
  { code: 'es', language: 'es-ES', name: 'Español', direction: 'ltr' },
  { code: 'fr', language: 'fr-FR', name: 'Français', direction: 'ltr' },
  { code: 'ar', language: 'ar-EG', name: 'العربية', direction: 'rtl' },
];

/** A municipal library with all of its languages, English first, and a name of 30 letters. */
const LIBRARY: SiteConfig = {
  name: all(
    'Ribera del Puerto City Library',
    'Biblioteca Municipal de Ribera',
    'Bibliothèque de Ribera du Port',
    'المكتبة البلدية في ريبيرا ديل بويرتو',
  ),
  description: all(
    'The municipal library of Ribera del Puerto: books, readings and quiet rooms for everybody.',
    'La biblioteca municipal de Ribera del Puerto: libros, lecturas y salas tranquilas.',
    'La bibliothèque municipale de Ribera du Port : livres, lectures et salles calmes.',
    'المكتبة البلدية: كتب وقراءات وقاعات هادئة للجميع.',
  ),
  locales: LANGUAGES,
  defaultLocale: 'en',
  timeZone: 'Europe/Madrid',
  organization: { schemaType: 'Library', foundingYear: 1931 },
  contentTypes: TYPES,
  ...extension,
  tags: {
    poetry: all('Poetry', 'Poesía', 'Poésie', 'شعر'),
    travel: all('Travel', 'Viajes', 'Voyages', 'رحلات'),
    town: all('The town', 'El pueblo', 'La ville', 'البلدة'),
  },
  inbox: { retentionDays: 30 },
  navigation: ['books', 'events', 'bulletins', 'clubs', 'visit', 'about', 'contact'],
  routeRules: {},
};

/** The configuration of the library in some of its languages. */
export function librarySite(codes: readonly Locale[]): SiteConfig {
  const languages = new Set(LANGUAGES.map(({ code }) => code));
  const isText = (value: object): value is Localized =>
    Object.keys(value).length > 0 && Object.keys(value).every((name) => languages.has(name));
  const inLanguages = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inLanguages);
    if (typeof value !== 'object' || value === null) return value;
    const members = isText(value)
      ? Object.entries(value).filter(([code]) => codes.includes(code))
      : Object.entries(value);
    return Object.fromEntries(members.map(([name, member]) => [name, inLanguages(member)]));
  };
  const locales = LANGUAGES.filter(({ code }) => codes.includes(code));
  return { ...(inLanguages(LIBRARY) as SiteConfig), locales };
}

/** The text of `site.config.ts` for a configuration. */
export function configurationText(config: SiteConfig): string {
  const { locales, defaultLocale, timeZone, ...rest } = config;
  const text = (value: unknown) => JSON.stringify(value);
  return `import type { LocaleSet } from '#core/locales/locale.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

export const localeSet: LocaleSet = ${text({ locales, defaultLocale })};

export const timeZone = ${text(timeZone)};

const site: SiteConfig = { ...localeSet, timeZone, ...${text(rest)} };

export default site;
`;
}
