import { join, resolve } from 'node:path';
import type { HtmlOptions } from '#core/html/convert-nodes.ts';
import { decodePart } from '#core/locales/localized-path.ts';
import { isFileWithin } from '../file-within.ts';

/** Where the folder of the uploads may be, below the one that is given. */
const FOLDERS = ['', 'uploads', join('wp-content', 'uploads')];

/**
 * Finds the pictures that posts name by their address in the folder of the uploads: the one that was uploaded rather than a
 * smaller form of it.
 */
export function uploadFinder(
  media: string | undefined,
  { hosts, uploads }: { hosts: ReadonlySet<string>; uploads: ReadonlySet<string> },
): NonNullable<HtmlOptions['fileOf']> {
  const known = new Map<string, { file: string } | { problem: string }>();
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
