import type { Locale } from '../locales/locale.ts';
import type { Invitation } from './account-collections.ts';
import type { IdentityError } from './identity-error.ts';
import type { Session, SignedIn } from './session.ts';
import type { Role, User, UserAccess } from './user.ts';

/** The result of an operation, or its error. */
export type Outcome<T extends object = object> = ({ ok: true } & T) | { ok: false; error: IdentityError };

/** The client of a request, as far as the server knows it. */
export interface Client {
  /** The origin of the requesting page; if given, it must be an authorized one. */
  origin?: string;
  userAgent?: string;
  /** For the audit log. */
  address?: string;
  /** An approximate location, if a proxy provides it. */
  place?: string;
}

export interface SignUp {
  name: string;
  email: string;
  password: string;
  /** The language of the page and its mail. */
  language: Locale;
}

export interface Invite {
  email: string;
  role: Role;
  /** For translators. */
  languages?: Locale[];
  /** The language of the mail. */
  language: Locale;
}

/** What the link of an invitation tells. */
export interface ShownInvitation {
  email: string;
  role: Role;
  /** The name of the owner who invited; empty if the account is gone. */
  inviter: string;
}

/** Who can sign up: anyone, people with an invitation, or nobody. */
export type SignUpMode = 'open' | 'invite' | 'closed';

/**
 * The port to the service that manages accounts. Every adapter passes `adapters/contracts/identity/identity.contract.ts`.
 *
 * No answer reveals whether an email has an account, neither by its contents nor by timing: `signUp`, `resendCode` and
 * `requestReset` answer the same for any email, and the mail contains the details; `signIn` answers
 * `invalid-credential` for an unknown email and for a wrong password. Rate limits: 5 wrong passwords or 5 wrong codes for an
 * email answer `too-many-requests` for 30 s, doubling each time up to 15 min; so do more than 5 requests for a code. Codes have
 * 6 digits, are valid for 10 minutes and 5 tries; a new code replaces the previous one; spaces in them are ignored.
 *
 * An unreachable backing service is `network-request-failed`, except that `session` throws.
 */
export interface Identity {
  /**
   * Mails a code for `confirm`. Several sign-ups can be pending for one email, each with its own code and password, for 7 days.
   * @returns a ticket that proves to `confirm` that it is the same browser: keep it in a cookie for as long.
   * @error invalid-email, weak-password, invalid-display-name, invalid-language, operation-not-allowed (sign-up is closed),
   * too-many-requests, unauthorized-domain
   */
  signUp(person: SignUp, client: Client): Promise<Outcome<{ ticket: string }>>;
  /**
   * Confirms the email and creates the account. The first account becomes owner, later ones get the role of their invitation,
   * else viewer. The account gets the name and password of the sign-up that the code belongs to; other pending sign-ups for the
   * email are deleted. A browser with a ticket can confirm only its own sign-up. Only then is `signedIn` set; otherwise the
   * person signs in with the password.
   * @error invalid-action-code, expired-action-code, too-many-requests, unauthorized-domain
   */
  confirm(
    answer: { email: string; code: string; ticket?: string | undefined },
    client: Client,
  ): Promise<Outcome<{ user: User; signedIn?: SignedIn }>>;
  /**
   * Mails a new code if a sign-up is pending: that of the ticket, else the first.
   * @error invalid-email, too-many-requests, unauthorized-domain
   */
  resendCode(email: string, client: Client, ticket?: string): Promise<Outcome>;
  /**
   * @param credentials with `remember` the session lasts 30 days after each use, otherwise 24 hours and until the browser
   * closes; 180 days at most.
   * @error invalid-credential, unverified-email and user-disabled (only with the right password), too-many-requests,
   * unauthorized-domain
   */
  signIn(
    credentials: { email: string; password: string; remember: boolean },
    client: Client,
  ): Promise<Outcome<SignedIn>>;
  /**
   * The session and user of a request. `renewed`: the session was extended; set the cookie again with its new expiry.
   * @error user-token-expired, user-disabled @throws {IdentityUnavailable}
   */
  session(token: string, client: Client): Promise<Outcome<{ session: Session; user: User; renewed: boolean }>>;
  /** Extends the session now. @error user-token-expired, user-disabled */
  refresh(token: string, client: Client): Promise<Outcome<{ session: Session; user: User }>>;
  /** Ends the session; idempotent. */
  signOut(token: string, client: Client): Promise<Outcome>;

  /** Mails a code for `resetPassword`. @error invalid-email, too-many-requests, unauthorized-domain */
  requestReset(email: string, client: Client): Promise<Outcome>;
  /**
   * Sets the password and ends all sessions of the account. A weak password does not use up the code.
   * @error weak-password, invalid-action-code, expired-action-code, too-many-requests, unauthorized-domain
   */
  resetPassword(answer: { email: string; code: string; password: string }, client: Client): Promise<Outcome>;

