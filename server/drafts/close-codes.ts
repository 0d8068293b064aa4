/** Close codes of sockets; browsers reconnect after all of them. */
export const CLOSE = {
  /** The server is stopping or restarting. */
  restart: { code: 1012, reason: 'The server is restarting' },
  /** Updates could not be stored: the browser keeps them and sends them again. */
  notSaved: { code: 1013, reason: 'Not saved, try again' },
  malformed: { code: 1007, reason: 'Malformed message' },
  /** Rights have changed; they are checked again on reconnect. */
  reset: { code: 4205, reason: 'Reset Connection' },
  signedOut: { code: 4401, reason: 'Unauthorized' },
  /** Nothing came for too long. */
  idle: { code: 4408, reason: 'Connection Timeout' },
} as const;

export type Close = (typeof CLOSE)[keyof typeof CLOSE];

/** Refuses access to a draft. Has no message: it is a response, not an error to log. */
export class DraftRefused extends Error {
  readonly reason: 'permission-denied' | 'not-found' | 'too-many';
  constructor(reason: DraftRefused['reason'], options?: ErrorOptions) {
    super('', options);
    this.reason = reason;
  }
}
