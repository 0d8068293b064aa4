import type { Locale } from '../locales/locale.ts';
import type { IdentityError } from './identity-error.ts';
import type { Invitation } from './invitation.ts';
import type { Session, SignedIn } from './session.ts';
import type { Role, User, UserAccess } from './user.ts';

/** What an operation gives, or why it did not happen. */
export type Outcome<T extends object = object> = ({ ok: true } & T) | { ok: false; error: IdentityError };

/** Who asks, as far as the server can tell. */
export interface Client {
  /** The origin of the page that asks; must be an authorised one when given. */
  origin?: string;
  userAgent?: string;
  /** For the audit log. */
  address?: string;
  /** A rough place, where a proxy tells it. */
  place?: string;
}

export interface SignUp {
  name: string;
  email: string;
  password: string;
  /** Of the page, and so of the mail. */
  language: Locale;
}

export interface Invite {
  email: string;
  role: Role;
  /** For a translator. */
  languages?: Locale[];
  /** Of the mail. */
  language: Locale;
}

/** How people come to have accounts: anyone, those invited, or nobody. */
export type SignUpMode = 'open' | 'invite' | 'closed';

/**
 * The port to whatever knows people's accounts. Every adapter passes `adapters/contracts/identity/identity.contract.ts`.
 *
 * No answer tells whether an email has an account, in its contents or in the work that it takes: `signUp`, `resendCode` and
 * `requestReset` give the same for any email, and what a person needs to know is in the mail; `signIn` gives
 * `invalid-credential` for an unknown email and for a wrong password. 5 wrong passwords or 5 wrong codes for an email:
 * `too-many-requests`, for 30 s and twice as long each further time, up to 15 min; the same when more than 5 codes are asked
 * for. Codes have 6 digits, live 10 minutes and bear 5 tries; a new one ends the one before; spaces in them are passed over.
 *
 * An unreachable backing service is `network-request-failed`, except that `session` throws.
 */
export interface Identity {
  /**
   * Mails a code that `confirm` takes. Several sign-ups may wait with one email, each with a code and a password of its own;
   * one waits for 7 days.
   * @returns a ticket that proves to `confirm` that the same browser asks: keep it in a cookie for as long.
   * @error invalid-email, weak-password, invalid-display-name, invalid-language, operation-not-allowed (sign-up is closed),
   * too-many-requests, unauthorized-domain
   */
  signUp(person: SignUp, client: Client): Promise<Outcome<{ ticket: string }>>;
  /**
   * Confirms the email; the first account of all becomes owner, later ones what their invitation says, else viewer.
   * The account has the name and the password of the very sign-up whose code it is; the others are gone then. A browser
   * with a ticket confirms its own sign-up and no other. `signedIn` is there only with it: else the person signs in with
   * the password.
   * @error invalid-action-code, expired-action-code, too-many-requests, unauthorized-domain
   */
  confirm(
    answer: { email: string; code: string; ticket?: string | undefined },
    client: Client,
  ): Promise<Outcome<{ user: User; signedIn?: SignedIn }>>;
  /**
   * Mails another code, if a sign-up waits for one: that of the ticket, else the first.
   * @error invalid-email, too-many-requests, unauthorized-domain
   */
  resendCode(email: string, client: Client, ticket?: string): Promise<Outcome>;
  /**
   * @param credentials with `remember` the session lives 30 days after each use, else 24 hours and only in its browser; 180
   * days at the most.
   * @error invalid-credential, unverified-email and user-disabled (only with the right password), too-many-requests,
   * unauthorized-domain
   */
  signIn(
    credentials: { email: string; password: string; remember: boolean },
    client: Client,
  ): Promise<Outcome<SignedIn>>;
  /**
   * Who a request comes from. `renewed`: the session's life was extended, give the cookie its new end.
   * @error user-token-expired, user-disabled @throws {IdentityUnavailable}
   */
  session(token: string, client: Client): Promise<Outcome<{ session: Session; user: User; renewed: boolean }>>;
  /** Extends the session's life now. @error user-token-expired, user-disabled */
  refresh(token: string, client: Client): Promise<Outcome<{ session: Session; user: User }>>;
  /** Ends the session; one that has ended already is no error. */
  signOut(token: string, client: Client): Promise<Outcome>;

