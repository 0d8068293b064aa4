import type { ReaderOptions } from '#core/importing/item-reader.ts';

/** Where the cells of a column belong; `skip` are left out. */
export type Column = { kind: 'member'; path: string[] } | { kind: 'skip' };

const SHARED = ['id', 'type', 'sourceLanguage', 'publishedAt', 'author', 'tags', 'cover'];

const LOCALIZED = [
  'author',
  'title',
  'slug',
  'summary',
  'body',
  'body.markdown',
  'body.html',
  'seo.title',
  'seo.description',
  'coverAlt',
  'state',
  'oldAddresses',
];

/** The member of an item that a column holds, by the mapping or its own name, if there is one. */
export function columnOf(name: string, types: readonly string[], options: ReaderOptions): Column | undefined {
  const mapped = options.map?.get(name.trim());
  if (mapped === '-') return { kind: 'skip' };
  const path = pathOf(mapped ?? name.trim(), types, options);
  return path && { kind: 'member', path };
}

/** Says which columns are no members of an item, all at once. */
export function unknownColumns(names: readonly string[], { map }: Pick<ReaderOptions, 'map'>): string {
  const [name = '', ...others] = names;
  const mapped = map?.get(name.trim());
  if (mapped !== undefined) return `"${mapped}", to which the column "${name}" is mapped, is no member of an item`;
  const which =
    others.length === 0
      ? `the column "${name}" is no member of an item: map it`
      : `the columns ${names.map((one) => `"${one}"`).join(', ')} are no members of an item: map each`;
  return `${which}, as in --map "${name}=summary", or leave it out with "${name}=-"`;
}

/**
 * The path of a member by its name: `title`, `title_en`, `title.en`, `languages.en.title`, `fields.minutes` or the key of a field
 * alone. A localized member without a language belongs to the language of the options.
 */
function pathOf(name: string, types: readonly string[], options: ReaderOptions): string[] | undefined {
  const { config, language: given = config.defaultLocale } = options;
  if (SHARED.includes(name)) return [name];
  const codes = config.locales.map(({ code }) => code);
  const full = /^languages\.([^.]+)\.(.+)$/.exec(name);
  const suffixed = /^(.+?)[._:-]([a-z]{2,3}(?:-[A-Za-z]{2})?)$/.exec(name);
  const [base, language, isSaid] = full
    ? [full[2] ?? '', full[1] ?? '', true]
    : suffixed && codes.includes(suffixed[2] ?? '')
      ? [suffixed[1] ?? '', suffixed[2] ?? '', true]
      : [name, given, false];
  if (!codes.includes(language)) return undefined;
  if (LOCALIZED.includes(base)) return ['languages', language, ...base.split('.')];
  const key = base.replace(/^fields\./, '');
  const fields = config.contentTypes
    .filter((type) => types.length === 0 || types.includes(type.key))
    .flatMap((type) => type.fields);
  const field = fields.find((one) => one.key === key);
  if (!field || (isSaid && !field.localized)) return undefined;
  return field.localized ? ['languages', language, 'fields', key] : ['fields', key];
}
