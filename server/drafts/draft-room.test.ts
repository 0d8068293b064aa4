import { expect, test } from 'vitest';
import { InvalidWrite } from '#core/documents/errors.ts';
import { DraftTooLarge } from '#core/drafts/drafts.ts';
import { publishItem } from '#core/publishing/publish-item.ts';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { person } from '../../test/helpers/content/create-item-site.ts';
import { longText } from '../../test/helpers/content/long-text.ts';
import { startNoticeSite } from '../../test/helpers/drafts/notice-site.ts';
import { until } from '../../test/helpers/eventually.ts';

const eva = { id: 'eva', name: 'Eva' };

test('what a program writes beyond what an item may hold is refused, and nothing of it is kept', async () => {
  const { drafts, draftLog, item } = await startNoticeSite();
  const steps = Array.from({ length: 60 }, () => 'x'.repeat(10_000));
  await drafts.changeLanguage('a', 'es', { fields: { steps } }, eva);
  await drafts.readLanguage('a', 'en');
  const before = [await draftLog.read('item/a/en'), await item()];
  const change = drafts.changeLanguage('a', 'en', { title: 'New', fields: { steps } }, eva);
  await expect(change).rejects.toThrow(InvalidWrite);
  expect([await draftLog.read('item/a/en'), await item()]).toEqual(before);
  expect((await drafts.readLanguage('a', 'en')).title).toBe('Título a-en');
  await drafts.changeLanguage('a', 'en', { title: 'New' }, eva);
  expect((await item()).languages.en?.title).toBe('New');
});

test('a language that people typed more into than it may hold is read, and mended by what makes it shorter', async () => {
  const { drafts, item, openPart } = await startNoticeSite();
  for (const [part, letters] of [
    ['es', 300_000],
    ['en', 400_000],
  ] as const) {
    const editor = await openPart(part);
    for (const name of ['title', 'summary']) editor.doc.getText(name).insert(0, 'x'.repeat(letters));
    await until(() => editor.isSaved());
    expect((await drafts.settle('a'))?.refused).toEqual(part === 'es' ? [] : ['en']);
  }
  expect((await drafts.readLanguage('a', 'en')).title).toHaveLength(400_011);
  const longer = drafts.changeLanguage('a', 'en', { fields: { steps: ['One'] } }, eva);
  await expect(longer).rejects.toThrow(InvalidWrite);
  await drafts.changeLanguage('a', 'en', { title: 'Short' }, eva);
  expect((await drafts.settle('a'))?.refused).toEqual(['en']);
  await drafts.changeLanguage('a', 'en', { summary: 'Too' }, eva);
  expect((await drafts.settle('a'))?.refused).toEqual([]);
  expect((await item()).languages.en).toMatchObject({ title: 'Short', summary: 'Too' });
  expect((await item()).languages.es?.title).toHaveLength(300_008);
});

test.each([600_000, 960_000, 1_200_000])(
  'what somebody types into one language, %i bytes of it, keeps no other one from being written and published',
  async (bytes) => {
    const { drafts, item, openPart, site } = await startNoticeSite();
    const translator = await openPart('en');
    translator.doc.getText('summary').insert(0, longText(bytes));
    await until(() => translator.isSaved());
    await drafts.settle('a');
    // Longer than a text that can be published.
    const steps = Array.from({ length: 24 }, () => 'y'.repeat(10_000));
    const editor = await openPart('es');
    editor.doc.getText('title').insert(0, 'Nuevo ');
    await until(() => editor.isSaved());
    await drafts.changeLanguage('a', 'es', { fields: { steps } }, eva);
    await drafts.changeShared('a', { tags: ['x'] }, eva);
    expect((await item()).languages.es).toMatchObject({ title: 'Nuevo Título a', fields: { steps } });
    const dependencies = { store: site.store, config: testConfig, drafts };
    const target = { id: 'a', languages: ['es'] };
    const accept = { acceptWarnings: true };
    expect(await publishItem(dependencies, person('editor'), target, accept)).toMatchObject({ ok: true });
    const both = { id: 'a', languages: ['es', 'en'] };
    expect(await publishItem(dependencies, person('editor'), both, accept)).toMatchObject({ reason: 'checks' });
  },
);

test('a part that the store does not take keeps its snapshot, and the others get theirs', async () => {
  const { store, drafts, item, openPart, log } = await startNoticeSite();
  const { commit } = store;
  store.commit = (writes) => {
    if (JSON.stringify(writes).includes('"Forged"')) throw new InvalidWrite('items/a: too deep for this database');
    return commit(writes);
  };
  const before = (await item()).languages.en;
  const forger = await openPart('en');
  const title = forger.doc.getText('title');
  title.delete(0, title.length);
  title.insert(0, 'Forged');
  await until(() => forger.isSaved());
  await drafts.changeLanguage('a', 'es', { title: 'Nuevo' }, eva);
  expect((await drafts.settle('a'))?.refused).toEqual(['en']);
  expect((await item()).languages.es?.title).toBe('Nuevo');
  expect((await item()).languages.en).toEqual(before);
  title.insert(0, 'Not ');
  await until(() => forger.isSaved());
  expect((await drafts.settle('a'))?.refused).toEqual([]);
  expect((await item()).languages.en?.title).toBe('Not Forged');
  expect(log.errors.length).toBeLessThanOrEqual(1);
  log.errors.length = 0;
});

test('a change of several drafts is made whole, or not at all where there is no room for what they say together', async () => {
  const { drafts, draftLog, item } = await startNoticeSite();
  const long = longText(600_000);
  const stored = async () => [await draftLog.read('item/a/es'), await draftLog.read('item/a/en'), await item()];
  for (const part of ['es', 'en']) await drafts.readLanguage('a', part);
  const before = await stored();
  const tooMuch = { languages: { es: { summary: long }, en: { summary: long } }, shared: { tags: ['x'] } };
  await expect(drafts.changeItem('a', tooMuch, eva)).rejects.toThrow(InvalidWrite);
  expect(await stored()).toEqual(before);
  await drafts.changeItem(
    'a',
    { languages: { es: { summary: long }, en: { title: 'New' } }, shared: { tags: ['x'] } },
    eva,
  );
  expect(await item()).toMatchObject({ tags: ['x'], languages: { en: { title: 'New' } } });
  // The long text moves from one part to the other: they must be validated together.
  await drafts.changeItem('a', { languages: { en: { summary: long }, es: { summary: '' } } }, eva);
  expect((await item()).languages).toMatchObject({ es: { summary: '' }, en: { summary: long } });
});

test('a change of several drafts is not begun where one of them remembers too much to take it', async () => {
  const { drafts, item } = await startNoticeSite();
  const before = await item();
  const change = { languages: { es: { title: 'New' }, en: { summary: longText(4_200_000) } } };
  await expect(drafts.changeItem('a', change, eva)).rejects.toThrow(DraftTooLarge);
  expect(await item()).toEqual(before);
  expect((await drafts.readLanguage('a', 'es')).title).toBe(before.languages.es?.title);
});
