import { type Actor, actorOf } from '../access/actor.ts';
import { may } from '../access/policy.ts';
import { createAllowance } from '../accounts/allowance.ts';
import type { Identity } from '../accounts/identity.ts';
import type { User } from '../accounts/user.ts';
import type { Item } from '../content/item.ts';
import type { Write } from '../documents/document-store.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { titleOf } from '../item-cards/create-item-card.ts';
import type { Locale } from '../locales/locale.ts';
import type { ComposeMail } from '../messages/compose-mail.ts';
import { enqueueMail } from '../messages/mail-queue.ts';
import { listTeam } from '../people/list-team.ts';

/** Requests and answers of an account per hour that cause mail. Source: Meki's own. */
export const REVIEWS_PER_HOUR = 60;

/** Maximum characters of a title in a mail. */
const TITLE = 200;

/** What has happened to the review of languages of an item. */
export interface ReviewNews {
  kind: 'review-asked' | 'review-sent-back' | 'review-published' | 'review-scheduled';
  by: Actor;
  item: Item;
  languages: readonly Locale[];
  note?: string | undefined;
  /** Of a request: who is asked; missing for whoever publishes. */
  reviewer?: User | undefined;
}

/** Who may be asked for a review, and the mails about it. */
export interface ReviewMails {
  /** Those who may publish, ordered by email. The caller has checked the policy table. */
  listReviewers(): Promise<User[]>;
  /** Somebody who may publish; `undefined` for others, suspended and deleted accounts. */
  findReviewer(accountId: string): Promise<User | undefined>;
  /** Counts a request or an answer. @returns 0, or the seconds to wait */
  take(accountId: string): number;
  /**
   * The writes that queue the mails about it, each in its reader's language: for those who are asked, or for whoever asked. None
   * for the person's own doing, nor for accounts that may no longer read it.
   */
  mailsAbout(news: ReviewNews): Promise<Write[]>;
}

/** Adds the mails about a review to the commit of its cause, so that both happen or neither. */
export async function appendMails(
  unit: Pick<UnitOfWork, 'append'>,
  reviewMails: ReviewMails | undefined,
  news: ReviewNews,
): Promise<void> {
  if (!reviewMails || news.languages.length === 0) return;
  for (const write of await reviewMails.mailsAbout(news)) unit.append(write);
}

/** @param options.steady milliseconds from any origin, never set back */
export function createReviewMails({
  identity,
  compose,
  steady,
}: {
  identity: Pick<Identity, 'lookup' | 'list'>;
  compose: ComposeMail;
  steady: () => number;
}): ReviewMails {
  const allowance = createAllowance({ count: REVIEWS_PER_HOUR, windowMs: 3_600_000, now: steady });

  async function findReader(accountId: string, permission: 'item.publish' | 'draft.read'): Promise<User | undefined> {
    const user = await identity.lookup(accountId);
    return user?.confirmed && may(actorOf(user), permission) ? user : undefined;
  }

  /** Each reader with the languages that concern them. */
  async function readersOf({ kind, item, languages, reviewer }: ReviewNews): Promise<[User, readonly Locale[]][]> {
    if (kind === 'review-asked') {
      const asked = reviewer ? [reviewer] : await listTeam(identity, 'item.publish');
      return asked.map((user) => [user, languages]);
    }
    const byAsker = Map.groupBy(languages, (language) => item.languages[language]?.review?.askedBy.id);
    const found = await Promise.all(
      [...byAsker].map(
        async ([id, own]): Promise<[User | undefined, Locale[]]> => [
          id === undefined ? undefined : await findReader(id, 'draft.read'),
          own,
        ],
      ),
    );
    return found.flatMap(([user, own]) => (user ? [[user, own]] : []));
  }

  return {
    listReviewers: () => listTeam(identity, 'item.publish'),
    findReviewer: (accountId) => findReader(accountId, 'item.publish'),
    take: (accountId) => allowance.take(accountId),
    async mailsAbout(news) {
      const { kind, by, item, note } = news;
      if (by.kind === 'anonymous') return [];
      const readers = await readersOf(news);
      const others = readers.filter(([{ id }]) => id !== by.id);
      const mails = others.map(([{ email, language }, languages]) => {
        const title = titleOf(item, language).trim().slice(0, TITLE).toWellFormed();
        const about = { kind, name: by.name, title, languages, path: `/admin/items/${item.type}/${item.id}` };
        return compose(email, language, { ...about, ...(note !== undefined && { note }) });
      });
      return (await Promise.all(mails)).map((mail) => enqueueMail(mail));
    },
  };
}
