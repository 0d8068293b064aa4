import type { Client, Identity } from './identity.ts';
import type { Session, SignedIn } from './session.ts';
import type { User } from './user.ts';

/** Who is signed in, with what lets their browser in. */
export interface CurrentAccount {
  user: User;
  session: Session;
  token: string;
}

/** The account side of one request. What it keeps in the browser goes out with the response. */
export interface RequestAccount {
  identity: Identity;
  client: Client;
  /** Whether the browser brought a session, ended or not. */
  hadSession: boolean;
  /** Who is signed in; asked once a request. @throws {IdentityUnavailable} */
  current(): Promise<CurrentAccount | undefined>;
  /** Lets the browser in from its next request on. */
  enter(signedIn: SignedIn): void;
  /** Forgets the session in the browser. */
  leave(): void;
  /** Proves that this browser made the sign-up that waits for its code. */
  ticket: string | undefined;
  keepTicket(ticket: string): void;
  dropTicket(): void;
}
