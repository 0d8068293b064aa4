import type { Actor } from '#core/access/actor.ts';
import type { Close } from './close-codes.ts';

/** The socket of one browser window, as the drafts see it. */
export interface DraftSocket {
  /** Who is there, as of the last time that it was asked. */
  readonly actor: Extract<Actor, { kind: 'person' }>;
  /** Whether nothing that still arrives counts any more. */
  readonly isClosed: boolean;
  /** Notes that somebody writes: their session lives on. */
  noteUse(): void;
  /** Hears that it has a draft open now. */
  opened(documentName: string): void;
  /** Hears that it is not let into a draft. */
  refused(documentName: string): void;
  close(why: Close): void;
}
