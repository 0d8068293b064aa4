/** Why a socket is closed. The codes from 4000 on are those of @hocuspocus/common; a browser tries again after each. */
export const CLOSE = {
  /** The server stops or starts again. */
  restart: { code: 1012, reason: 'The server is restarting' },
  /** What was sent could not be kept: it stays with the browser, which sends it again. */
  notSaved: { code: 1013, reason: 'Not saved, try again' },
  malformed: { code: 1007, reason: 'Malformed message' },
  /** Rights have changed; the next connection has those of then. */
  reset: { code: 4205, reason: 'Reset Connection' },
  signedOut: { code: 4401, reason: 'Unauthorized' },
} as const;

export type Close = (typeof CLOSE)[keyof typeof CLOSE];

/** Refuses a draft to whoever asked for it. Without a message: it is an answer, not a failure to be logged. */
export class DraftRefused extends Error {
  readonly reason: 'permission-denied' | 'not-found' | 'too-many';
  constructor(reason: DraftRefused['reason'], options?: ErrorOptions) {
    super('', options);
    this.reason = reason;
  }
}
