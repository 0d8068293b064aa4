import { type ContentType, type FieldDefinition, siteType } from '../content-types/content-type.ts';
import { isInvisible } from '../content-types/invisible-text.ts';
import { createFreeNames } from '../content-types/slugs.ts';
import type { Locale, Localized } from '../locales/locale.ts';
import { listedTypes } from './content-paths.ts';
import { renameInSections } from './section-blocks.ts';
import type { SiteConfig } from './site-config.ts';

/** The names of types, fields and choices, and of the pages written as code. */
export const SITE_WORDS = 'site-words';

/** Maximum characters. Source: Meki's own; a longer name breaks menus and filters. */
const NAME = 80;
const DESCRIPTION = 500;

/** A text of `site.config.ts` that readers see: its field, its names for who changes it, and what stands there. */
interface Word {
  key: string;
  names: Localized[];
  text: Localized;
  isLong?: boolean;
}

type Change = (word: Word) => Localized;

const PLURAL = { es: 'en plural', en: 'plural' };
const SINGULAR = { es: 'en singular', en: 'singular' };
const COUNTED = { es: 'después de un número', en: 'after a number' };
const DESCRIPTION_OF = { es: 'descripción', en: 'description' };

/** The type of the item that renames what `site.config.ts` declares: a text for each name that readers see. */
export function siteWordsType(config: SiteConfig): ContentType {
  const fields = new Map<string, FieldDefinition>();
  replaceWords(config, ({ key, names, text, isLong }) => {
    const label = (code: Locale) => names.map((name) => name[code] ?? name.en ?? '').join(' · ');
    fields.set(key, {
      key,
      kind: 'text',
      localized: true,
      maxLength: isLong ? DESCRIPTION : NAME,
      ...(isLong && { multiline: true }),
      labels: Object.fromEntries([...config.locales.map(({ code }) => code), 'en'].map((code) => [code, label(code)])),
    });
    return text;
  });
  return siteType({
    key: SITE_WORDS,
    name: { es: 'Nombres', en: 'Names' },
    description: {
      es: 'Cómo se llaman las clases de contenido, sus datos y lo que se puede elegir en ellos.',
      en: 'What the kinds of content, their fields, and the choices in them are called.',
    },
    icon: 'lucide:tags',
    fields: [...fields.values()],
  });
}

/** What `site.config.ts` has for each field of the type, by language. */
export function wordsOfFile(config: SiteConfig): { [key: string]: Localized } {
  const words: { [key: string]: Localized } = {};
  replaceWords(config, ({ key, text }) => {
    words[key] = text;
    return text;
  });
  return words;
}

/** What was made last for each language: schemas and the like are kept by the identity of types. */
const made = new WeakMap<
  ContentType[],
  Map<Locale, { stamp: string; named: Pick<SiteConfig, 'contentTypes' | 'pages' | 'blocks'> }>
>();

/** The configuration with the published names of a language; as it is without any. */
export function withWords<Config extends SiteConfig>(
  config: Config,
  locale: Locale,
  values: { readonly [key: string]: unknown },
): Config {
  if (Object.keys(values).length === 0) return config;
  const stamp = JSON.stringify(values);
  const ofLanguage = made.get(config.contentTypes) ?? new Map();
  made.set(config.contentTypes, ofLanguage);
  const known = ofLanguage.get(locale);
  if (known?.stamp === stamp) return { ...config, file: config, ...known.named };
  const words = replaceWords(config, ({ key, text }) => {
    const own = values[key];
    return typeof own === 'string' && !isInvisible(own) ? { ...text, [locale]: own.trim() } : text;
  });
  const named = { ...words, ...(config.blocks && { blocks: renameInSections(config.blocks, words) }) };
  ofLanguage.set(locale, { stamp, named });
  return { ...config, file: config, ...named };
}

function replaceWords(config: SiteConfig, replace: Change): Pick<SiteConfig, 'contentTypes' | 'pages'> {
  const listed = new Set(listedTypes(config));
  const taken = new Set<string>();
  // Values of choices are any texts: "< 5" and "> 5" differ in their signs alone.
  const freeKey = createFreeNames(
    (key) => taken.has(key),
    (key, number) => `${key}${number}`,
  );
  const change: Change = (word) => {
    const key = freeKey(word.key);
    taken.add(key);
    return replace({ ...word, key });
  };
  return {
    contentTypes: config.contentTypes.map((type) => (listed.has(type) ? replaceInType(type, change) : type)),
    ...(config.pages && {
      pages: Object.fromEntries(
        Object.entries(config.pages).map(([path, text]) => [
          path,
          change({ key: camelCase('page', path), names: [text], text }),
        ]),
      ),
    }),
  };
}

function replaceInType(type: ContentType, change: Change): ContentType {
  const { singular, plural, counted } = type.labels;
  const word = (part: string, text: Localized, suffix: Localized, isLong = false) =>
    change({ key: camelCase(type.key, part), names: [plural, suffix], text, isLong });
  return {
    ...type,
    labels: {
      plural: word('plural', plural, PLURAL),
      singular: word('singular', singular, SINGULAR),
      ...(counted && { counted: word('counted', counted, COUNTED) }),
    },
    ...(type.descriptions && { descriptions: word('description', type.descriptions, DESCRIPTION_OF, true) }),
    fields: type.fields.map((field) =>
      replaceInField(field, { key: camelCase(type.key, 'field'), names: [plural] }, change),
    ),
  };
}

function replaceInField(
  field: FieldDefinition,
  { key, names }: Pick<Word, 'key' | 'names'>,
  change: Change,
): FieldDefinition {
  const own = { key: camelCase(key, field.key), names: [...names, field.labels] };
  const labels = change({ ...own, text: field.labels });
  if (field.kind === 'choice') {
    const choices = field.choices.map((choice) => ({
      ...choice,
      labels: change({
        key: camelCase(own.key, choice.value),
        names: [...own.names, choice.labels],
        text: choice.labels,
      }),
    }));
    return { ...field, labels, choices };
  }
  if (field.kind === 'list' && Array.isArray(field.of)) {
    return { ...field, labels, of: field.of.map((member) => replaceInField(member, own, change)) };
  }
  return { ...field, labels };
}

/** `camelCase('studies', 'x-ray')` is `studiesXRay`. */
function camelCase(...parts: string[]): string {
  const words = parts.flatMap((part) => part.split(/[^A-Za-z0-9]+/)).filter(Boolean);
  return words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}
