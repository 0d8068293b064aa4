import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { isFileWithin } from '../file-within.ts';
import { type Members, membersOf } from '../foreign-text.ts';

/** What the configuration of the program that made a site says about its addresses. */
export interface FormerSite {
  /** Hosts of its pages, without www. */
  hosts: ReadonlySet<string>;
  /** The path that all its addresses begin with, such as `/docs`; empty for none. */
  base: string;
  /** Patterns of addresses, such as `/:year/:title/`, by the first folder of their posts. */
  patterns: ReadonlyMap<string, string>;
  /** The language whose addresses do not name it, if that is said. */
  language?: string;
}

/** What an address is made of. */
export interface AddressParts {
  folders: readonly string[];
  /** Of the file, without a day. */
  name: string;
  fullName: string;
  slug: string;
  title: string;
  /** Such as `2024-03-01`. */
  day: string | undefined;
  categories: readonly string[];
}

const CONFIGS = [
  ...['_config.yml', '_config.yaml'],
  ...['hugo', 'config', 'config/_default/hugo', 'config/_default/config'].flatMap((name) =>
    ['toml', 'yaml', 'yml', 'json'].map((end) => `${name}.${end}`),
  ),
  ...['astro', 'docusaurus'].flatMap((name) => ['mjs', 'ts', 'js'].map((end) => `${name}.config.${end}`)),
];

/** Maximum bytes of a configuration. */
const MAX_CONFIG = 1_000_000;

/** Jekyll's names for patterns. Source: its documentation, Permalinks. */
const STYLES: { [style: string]: string } = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title.html',
};

/** Reads the configuration above an imported folder, of Jekyll, Hugo, Astro or Docusaurus. */
export function readFormerSite(root: string): FormerSite {
  const config = findConfig(resolve(root));
  const [hosts, paths] = [new Set<string>(), [config.baseurl, config.base]];
  for (const address of [config.baseURL, config.url, config.site]) {
    if (typeof address !== 'string' || !URL.canParse(address)) continue;
    const url = new URL(address);
    hosts.add(url.host.replace(/^www\./, ''));
    paths.push(url.pathname);
  }
  const base = paths.find((path): path is string => typeof path === 'string' && /[^/]/.test(path)) ?? '';
  const { defaultContentLanguage: language } = config;
  return {
    hosts,
    base: base.replace(/^\/*|\/+$/g, '').replace(/^(?=.)/, '/'),
    patterns: patternsOf(config),
    ...(typeof language === 'string' && { language }),
  };
}

function findConfig(folder: string): Members {
  for (let place = folder; ; place = dirname(place)) {
    const name = CONFIGS.find((own) => isFileWithin(place, join(place, own)));
    if (name !== undefined) return readConfig(join(place, name));
    if (existsSync(join(place, '.git')) || place === dirname(place)) return {};
  }
}

/** A configuration that cannot be read says nothing. */
function readConfig(file: string): Members {
  try {
    if (statSync(file).size > MAX_CONFIG) return {};
    const text = readFileSync(file, 'utf8');
    const value: unknown = file.endsWith('.toml')
      ? parseToml(text)
      : /\.(?:ya?ml|json)$/.test(file)
        ? parseYaml(text, { maxAliasCount: 100 })
        : Object.fromEntries(
            [...text.matchAll(/^\s*(base|baseUrl|site|url)\s*:\s*(['"])([^'"\n]*)\2/gm)].map(([, name, , given]) => [
              name === 'baseUrl' ? 'base' : name,
              given,
            ]),
          );
    return membersOf(value);
  } catch {
    return {};
  }
}

/** Jekyll's patterns are those of its posts and of its collections, Hugo's those of folders. */
function patternsOf({ permalink, collections, permalinks }: Members): Map<string, string> {
  const { page, ...folders } = membersOf(permalinks);
  const all: [string, unknown][] = [
    ['_posts', 'date'],
    ['_posts', permalink],
    ...Object.entries(membersOf(collections)).map(([name, collection]): [string, unknown] => {
      return [
        `_${name}`,
        membersOf(collection).permalink ?? (name === 'posts' ? undefined : '/:collection/:path.html'),
      ];
    }),
    ...Object.entries({ ...folders, ...membersOf(page) }),
  ];
  return new Map(
    all.flatMap(([folder, pattern]) => (typeof pattern === 'string' ? [[folder, STYLES[pattern] ?? pattern]] : [])),
  );
}

/** The address that a pattern gives a post; `undefined` if it asks for something that is not known. */
export function fillPattern(pattern: string, post: AddressParts): string | undefined {
  const [year = '', month = '', date = ''] = post.day?.split('-') ?? [];
  const below = post.folders.filter((folder) => !folder.startsWith('_'));
  const values: { [name: string]: string | undefined } = {
    year,
    month,
    day: date,
    short_year: year.slice(2),
    i_month: month.replace(/^0/, ''),
    i_day: date.replace(/^0/, ''),
    title:
      pattern.includes(':categories') || post.folders.some((folder) => folder.startsWith('_'))
        ? post.slug
        : urlName(post.title),
    slug: post.slug,
    name: post.name,
    basename: post.name,
    filename: post.fullName,
    contentbasename: post.fullName,
    slugorfilename: post.slug,
    slugorcontentbasename: post.slug,
    path: [...below, post.name].join('/'),
    section: post.folders[0],
    sections: post.folders.join('/'),
    categories: post.categories.map(urlName).join('/'),
    collection: post.folders[0]?.replace(/^_/, ''),
    output_ext: '.html',
  };
  let isKnown = true;
  const filled = pattern.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || (value === '' && name !== 'categories')) isKnown = false;
    return value ?? '';
  });
  return isKnown ? `/${filled}`.replace(/\/{2,}/g, '/') : undefined;
}

/** Words as a part of an address: letters of any language, joined by hyphens. */
function urlName(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