  lookup(userId: string): Promise<User | undefined>;
  /** Only for owners and the command line: the answer reveals whether an email has an account. */
  lookupEmail(email: string): Promise<User | undefined>;
  /** Accounts ordered by email, starting after the given one. */
  list(page: { after?: string; limit: number }): Promise<User[]>;

  /** @error user-token-expired, user-disabled, invalid-display-name, invalid-language */
  updateProfile(token: string, changes: { name?: string; language?: Locale }): Promise<Outcome<{ user: User }>>;
  /**
   * Verifies the password again; the sign-in then counts as recent for 5 minutes. @error wrong-password, user-token-expired,
   * too-many-requests
   */
  verifyPassword(token: string, password: string, client: Client): Promise<Outcome<{ session: Session }>>;
  /** Ends all other sessions. @error weak-password, requires-recent-login, user-token-expired */
  updatePassword(token: string, password: string, client: Client): Promise<Outcome>;
  /**
   * Mails a code to the new address, which `confirmEmail` makes the account's email.
   * @error invalid-email, requires-recent-login, user-token-expired, too-many-requests
   */
  requestEmailChange(token: string, email: string, client: Client): Promise<Outcome>;
  /** @error invalid-action-code, expired-action-code, too-many-requests, email-already-in-use, user-token-expired */
  confirmEmail(token: string, code: string, client: Client): Promise<Outcome<{ user: User }>>;
  /** Deletes the person's own account. @error requires-recent-login, last-owner, user-token-expired */
  deleteAccount(token: string, client: Client): Promise<Outcome>;

  /** Most recently used first. @error user-token-expired */
  listSessions(token: string): Promise<Outcome<{ current: string; sessions: Session[] }>>;
  /** Ends a session of the same person, effective from its next request. @error user-token-expired, user-not-found */
  revokeSession(token: string, sessionId: string, client: Client): Promise<Outcome>;
  /** @error user-token-expired */
  revokeOtherSessions(token: string, client: Client): Promise<Outcome>;

  /** The origins whose pages may use accounts, the site's own first. */
  authorizedDomains(): Promise<string[]>;

  /* The methods below are for owners and the command line: the caller has checked the policy table. `actorId` goes to the
     audit log; without it, the system is the author. */

  /**
   * Creates a confirmed account. @error invalid-email, email-already-in-use, weak-password, invalid-display-name,
   * invalid-language
   */
  createUser(person: SignUp & Partial<UserAccess>, actorId?: string): Promise<Outcome<{ user: User }>>;
  /** Suspending ends all sessions. @error user-not-found, last-owner */
  setAccess(userId: string, access: Partial<UserAccess>, actorId?: string): Promise<Outcome<{ user: User }>>;
  /** Ends all sessions of a person, who may sign in again. @error user-not-found */
  endSessions(userId: string, actorId?: string): Promise<Outcome<{ user: User }>>;
  /** @error user-not-found, last-owner */
  removeUser(userId: string, actorId?: string): Promise<Outcome>;
  /**
   * Mails an invitation, valid for 7 days; replaces an earlier one to the same email. @error invalid-email,
   * email-already-in-use
   */
  invite(invite: Invite, actorId: string): Promise<Outcome<{ invitation: Invitation }>>;
  listInvitations(): Promise<Invitation[]>;
  /**
   * The invitation of a link: `undefined` if the token is not that of a valid one for the email, whatever the reason. The token
   * only shows the invitation: an account needs the code that is mailed. @error network-request-failed
   */
  findInvitation(email: string, token: string): Promise<Outcome<{ invitation: ShownInvitation | undefined }>>;
  /** @error user-not-found */
  withdrawInvitation(email: string, actorId: string): Promise<Outcome>;

  /** Deletes expired documents. @returns their number. */
  prune(): Promise<number>;
  /** Waits until pending mail is queued. */
  close(): Promise<void>;
}

/** A mail that an account operation sends. */
export type AccountMail = { to: string; locale: Locale } & (
  | { kind: 'confirm-code' | 'reset-code' | 'email-change-code'; data: { name: string; code: string; minutes: number } }
  /** Someone used an email that already has an account for a sign-up or an email change. */
  | { kind: 'existing-account'; data: { name: string } }
  | { kind: 'invitation'; data: { inviter: string; role: Role; days: number; token: string } }
);

/** Queues a mail for delivery. Once resolved, the mail is durable. */
export type SendAccountMail = (mail: AccountMail) => Promise<void>;

/** Days for which an invitation is valid. Source: Meki's own. */
export const INVITATION_DAYS = 7;

export const INVITATION_MS = INVITATION_DAYS * 24 * 3_600_000;
