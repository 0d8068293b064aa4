import { basename, dirname, extname, relative, resolve, sep } from 'node:path';
import type { Locale } from '#core/locales/locale.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { isLanguageName, localeNamed } from '../foreign-names.ts';

/** What the path of a post says about it. */
export interface PostPlace {
  /** The folders, without that of the language. */
  folders: string[];
  /** Without language and extension; of a bundle, `hello/index.md`, the name of its folder. Empty for the front page. */
  name: string;
  language?: Locale;
  /** The name with the day before it. */
  fullName: string;
  /** The index of the folder of the language among the folders. */
  languageAt?: number;
  /** A date before the name: `2019-05-02-hello.md`. */
  day?: string;
  /** Whether the folders begin at the folder of all content, so that addresses follow from them. */
  isWhole: boolean;
}

/** Reads the path of a post. Folders above the imported one count if one of them is named `content`. */
export function readPlace(config: SiteConfig, file: string, root: string): PostPlace {
  const above = dirname(resolve(file)).split(sep);
  const contentAt = above.lastIndexOf('content');
  const isWhole = contentAt >= 0;
  const below = relative(root, dirname(file))
    .split(sep)
    .filter((part) => part !== '');
  const folders = isWhole ? above.slice(contentAt + 1) : [basename(resolve(root)), ...below];
  const stem = basename(file, extname(file));
  const suffix = /\.([^.]+)$/.exec(stem)?.[1] ?? '';
  const suffixLanguage = suffix === '' ? undefined : localeNamed(config, suffix);
  const ownName = suffixLanguage === undefined ? stem : stem.slice(0, -suffix.length - 1);
  const languageAt = folders.findIndex((folder) => localeNamed(config, folder) !== undefined);
  const language = suffixLanguage ?? (languageAt < 0 ? undefined : localeNamed(config, folders[languageAt] ?? ''));
  const others = folders.filter((_, index) => index !== languageAt);
  const isIndex = ownName === 'index';
  const fullName = isIndex ? (others.at(-1) ?? '') : ownName;
  const [, day = '', rest] = /^(\d{4}-\d{2}-\d{2})(?:[-_ ](.+))?$/.exec(fullName) ?? [];
  const isDay = day !== '' && new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) === true;
  return {
    folders: isIndex ? others.slice(0, -1) : others,
    name: isDay && rest !== undefined ? rest : fullName,
    fullName,
    ...(language !== undefined && { language }),
    ...(languageAt >= 0 && { languageAt }),
    ...(isDay && { day }),
    isWhole,
  };
}

/** The end of a name that may be a language, as in `hello.fr`. */
const SUFFIX = /^(.+)\.([a-z]{2,3}(?:-[a-z]{2,4})?)$/i;

/** Codes of languages that are more often ends of names of programs and sites: `socket.io`. */
const ENDS_OF_NAMES = new Set(['ai', 'cs', 'io', 'me', 'ml', 'sh', 'so', 'ts', 'tv']);

/**
 * The places of posts in languages that the site does not have: below a folder of one beside folders of the site's languages, or with
 * an ending that is a language. That of `socket.io` is one only if there is a `socket` too.
 */
export function withForeignLanguages(places: readonly PostPlace[]): PostPlace[] {
  const languageFolders = new Set(places.flatMap(({ languageAt }) => languageAt ?? []));
  const keyOf = (folders: readonly string[], name: string) => [...folders, name].join('/');
  const known = new Set(places.map(({ folders, name }) => keyOf(folders, name)));
  const endings = new Set(
    places.flatMap(({ folders, name }) => {
      const [, own = '', ending = ''] = SUFFIX.exec(name) ?? [];
      const isLanguage = !ENDS_OF_NAMES.has(ending.toLowerCase()) || known.has(keyOf(folders, own));
      return isLanguage && isLanguageName(ending) ? [ending] : [];
    }),
  );
  return places.map((place) => {
    const [, name = '', ending = ''] = SUFFIX.exec(place.name) ?? [];
    if (endings.has(ending)) return { ...place, name, fullName: name, language: ending.toLowerCase() };
    if (place.language !== undefined) return place;
    const at = place.folders.findIndex((folder, index) => languageFolders.has(index) && isLanguageName(folder));
    if (at < 0) return place;
    return { ...place, language: place.folders[at] ?? '', folders: place.folders.filter((_, index) => index !== at) };
  });
}
