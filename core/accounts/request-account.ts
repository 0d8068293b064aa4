import type { Client, Identity } from './identity.ts';
import type { Session, SignedIn } from './session.ts';
import type { User } from './user.ts';

/** The signed-in account of a request, with its session token. */
export interface CurrentAccount {
  user: User;
  session: Session;
  token: string;
}

/** The account of one request. Cookies that it sets are sent with the response. */
export interface RequestAccount {
  identity: Identity;
  client: Client;
  /** Whether the browser sent a session, valid or not. */
  hadSession: boolean;
  /** The signed-in account; looked up once per request. @throws {IdentityUnavailable} */
  current(): Promise<CurrentAccount | undefined>;
  /** Signs the browser in from its next request on. */
  enter(signedIn: SignedIn): void;
  /** Deletes the session cookie. */
  leave(): void;
  /** Proves that this browser made the pending sign-up. */
  ticket: string | undefined;
  keepTicket(ticket: string): void;
  dropTicket(): void;
}
