import { writeFrame } from '#core/drafts/draft-frames.ts';
import { formatDraftName, SHARED } from '#core/drafts/draft-name.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { EarlySocket } from '../../../rendering/early-socket.ts';

/** The WebSocket path of drafts. */
export const DRAFTS_PATH = '/admin/drafts';

/** A state vector without clients: everything is missing. Source: Yjs, `encodeStateVector`. */
const NOTHING = Uint8Array.of(0);

/** Enters the drafts of an item, and requests all of them. */
export function requestDrafts(itemId: string, languages: readonly Locale[]): EarlySocket {
  const names = [...languages, SHARED].map((part) => formatDraftName({ itemId, part }));
  const frames = names.flatMap((name) => [
    writeFrame({ name, kind: 'enter' }),
    writeFrame({ name, kind: 'request', payload: NOTHING }),
  ]);
  return { path: DRAFTS_PATH, frames: frames.map((frame) => btoa(String.fromCharCode(...frame))) };
}
