import { createAllowance } from '../accounts/allowance.ts';
import { networkOf } from '../accounts/network-of.ts';
import { digestOf } from '../accounts/secret-values.ts';
import type { User } from '../accounts/user.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { setDocument } from '../documents/typed-documents.ts';
import type { ComposeMail } from '../messages/compose-mail.ts';
import { enqueueMail } from '../messages/mail-queue.ts';
import { type InboxMessage, messages } from './messages-collection.ts';

/** Messages of a network address (an IPv4 address or an IPv6 /64) per hour. Source: the product's specification, Limits. */
export const MESSAGES_PER_HOUR = 5;

/** Nobody reads the form and fills it in within this time, in milliseconds; programs do. Source: Meki's own. */
export const LEAST_TIME_MS = 2_000;

/** Characters of an id: 132 bits of the digest. */
const ID_LENGTH = 22;

/** What a visitor sends, validated: the members fit the collection, and the visitor has consented. */
export interface SentMessage extends Pick<InboxMessage, 'name' | 'email' | 'text' | 'language'> {
  /** Whether a field was filled in that people do not see. */
  isTrapped: boolean;
}

export type SendMessageOutcome =
  | { ok: true }
  | { ok: false; reason: 'too-many'; retryAfterSeconds: number }
  /** The page was opened too short a time ago. Sending the same form again succeeds. */
  | { ok: false; reason: 'too-quick' };

export interface ContactFormOptions {
  store: DocumentStore;
  compose: ComposeMail;
  /** The people who get a mail about each message. */
  readTeam: () => Promise<Pick<User, 'email' | 'language'>[]>;
  /** Milliseconds since 1970; default: the system clock. */
  now?: () => number;
  /** Milliseconds from any origin, never set back. */
  steady: () => number;
}

/** The public contact form. `address` is the sender's IP address; without one, there are no limits. */
export interface ContactForm {
  /** Records that the page with the form was opened. */
  noteVisit(address: string): void;
  /**
   * Stores a message, and in the same commit the mails about it, so that both happen or neither. The same message counts once a
   * day, so that it can be sent again if the answer was lost. What fell into a trap is stored as spam, without mails.
   * @throws {StoreUnavailable} {IdentityUnavailable} nothing was stored
   */
  send(message: SentMessage, address: string | undefined): Promise<SendMessageOutcome>;
}

export function createContactForm({
  store,
  compose,
  readTeam,
  now = Date.now,
  steady,
}: ContactFormOptions): ContactForm {
  const allowance = createAllowance({ count: MESSAGES_PER_HOUR, windowMs: 3_600_000, now: steady });
  const visits = createRecentVisits(steady);

  async function keep({ isTrapped, ...sent }: SentMessage): Promise<void> {
    const at = now();
    const day = new Date(at).toISOString().slice(0, 10);
    const id = (await digestOf(JSON.stringify([day, sent.email, sent.name, sent.text]))).slice(0, ID_LENGTH);
    const message: InboxMessage = { ...sent, at, folder: isTrapped ? 'spam' : 'inbox', unread: true, note: '' };
    const team = isTrapped ? [] : await readTeam();
    const mails = await Promise.all(
      team.map(({ email, language }) => compose(email, language, mailAbout(id, message))),
    );
    try {
      await store.commit([
        setDocument(messages.at(id), message, { exists: false }),
        ...mails.map((mail) => enqueueMail(mail)),
      ]);
    } catch (error) {
      // It was stored by an earlier try.
      if (!(error instanceof PreconditionFailed)) throw error;
    }
  }

  return {
    noteVisit: (address) => visits.note(networkKey(address)),
    async send(message, address) {
      const network = address === undefined ? undefined : networkKey(address);
      if (network !== undefined) {
        if (visits.isWithin(network, LEAST_TIME_MS)) return { ok: false, reason: 'too-quick' };
        const retryAfterSeconds = allowance.take(network);
        if (retryAfterSeconds > 0) return { ok: false, reason: 'too-many', retryAfterSeconds };
      }
      try {
        await keep(message);
      } catch (error) {
        if (network !== undefined) allowance.giveBack(network);
        throw error;
      }
      return { ok: true };
    },
  };
}

function mailAbout(id: string, { name, email, text }: InboxMessage) {
  return { kind: 'contact-message' as const, id, name, email, text };
}

function networkKey(address: string): string {
  return networkOf(address, { v4: 32, v6: 64 }) ?? address.slice(0, 100);
}

/** Maximum networks remembered; the least recent is forgotten. */
const MOST = 20_000;

/** When each network last opened a page. In memory: after a restart nothing is known. */
export interface RecentVisits {
  note(network: string): void;
  /** Whether the last visit was less than `ms` ago; `false` if none is known. */
  isWithin(network: string, ms: number): boolean;
}

/** @param now milliseconds from any origin, never set back */
function createRecentVisits(now: () => number): RecentVisits {
  const visitedAt = new Map<string, number>();
  return {
    note(network) {
      visitedAt.delete(network);
      visitedAt.set(network, now());
      const [oldest] = visitedAt.keys();
      if (visitedAt.size > MOST && oldest !== undefined) visitedAt.delete(oldest);
    },
    isWithin(network, ms) {
      const at = visitedAt.get(network);
      return at !== undefined && now() - at < ms;
    },
  };
}
