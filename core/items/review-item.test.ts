import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { Forbidden } from '../access/policy.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import { items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { CONTENT_LIMITS, MAX_ITEM_BYTES } from '../content-types/limits.ts';
import { jsonBytes } from '../documents/document-bytes.ts';
import { toStorableObject } from '../documents/storable-data.ts';
import { listItemCards } from '../item-cards/list-item-cards.ts';
import { publishItem, unpublishItem } from '../publishing/publish-item.ts';
import { schedulePublish, scheduleUnpublish } from '../publishing/schedule-item.ts';
import { archiveItem } from './archive-item.ts';
import { askForReview, type ReviewRequest, sendBack, withdrawReview } from './review-item.ts';
import { listSavedVersions, readSavedVersion } from './revisions.ts';
import { trashItem } from './trash-item.ts';

const ana = person('author', 'ana');
const tere = person('translator', 'tere');
const eva = person('editor', 'eva');
const accept = { acceptWarnings: true };

/** An item of Ana's in two languages, never published. */
async function openSite() {
  const site = createItemSite();
  const languages = { es: finishedLanguage('uno'), en: finishedLanguage('one') };
  await site.putItem('a', 'not-found', languages, { authorId: 'ana', tags: ['x'] });
  const review = async (language: string) => (await site.getItem('a')).data.languages[language]?.review;
  const ask = (who = ana, languages = ['es'], request: Partial<ReviewRequest> = {}) =>
    askForReview(site.dependencies, who, { id: 'a', languages, ...request });
  const recorded = async (wanted: AuditAction) => (await site.audited()).filter(({ action }) => action === wanted);
  return { ...site, review, ask, recorded };
}

