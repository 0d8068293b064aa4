import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { decodePart } from '#core/locales/localized-path.ts';
import { isFileWithin } from './file-within.ts';

/** Files that tell where a project begins. */
const PROJECT_FILES = [
  'package.json',
  ...['.mjs', '.ts', '.js'].map((end) => `astro.config${end}`),
  ...['.toml', '.yaml', '.yml', '.json'].flatMap((end) => [`hugo${end}`, `config${end}`]),
  '.git',
];

/** Folders of a project whose files have addresses at the root of its site, or are named from there. */
const SERVED = ['static', 'public', 'assets', join('src', 'assets')];

export type FindPicture = (src: string) => { file: string } | { problem: string };

/**
 * Finds the pictures that a post names: by a path from the post, by one from the root of the site, or from the folder of the media.
 * Only files of the post's project and of that folder are found.
 * @param root the imported folder
 */
export function pictureFinder(root: string, media: string | undefined): (file: string) => FindPicture {
  const project = projectOf(resolve(root));
  return (file) => (src) => {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(src)) return { problem: 'it is not in a file, and nothing is downloaded' };
    const path = decodePart(src.replace(/[?#].*$/s, ''));
    const own = path.startsWith('/') ? [] : [join(dirname(resolve(file)), path)];
    const aliased = /^[~@]\//.test(path) ? [join(project, 'src', path.slice(2))] : [];
    const served = SERVED.map((folder) => join(project, folder, path));
    const inProject = [...own, ...aliased, ...served].find((found) => isFileWithin(project, found));
    const inMedia = media === undefined ? [] : [join(resolve(media), path)];
    const place = inProject ?? inMedia.find((found) => isFileWithin(resolve(media ?? ''), found));
    return place === undefined ? { problem: `there is no such file in "${basename(project)}"` } : { file: place };
  };
}

function projectOf(folder: string): string {
  for (let place = folder; ; place = dirname(place)) {
    const has = (name: string) => existsSync(join(place, name));
    if (PROJECT_FILES.some(has) || (has('content') && SERVED.some(has))) return place;
    if (place === dirname(place)) return folder;
  }
}

/** Where the folder of the uploads may be, below the one that is given. */
const FOLDERS = ['', 'uploads', join('wp-content', 'uploads')];

/**
 * Finds the pictures that posts name by their address in the folder of the uploads: the one that was uploaded rather than a
 * smaller form of it.
 */
export function uploadFinder(
  media: string | undefined,
  { hosts, uploads }: { hosts: ReadonlySet<string>; uploads: ReadonlySet<string> },
): FindPicture {
  const known = new Map<string, ReturnType<FindPicture>>();
  const find = (src: string) => {
    const address = withoutQuery(src).replace(/^(?:https?:)?\/\/i\d\.wp\.com\//, 'https://');
    const [, host, path = ''] = /^(?:https?:)?\/\/(?:www\.)?([^/]+)\/?(.*)$/is.exec(address) ?? [];
    const isAttachment = uploads.has(address);
    const name = /\/uploads\/(?:sites\/\d+\/)?(.+)$/s.exec(address)?.[1] ?? (isAttachment ? path : undefined);
    if (name === undefined || (!isAttachment && host !== undefined && !hosts.has(host.toLowerCase()))) {
      return { problem: 'it is not one of the uploads, and nothing is downloaded' };
    }
    if (!media) return { problem: 'the folder of the uploads has to be named with --media' };
    const folder = resolve(media);
    const own = decodePart(name);
    const original = own.replace(/-(?:\d+x\d+|scaled)(?=\.\w+$)/, '');
    const scaled = original.replace(/(?=\.\w+$)/, '-scaled');
    for (const candidate of [original, scaled, own]) {
      const file = FOLDERS.map((below) => join(folder, below, candidate)).find((place) => isFileWithin(folder, place));
      if (file !== undefined) return { file };
    }
    return { problem: `there is no file "${own}" in "${media}"` };
  };
  return (src) => {
    const found = known.get(src) ?? find(src);
    known.set(src, found);
    return found;
  };
}

/** An address without what follows `?` or `#`. */
export function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}
