import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { convertParsedSVG, type getIcons, parseSVGContent } from '@iconify/utils';
import { z } from 'zod';

/** A collection in Iconify's JSON format. */
export type IconifyJSON = Parameters<typeof getIcons>[0];

/** What a collection must have; the icons are looked up one by one. */
const customCollection = z.looseObject({
  prefix: z.string(),
  icons: z.record(z.string(), z.looseObject({ body: z.string() })),
});

const require = createRequire(import.meta.url);

/** The collection of an installed package `@iconify-json/{prefix}`; `undefined` if it is not installed. */
export function loadInstalledCollection(prefix: string): IconifyJSON | undefined {
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
export function loadCustomCollection(prefix: string, places: readonly string[]): IconifyJSON {
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
