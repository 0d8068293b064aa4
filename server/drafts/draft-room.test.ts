import { expect, test } from 'vitest';
import { InvalidWrite } from '#core/documents/errors.ts';
import { DraftTooLarge } from '#core/drafts/drafts.ts';
import { startNoticeSite } from '../../test/helpers/notice-site.ts';
import { until } from '../../test/helpers/until.ts';

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

test('an item that people typed more into than it may hold is read, and mended by what makes it shorter', async () => {
  const { drafts, item, openPart } = await startNoticeSite();
  for (const part of ['es', 'en']) {
    const editor = await openPart(part);
    for (const name of ['title', 'summary']) editor.doc.getText(name).insert(0, 'x'.repeat(400_000));
    await until(() => editor.isSaved());
  }
  expect(await drafts.settle('a')).toBe(false);
  expect((await drafts.readLanguage('a', 'es')).title).toHaveLength(400_008);
  const longer = drafts.changeLanguage('a', 'en', { fields: { steps: ['One'] } }, eva);
  await expect(longer).rejects.toThrow(InvalidWrite);
  await drafts.changeLanguage('a', 'en', { title: 'Short' }, eva);
  expect(await drafts.settle('a')).toBe(false);
  await drafts.changeLanguage('a', 'en', { summary: 'Too' }, eva);
  expect(await drafts.settle('a')).toBe(true);
  expect((await item()).languages.en).toMatchObject({ title: 'Short', summary: 'Too' });
  expect((await item()).languages.es?.title).toHaveLength(400_008);
});

test('a change of several drafts is made whole, or not at all where there is no room for what they say together', async () => {
  const { drafts, draftLog, item } = await startNoticeSite();
  const long = 'x'.repeat(600_000);
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
  // The long text changes its place: neither half of that may be judged alone.
  await drafts.changeItem('a', { languages: { en: { summary: long }, es: { summary: '' } } }, eva);
  expect((await item()).languages).toMatchObject({ es: { summary: '' }, en: { summary: long } });
});

test('a change of several drafts is not begun where one of them remembers too much to take it', async () => {
  const { drafts, item } = await startNoticeSite();
  const before = await item();
  const change = { languages: { es: { title: 'New' }, en: { summary: 'x'.repeat(4_200_000) } } };
  await expect(drafts.changeItem('a', change, eva)).rejects.toThrow(DraftTooLarge);
  expect(await item()).toEqual(before);
  expect((await drafts.readLanguage('a', 'es')).title).toBe(before.languages.es?.title);
});