  /** Mails a code that `resetPassword` takes. @error invalid-email, too-many-requests, unauthorized-domain */
  requestReset(email: string, client: Client): Promise<Outcome>;
  /**
   * Sets the password and ends every session of the account. A weak password leaves the code as it was.
   * @error weak-password, invalid-action-code, expired-action-code, too-many-requests, unauthorized-domain
   */
  resetPassword(answer: { email: string; code: string; password: string }, client: Client): Promise<Outcome>;

  lookup(userId: string): Promise<User | undefined>;
  /** For owners and the command line alone: it tells whether an email has an account. */
  lookupEmail(email: string): Promise<User | undefined>;
  /** Accounts by email, after the given one. */
  list(page: { after?: string; limit: number }): Promise<User[]>;

  /** @error user-token-expired, user-disabled, invalid-display-name, invalid-language */
  updateProfile(token: string, changes: { name?: string; language?: Locale }): Promise<Outcome<{ user: User }>>;
  /** Gives the password again; the sign-in is fresh for 5 minutes. @error wrong-password, user-token-expired, too-many-requests */
  verifyPassword(token: string, password: string, client: Client): Promise<Outcome<{ session: Session }>>;
  /** Ends every other session. @error weak-password, requires-recent-login, user-token-expired */
  updatePassword(token: string, password: string, client: Client): Promise<Outcome>;
  /**
   * Mails a code to the new address, which becomes the account's with `confirmEmail`.
   * @error invalid-email, requires-recent-login, user-token-expired, too-many-requests
   */
  requestEmailChange(token: string, email: string, client: Client): Promise<Outcome>;
  /** @error invalid-action-code, expired-action-code, too-many-requests, email-already-in-use, user-token-expired */
  confirmEmail(token: string, code: string, client: Client): Promise<Outcome<{ user: User }>>;
  /** Deletes the person's own account. @error requires-recent-login, last-owner, user-token-expired */
  deleteAccount(token: string, client: Client): Promise<Outcome>;

  /** The latest used first. @error user-token-expired */
  listSessions(token: string): Promise<Outcome<{ current: string; sessions: Session[] }>>;
  /** Ends a session of the same person, from its next request on. @error user-token-expired, user-not-found */
  revokeSession(token: string, sessionId: string, client: Client): Promise<Outcome>;
  /** @error user-token-expired */
  revokeOtherSessions(token: string, client: Client): Promise<Outcome>;

  /** The origins whose pages may use the accounts, the site's own first. */
  authorizedDomains(): Promise<string[]>;

  /*
   * What follows is for owners and for the command line: the caller has asked the policy table. `actorId` goes to the audit
   * log; without it, it was the machine's own.
   */

  /** A confirmed account at once. @error invalid-email, email-already-in-use, weak-password, invalid-display-name, invalid-language */
  createUser(person: SignUp & Partial<UserAccess>, actorId?: string): Promise<Outcome<{ user: User }>>;
  /** Suspending ends every session. @error user-not-found, last-owner */
  setAccess(userId: string, access: Partial<UserAccess>, actorId?: string): Promise<Outcome<{ user: User }>>;
  /** Ends every session of a person, who may sign in again. @error user-not-found */
  endSessions(userId: string, actorId?: string): Promise<Outcome<{ user: User }>>;
  /** @error user-not-found, last-owner */
  removeUser(userId: string, actorId?: string): Promise<Outcome>;
  /** Mails an invitation, good for 7 days; another to the same email replaces it. @error invalid-email, email-already-in-use */
  invite(invite: Invite, actorId: string): Promise<Outcome<{ invitation: Invitation }>>;
  listInvitations(): Promise<Invitation[]>;
  /** @error user-not-found */
  withdrawInvitation(email: string, actorId: string): Promise<Outcome>;

  /** Takes away what has expired. @returns how many documents went. */
  prune(): Promise<number>;
  /** Sends what is still to be sent. */
  close(): Promise<void>;
}
