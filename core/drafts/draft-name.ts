import { isLanguageCode, type Locale } from '../locales/locale.ts';

/** The draft of what all languages share: byline, tags, cover, shared fields. */
export const SHARED = 'shared';

/** One language of an item, or the shared part. */
export type DraftPartName = Locale | typeof SHARED;

/** Identifies a draft: one part of an item, stored as its own Yjs document. */
export interface DraftName {
  itemId: string;
  part: DraftPartName;
}

/** `item/{id}/{part}`: the name used by the protocol and the log. */
export function formatDraftName({ itemId, part }: DraftName): string {
  return `item/${itemId}/${part}`;
}

/** The name in the log of what a draft was before it took too long to load. It is no draft: nobody can open it. */
export function formatSetAside(name: DraftName): string {
  return `${formatDraftName(name)}/set-aside`;
}

/** Parses a draft name. @returns `undefined` if malformed. */
export function parseDraftName(name: string): DraftName | undefined {
  const [, itemId, part] = /^item\/([a-z0-9-]{1,120})\/([a-z-]+)$/.exec(name) ?? [];
  if (itemId === undefined || part === undefined) return undefined;
  return part === SHARED || isLanguageCode(part) ? { itemId, part } : undefined;
}
