import type { Actor } from '#core/access/actor.ts';
import type { Close } from './close-codes.ts';

/** The socket of one browser window. */
export interface DraftSocket {
  /** The person, as of the last check. */
  readonly actor: Extract<Actor, { kind: 'person' }>;
  /** Whether later messages are ignored. */
  readonly isClosed: boolean;
  /** Records activity, which extends the session. */
  noteUse(): void;
  /** Called when a draft was opened. */
  opened(documentName: string): void;
  /** Called when a draft was refused. */
  refused(documentName: string): void;
  /** Takes bytes of the person's budget, for work that a message caused. */
  spend(bytes: number): void;
  close(why: Close): void;
}

/** What a connection to a draft knows of its window. */
export interface DraftContext {
  socket: DraftSocket;
}
