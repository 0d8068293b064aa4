import { isLanguageCode, type Locale } from '../locales/locale.ts';

/** The part of an item that all languages share: byline, tags, cover, shared fields. */
export const SHARED = 'shared';

/** One language of an item, or what its languages share. */
export type DraftPartName = Locale | typeof SHARED;

/** A draft is one part of an item, and a document of its own. */
export interface DraftName {
  itemId: string;
  part: DraftPartName;
}

/** `item/{id}/{part}`, as the draft is called on the wire and in the log. */
export function formatDraftName({ itemId, part }: DraftName): string {
  return `item/${itemId}/${part}`;
}

/** @returns `undefined` for anything that is not the name of a draft. */
export function parseDraftName(name: string): DraftName | undefined {
  const [, itemId, part] = /^item\/([a-z0-9-]{1,120})\/([a-z-]+)$/.exec(name) ?? [];
  if (itemId === undefined || part === undefined) return undefined;
  return part === SHARED || isLanguageCode(part) ? { itemId, part } : undefined;
}
