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
  const suffixLanguage = localeOrName(config, suffix);
  const ownName = suffixLanguage === undefined ? stem : stem.slice(0, -suffix.length - 1);
  const languageAt = folders.findIndex((folder) => localeNamed(config, folder) !== undefined);
  const language = suffixLanguage ?? (languageAt < 0 ? undefined : localeNamed(config, folders[languageAt] ?? ''));
  const others = folders.filter((_, index) => index !== languageAt);
  const isIndex = ownName === 'index';
  const dated = isIndex ? null : /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(ownName);
  return {
    folders: isIndex ? others.slice(0, -1) : others,
    name: dated?.[2] ?? (isIndex ? (others.at(-1) ?? '') : ownName),
    ...(language !== undefined && { language }),
    ...(languageAt >= 0 && { languageAt }),
    ...(dated?.[1] && { day: dated[1] }),
    isWhole,
  };
}

/** A language of the site, or the code of another one. */
function localeOrName(config: SiteConfig, name: string): string | undefined {
  return name === ''
    ? undefined
    : (localeNamed(config, name) ?? (isLanguageName(name) ? name.toLowerCase() : undefined));
}

/** The place of a post below a folder of a language that the site does not have, beside folders of its languages. */
export function withForeignLanguage(place: PostPlace, languageFolders: ReadonlySet<number>): PostPlace {
  if (place.language !== undefined) return place;
  const at = place.folders.findIndex((folder, index) => languageFolders.has(index) && isLanguageName(folder));
  if (at < 0) return place;
  return { ...place, language: place.folders[at] ?? '', folders: place.folders.filter((_, index) => index !== at) };
}