describe('a review', () => {
  test('is asked for by those who may write a language and not publish it', async () => {
    const site = await openSite();
    expect(await site.ask(ana, ['es', 'en'])).toMatchObject({ ok: true });
    expect(await site.review('es')).toEqual({
      askedAt: expect.any(Number),
      askedBy: { id: 'ana', name: 'ANA' },
      savedVersion: expect.any(String),
    });
    for (const [who, languages] of [
      [tere, ['es']],
      [person('author', 'luz'), ['es']],
      [eva, ['es']],
      [person('viewer'), ['es']],
    ] as const) {
      await expect(site.ask(who, [...languages])).rejects.toThrow(Forbidden);
    }
    expect(await site.ask(tere, ['en'])).toMatchObject({ ok: true });
    expect(await site.review('en'), 'who asked first stays').toMatchObject({ askedBy: { id: 'ana' } });
    expect(await site.recorded('item.review-asked')).toMatchObject([
      { actor: { id: 'ana' }, details: { languages: ['es', 'en'] } },
    ]);
  });

  test('needs a text with something to publish', async () => {
    const site = await openSite();
    expect(await site.ask(ana, [])).toEqual({ ok: false, reason: 'language-missing' });
    expect(await site.ask(ana, ['fr'])).toEqual({ ok: false, reason: 'language-missing' });
    await publishItem(site.dependencies, eva, { id: 'a', languages: ['es'] }, accept);
    expect(await site.ask(ana, ['es', 'en'])).toEqual({ ok: false, reason: 'nothing-new' });
    await schedulePublish(site.dependencies, eva, { id: 'a', languages: ['en'], at: 9e12 }, accept);
    expect(await site.ask(ana, ['en'])).toEqual({ ok: false, reason: 'nothing-new' });
    await trashItem(site.dependencies, eva, { id: 'a' });
    expect(await site.ask(ana, ['es'])).toEqual({ ok: false, reason: 'in-trash' });
  });

  test('is withdrawn by whoever asked for it, and by nobody else', async () => {
    const site = await openSite();
    await site.ask();
    const target = { id: 'a', languages: ['es', 'en'] };
    for (const who of [tere, eva, person('author', 'luz')]) {
      await expect(withdrawReview(site.dependencies, who, target)).rejects.toThrow(Forbidden);
    }
    expect(await withdrawReview(site.dependencies, ana, target)).toMatchObject({ ok: true });
    expect(await site.review('es')).toBeUndefined();
    const { version } = await site.getItem('a');
    expect(await withdrawReview(site.dependencies, ana, target)).toMatchObject({ ok: true, version });
    expect(await site.recorded('item.review-withdrawn')).toMatchObject([
      { actor: { id: 'ana' }, details: { languages: ['es'] } },
    ]);
  });

  test('is sent back with a note by those who publish, and may be asked for again', async () => {
    const site = await openSite();
    const target = { id: 'a', languages: ['es'], note: ' Falta la fuente. ' };
    expect(await sendBack(site.dependencies, eva, target)).toEqual({ ok: false, reason: 'not-asked' });
    await site.ask();
    await expect(sendBack(site.dependencies, ana, target)).rejects.toThrow(Forbidden);
    for (const note of [' ', 'x'.repeat(1_001)]) {
      expect(await sendBack(site.dependencies, eva, { ...target, note })).toEqual({
        ok: false,
        reason: 'invalid-note',
      });
    }
    expect(await sendBack(site.dependencies, eva, target)).toMatchObject({ ok: true });
    expect(await site.review('es')).toMatchObject({ sentBack: { by: { id: 'eva' }, note: 'Falta la fuente.' } });
    expect(await sendBack(site.dependencies, eva, target)).toEqual({ ok: false, reason: 'not-asked' });
    expect(await site.recorded('item.sent-back')).toMatchObject([
      { actor: { id: 'eva' }, details: { languages: ['es'] } },
    ]);
  });

  test('keeps what was asked and answered before when it is asked for again, up to a limit', async () => {
    const site = await openSite();
    const back = (note: string) => sendBack(site.dependencies, eva, { id: 'a', languages: ['es'], note });
    await site.ask(ana, ['es'], { note: ' ¿Está bien? ' });
    expect(await site.review('es')).toMatchObject({ note: '¿Está bien?' });
    await back('Falta la fuente.');
    await site.ask(ana, ['es'], { note: 'Ya está.' });
    const again = await site.review('es');
    expect(again).toMatchObject({
      note: 'Ya está.',
      earlier: [{ note: '¿Está bien?', sentBack: { by: { id: 'eva' }, note: 'Falta la fuente.' } }],
    });
    expect(again).not.toHaveProperty('sentBack');

    await withdrawReview(site.dependencies, ana, { id: 'a', languages: ['es'] });
    expect(await site.review('es'), 'a request that is withdrawn leaves what was answered').toMatchObject({
      note: '¿Está bien?',
      sentBack: { note: 'Falta la fuente.' },
    });
    expect(await site.review('es')).not.toHaveProperty('earlier');

    for (let turn = 0; turn < CONTENT_LIMITS.reviewTurns + 2; turn++) {
      await site.ask(ana, ['es'], { note: `Vuelta ${turn}` });
      await back('No');
    }
    const earlier = (await site.review('es'))?.earlier ?? [];
    expect([earlier.length, earlier.at(-1)?.note]).toEqual([10, 'Vuelta 10']);
  });

  test('keeps the text as it was when the review was asked for, to tell what has changed since', async () => {
    const site = await openSite();
    await site.ask();
    await site.editItem('a', (item) => {
      const { es } = item.languages;
      return es ? { ...item, languages: { ...item.languages, es: { ...es, title: 'Otro' } } } : item;
    });
    const id = (await site.review('es'))?.savedVersion ?? '';
    const kept = await readSavedVersion(site.store, eva, { itemId: 'a', id });
    expect(kept).toMatchObject({ kind: 'review-asked', by: { id: 'ana' }, languages: { es: { title: 'Título uno' } } });
  });

  test('keeps one text of a conversation: that of the latest request, until the review ends', async () => {
    const site = await openSite();
    const both = ['es', 'en'];
    const kept = async () => {
      const { entries } = await listSavedVersions(site.store, eva, { itemId: 'a', limit: 20 });
      return entries.map(({ id }) => id);
    };
    const back = (languages: string[]) => sendBack(site.dependencies, eva, { id: 'a', languages, note: 'No' });
    await site.ask(ana, both);
    const first = await kept();
    expect([first.length, (await site.review('en'))?.savedVersion]).toEqual([1, first[0]]);
    await back(['es']);
    await site.ask(ana, ['es']);
    expect(await kept(), 'the other language still refers to the first').toHaveLength(2);
    const { savedVersion, earlier } = (await site.review('es')) ?? {};
    expect([first.includes(savedVersion ?? ''), earlier?.length]).toEqual([false, 1]);
    expect(earlier?.[0]).not.toHaveProperty('savedVersion');
    await back(both);
    await site.ask(ana, both);
    expect(await kept()).toEqual([(await site.review('es'))?.savedVersion]);
    await publishItem(site.dependencies, eva, { id: 'a', languages: both }, accept);
    expect(await kept()).toEqual([]);
  });

  test('tells lists who published its language, and when', async () => {
    const site = await openSite();
    await site.ask();
    await publishItem(site.dependencies, eva, { id: 'a', languages: ['es'] }, accept);
    expect((await site.card('a'))?.languages.es).toMatchObject({ publishedBy: { id: 'eva', name: 'EVA' } });
    await unpublishItem(site.dependencies, eva, { id: 'a', languages: ['es'] });
    expect((await site.card('a'))?.languages.es).not.toHaveProperty('publishedBy');
  });

  test('says that an item is too long for its conversation, and changes nothing', async () => {
    const site = await openSite();
    await site.editItem('a', (item) => withBytes(item, MAX_ITEM_BYTES - 1_500));
    const note = 'é'.repeat(700);
    const { version } = await site.getItem('a');
    expect(await site.ask(ana, ['es'], { note })).toEqual({ ok: false, reason: 'item-too-long' });
    expect((await site.getItem('a')).version).toBe(version);
    expect(await site.ask(ana, ['es'], { note: 'ok' })).toMatchObject({ ok: true });
    expect(await sendBack(site.dependencies, eva, { id: 'a', languages: ['es'], note })).toEqual({
      ok: false,
      reason: 'item-too-long',
    });
    expect(await site.review('es')).not.toHaveProperty('sentBack');
  });

  test('keeps lines of notes, and no control characters', async () => {
    const site = await openSite();
    await site.ask(ana, ['es'], { note: '\u0007 ¿Está\u0000 bien?\r\n\t¿Y\u001b[31m aquí? ' });
    expect(await site.review('es')).toMatchObject({ note: '¿Está bien?\n\t¿Y[31m aquí?' });
    await sendBack(site.dependencies, eva, { id: 'a', languages: ['es'], note: '\u0085No\u0000' });
    expect(await site.review('es')).toMatchObject({ sentBack: { note: 'No' } });
    const empty = { id: 'a', languages: ['es'], note: '\u0000' };
    expect(await sendBack(site.dependencies, eva, empty)).toEqual({ ok: false, reason: 'invalid-note' });
  });

  test('takes no note that is too long or broken', async () => {
    const site = await openSite();
    for (const note of ['x'.repeat(1_001), '\ud800']) {
      expect(await site.ask(ana, ['es'], { note })).toEqual({ ok: false, reason: 'invalid-note' });
    }
    expect(await site.review('es')).toBeUndefined();
  });

  test('ends when its language is published, scheduled to be, or archived', async () => {
    for (const end of [
      (site: Site) => publishItem(site.dependencies, eva, { id: 'a', languages: ['es'] }, accept),
      (site: Site) => schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: 9e12 }, accept),
      (site: Site) => archiveItem(site.dependencies, eva, { id: 'a', languages: ['es'] }),
    ]) {
      const site = await openSite();
      await site.ask(ana, ['es', 'en']);
      expect(await end(site)).toMatchObject({ ok: true });
      expect(await site.review('es')).toBeUndefined();
      expect(await site.review('en')).toBeDefined();
    }
  });

  test('goes on while the language is taken off the site', async () => {
    const site = await openSite();
    await publishItem(site.dependencies, eva, { id: 'a', languages: ['es'] }, accept);
    await site.editItem('a', (item) => {
      const { es } = item.languages;
      return es ? { ...item, languages: { ...item.languages, es: { ...es, state: 'changed' } } } : item;
    });
    await site.ask();
    await scheduleUnpublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: 9e12 });
    await unpublishItem(site.dependencies, eva, { id: 'a', languages: ['es'] });
    expect(await site.review('es')).toMatchObject({ askedBy: { id: 'ana' } });
  });
});

