import { expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import type { Role, User } from '../accounts/user.ts';
import { queryDocuments } from '../documents/typed-documents.ts';
import { askForReview, sendBack } from '../items/review-item.ts';
import type { ComposeMail } from '../messages/compose-mail.ts';
import { mailQueue } from '../messages/mail-queue.ts';
import { publishItem } from './publish-item.ts';
import { createReviewMails, REVIEWS_PER_HOUR } from './review-mails.ts';
import { schedulePublish } from './schedule-item.ts';

const account = (role: Role, id: string, rest: Partial<User> = {}): User => ({
  id,
  email: `${id}@example.org`,
  name: id,
  language: 'es',
  confirmed: true,
  createdAt: 0,
  role,
  languages: role === 'translator' ? ['en'] : [],
  disabled: false,
  ...rest,
});

const ana = person('author', 'ana');
const eva = person('editor', 'eva');

/** An item of Ana's in two languages; accounts, which tests change; and the mails that were queued. */
async function openSite() {
  const site = createItemSite();
  const languages = { es: finishedLanguage('uno'), en: finishedLanguage('one') };
  await site.putItem('a', 'not-found', languages, { authorId: 'ana' });
  const accounts = new Map(
    [
      account('author', 'ana', { language: 'en' }),
      account('editor', 'eva'),
      account('owner', 'oto', { language: 'en' }),
      account('editor', 'sus', { disabled: true }),
      account('editor', 'new', { confirmed: false }),
      account('viewer', 'vic'),
    ].map((user) => [user.id, user]),
  );
  const compose: ComposeMail = async (to, locale, contents) => {
    const text = JSON.stringify(contents);
    const id = crypto.randomUUID();
    const { kind } = contents;
    return { id, kind, to, senderName: 'Meki', subject: kind, text, html: text, language: locale, createdAt: 1 };
  };
  const reviewMails = createReviewMails({
    identity: {
      lookup: async (id) => accounts.get(id),
      list: async () => [...accounts.values()],
    },
    compose,
    steady: () => 0,
  });
  const dependencies = { ...site.dependencies, reviewMails };
  const mails = async () => {
    const queued = await queryDocuments(site.store, mailQueue, {});
    await site.store.commit(queued.map(({ path }) => ({ kind: 'delete', path })));
    return queued
      .map(({ data }) => data.mail)
      .map(({ kind, to, language, text }) => ({ kind, to, language, ...(JSON.parse(text) as object) }))
      .sort((one, other) => (one.to < other.to ? -1 : 1));
  };
  const ask = (request: { note?: string; reviewer?: string; languages?: string[] } = {}) =>
    askForReview(dependencies, ana, { id: 'a', languages: ['es'], ...request });
  const back = () => sendBack(dependencies, eva, { id: 'a', languages: ['es'], note: 'Falta la fuente.' });
  return { ...site, dependencies, accounts, mails, ask, back };
}

test('whoever may publish is told of a request, in the language of the account, or the one who was chosen', async () => {
  const site = await openSite();
  expect(await site.ask({ note: 'Léalo', languages: ['es', 'en'] })).toMatchObject({ ok: true });
  const about = { name: 'ANA', languages: ['es', 'en'], note: 'Léalo', path: '/admin/items/not-found/a' };
  expect(await site.mails()).toEqual([
    { kind: 'review-asked', to: 'eva@example.org', language: 'es', title: 'Título uno', ...about },
    { kind: 'review-asked', to: 'oto@example.org', language: 'en', title: 'Título one', ...about },
  ]);
  await site.back();
  await site.mails();
  expect(await site.ask({ reviewer: 'oto' })).toMatchObject({ ok: true });
  expect(await site.mails()).toMatchObject([{ to: 'oto@example.org' }]);
  const { review } = (await site.getItem('a')).data.languages.es ?? {};
  expect(review).toMatchObject({ reviewer: { id: 'oto', name: 'oto' } });
});

test('nobody can be chosen who may not publish, or has no account', async () => {
  const site = await openSite();
  for (const reviewer of ['ana', 'vic', 'sus', 'new', 'gone']) {
    expect([reviewer, await site.ask({ reviewer })]).toEqual([reviewer, { ok: false, reason: 'no-reviewer' }]);
  }
  expect(await site.mails()).toEqual([]);
});

test('whoever asked is told once that a text was sent back, published or scheduled', async () => {
  for (const [kind, answer] of [
    ['review-sent-back', (site: Site) => site.back()],
    [
      'review-published',
      (site: Site) =>
        publishItem(site.dependencies, eva, { id: 'a', languages: ['es', 'en'] }, { acceptWarnings: true }),
    ],
    [
      'review-scheduled',
      (site: Site) =>
        schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: 9e12 }, { acceptWarnings: true }),
    ],
  ] as const) {
    const site = await openSite();
    await site.ask();
    await site.mails();
    expect(await answer(site)).toMatchObject({ ok: true });
    expect(await site.mails()).toMatchObject([
      { kind, to: 'ana@example.org', language: 'en', name: 'EVA', languages: ['es'] },
    ]);
    await publishItem(site.dependencies, eva, { id: 'a', languages: ['es'] }, { acceptWarnings: true });
    await publishItem(site.dependencies, eva, { id: 'a', languages: ['es'] }, { acceptWarnings: true });
    expect((await site.mails()).length, kind).toBe(kind === 'review-sent-back' ? 1 : 0);
  }
});

test('whoever may no longer read drafts, was suspended or deleted gets no answer by mail, and the answer counts', async () => {
  for (const now of [account('viewer', 'ana'), account('author', 'ana', { disabled: true }), undefined]) {
    const site = await openSite();
    await site.ask();
    await site.mails();
    if (now) site.accounts.set('ana', now);
    else site.accounts.delete('ana');
    expect(await site.back()).toMatchObject({ ok: true });
    expect(await site.mails()).toEqual([]);
  }
});

test('a reviewer who may publish no more, or is gone, leaves the request to the others', async () => {
  const site = await openSite();
  await site.ask({ reviewer: 'oto' });
  site.accounts.delete('oto');
  expect(await site.back()).toMatchObject({ ok: true });
});

test('a person who asks without end is asked to wait, and nothing changes', async () => {
  const site = await openSite();
  for (let count = 0; count < REVIEWS_PER_HOUR; count++) {
    expect(await site.ask()).toMatchObject({ ok: true });
    const editor = person('editor', `editor-${count}`);
    await sendBack(site.dependencies, editor, { id: 'a', languages: ['es'], note: 'No' });
  }
  await site.mails();
  expect(await site.ask()).toEqual({ ok: false, reason: 'too-many' });
  expect((await site.getItem('a')).data.languages.es?.review).toHaveProperty('sentBack');
  expect(await site.mails()).toEqual([]);
});

type Site = Awaited<ReturnType<typeof openSite>>;
