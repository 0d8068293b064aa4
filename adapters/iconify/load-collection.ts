import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { convertParsedSVG, type getIcons, parseSVGContent } from '@iconify/utils';

/** A collection in Iconify's JSON format. */
export type IconifyJSON = Parameters<typeof getIcons>[0];

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
 * A collection of SVG files, named after their files.
 * @param places files and folders @throws {Error} for a path that cannot be read, or a file that is not an SVG.
 */
export function loadCustomCollection(prefix: string, places: string[]): IconifyJSON {
  const icons: IconifyJSON['icons'] = {};
  for (const file of places.flatMap(svgFiles)) {
    const parsed = parseSVGContent(readFileSync(file, 'utf8').trim());
    const icon = parsed && convertParsedSVG(parsed);
    if (!icon) throw new Error(`${file} is not an SVG picture with a viewBox`);
    icons[basename(file, '.svg')] = icon;
  }
  return { prefix, icons };
}

function svgFiles(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place];
  const names = readdirSync(place).filter((name) => extname(name) === '.svg');
  return names.sort().map((name) => join(place, name));
}