test('lists find the items whose review was asked for, with the other filters', async () => {
  const site = await openSite();
  const found = async (search: { tag?: string; authorId?: string; work?: { kind: 'review-asked' } }) => {
    const { cards } = await listItemCards(site.store, eva, {
      types: ['not-found'],
      place: 'shown',
      ...(search.work ? {} : { isInReview: true }),
      ...search,
      sort: 'edited',
      language: 'es',
      limit: 5,
    });
    return cards.length;
  };
  expect(await found({})).toBe(0);
  await site.ask();
  expect(await Promise.all([found({}), found({ tag: 'x', authorId: 'ana' }), found({ tag: 'y' })])).toEqual([1, 1, 0]);
  expect(await found({ work: { kind: 'review-asked' } })).toBe(1);
  await sendBack(site.dependencies, eva, { id: 'a', languages: ['es'], note: 'No' });
  expect(await found({})).toBe(0);
});

/** The item, made as many bytes long by a summary. */
function withBytes(item: Item, bytes: number): Item {
  const { es } = item.languages;
  if (!es) return item;
  const make = (summary: string): Item => ({ ...item, languages: { ...item.languages, es: { ...es, summary } } });
  return make('x'.repeat(bytes - jsonBytes(toStorableObject(items.at(item.id).path, make('')))));
}

type Site = Awaited<ReturnType<typeof openSite>>;
