import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { convertParsedSVG, getIconData, getIcons, matchIconName, parseSVGContent } from '@iconify/utils';
import { z } from 'zod';
import type { Icon, IconSource } from '#core/icons/icon-source.ts';
import type { IconService } from './icon-service.ts';

export interface IconSourceOptions {
  /** The site's own collections: by prefix, SVG files and folders of them, or one file in Iconify's JSON format. */
  custom: { [prefix: string]: readonly string[] };
  /** Where icons of other collections come from; without it, there are none. */
  service?: IconService | undefined;
  warn(message: string, error: unknown): void;
}

/** The installed collection that `search` looks into. */
const INSTALLED = ['lucide'];

/**
 * Icons of the installed packages `@iconify-json/*` and of the site's own files. A collection is loaded when one of its icons
 * is first requested. Only requested icons are cached, so that the rest of a collection (Lucide has 1,700) can be
 * garbage-collected.
 */
export function createIconSource({ custom, service, warn }: IconSourceOptions): IconSource {
  const loaded = new Map<string, WeakRef<IconifyJSON>>();
  const broken = new Set<string>();
  const asked = new Map<string, Icon>();
  const prefixes = [...Object.keys(custom), ...INSTALLED];

  function load(prefix: string): IconifyJSON | undefined | null {
    const held = loaded.get(prefix)?.deref();
    if (held) return held;
    if (broken.has(prefix)) return null;
    if (!matchIconName.test(prefix)) return undefined;
    const places = Object.hasOwn(custom, prefix) ? custom[prefix] : undefined;
    try {
      const collection = places ? loadCustomCollection(prefix, places) : loadInstalledCollection(prefix);
      if (collection) loaded.set(prefix, new WeakRef(collection));
      return collection;
    } catch (error) {
      warn('Failed to load custom icons', error);
      broken.add(prefix);
      return null;
    }
  }

  function keep(fullName: string, collection: IconifyJSON | undefined | null): Icon | undefined {
    const [, name = ''] = fullName.split(':');
    const data = collection && has(collection, name) ? getIconData(collection, name) : null;
    if (!collection || !data) return undefined;
    const { body, width = collection.width ?? 16, height = collection.height ?? 16 } = data;
    const icon = { body, width, height };
    asked.set(fullName, icon);
    return icon;
  }

  /** The collection, or the part of it that an outside service has. */
  async function find(prefix: string, names: readonly string[]): Promise<IconifyJSON | undefined | null> {
    const collection = load(prefix);
    if (collection !== undefined || !service || !matchIconName.test(prefix)) return collection;
    return service.fetchIcons(
      prefix,
      names.filter((name) => matchIconName.test(name)),
    );
  }

  return {
    icon: (fullName) => asked.get(fullName) ?? keep(fullName, load(fullName.split(':')[0] ?? '')),

    async findIcon(fullName) {
      const known = asked.get(fullName);
      if (known) return known;
      const [prefix = '', name = ''] = fullName.split(':');
      return keep(fullName, await find(prefix, [name]));
    },

    search(words, limit) {
      const wanted = words
        .toLowerCase()
        .split(/[\s:-]+/)
        .filter((word) => word !== '');
      const found = prefixes.flatMap((prefix) => {
        const collection = load(prefix);
        const names = collection ? Object.keys(collection.icons).sort() : [];
        return names.filter((name) => wanted.every((word) => name.includes(word))).map((name) => `${prefix}:${name}`);
      });
      return found.slice(0, limit);
    },

    async icons(prefix, names) {
      const collection = await find(prefix, names);
      if (!collection) return collection;
      const sorted = [...new Set(names)].sort();
      const missing = sorted.filter((name) => !has(collection, name));
      const found = sorted.filter((name) => has(collection, name));
      const set = getIcons(collection, found, true) ?? { prefix, icons: {} };
      return { ...set, ...(missing.length > 0 && { not_found: missing }) };
    },
  };
}

function has({ icons, aliases = {} }: IconifyJSON, name: string): boolean {
  return Object.hasOwn(icons, name) || Object.hasOwn(aliases, name);
}

/** A collection in Iconify's JSON format. */
export type IconifyJSON = Parameters<typeof getIcons>[0];

/** What a collection must have; the icons are looked up one by one. */
const customCollection = z.looseObject({
  prefix: z.string(),
  icons: z.record(z.string(), z.looseObject({ body: z.string() })),
});

const require = createRequire(import.meta.url);

/** The collection of an installed package `@iconify-json/{prefix}`; `undefined` if it is not installed. */
function loadInstalledCollection(prefix: string): IconifyJSON | undefined {
  let file: string;
  try {
    file = require.resolve(`@iconify-json/${prefix}/icons.json`);
  } catch {
    return undefined;
  }
  return JSON.parse(readFileSync(file, 'utf8')) as IconifyJSON;
}

/**
 * A collection of SVG files, named after their files, and of files in Iconify's JSON format.
 * @param places files and folders
 * @throws {Error} for a path that cannot be read, a file that is not an SVG, or a JSON file without the `prefix` or `icons`
 */
function loadCustomCollection(prefix: string, places: readonly string[]): IconifyJSON {
  const [json, ...others] = places.filter((place) => extname(place) === '.json');
  if (json !== undefined) {
    if (others.length > 0 || places.length > 1) throw new Error(`${json} must be the only file of its collection`);
    return readCollection(prefix, json);
  }
  const icons: IconifyJSON['icons'] = {};
  for (const file of places.flatMap(svgFiles)) {
    const parsed = parseSVGContent(readFileSync(file, 'utf8').trim());
    const icon = parsed && convertParsedSVG(parsed);
    if (!icon) throw new Error(`${file} is not an SVG picture with a viewBox`);
    icons[basename(file, '.svg')] = icon;
  }
  return { prefix, icons };
}

function readCollection(prefix: string, file: string): IconifyJSON {
  const parsed = customCollection.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success || parsed.data.prefix !== prefix) {
    throw new Error(`${file} must be an object with the prefix "${prefix}" and an object of icons`);
  }
  return parsed.data;
}

function svgFiles(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place];
  const names = readdirSync(place).filter((name) => extname(name) === '.svg');
  return names.sort().map((name) => join(place, name));
}
