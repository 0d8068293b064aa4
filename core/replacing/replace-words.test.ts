import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import type { Actor } from '../access/actor.ts';
import { publishItem } from '../publishing/publish-item.ts';
import type { RichTextNode } from '../rich-text/rich-text.ts';
import {
  findPlaces,
  type ItemReplacement,
  type PlaceSearch,
  REPLACE_LIMITS,
  type ReplaceOutcome,
  replaceInItems,
  undoneSchema,
} from './replace-words.ts';

const eva = person('editor', 'eva');

const paragraph = (id: string, ...content: RichTextNode[]): RichTextNode => ({
  type: 'paragraph',
  attrs: { id },
  content,
});
const words = (text: string, ...marks: string[]): RichTextNode => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});
const linked = (text: string, href: string): RichTextNode => ({
  type: 'text',
  text,
  marks: [{ type: 'link', attrs: { href } }],
});

const SPANISH = [
  paragraph('p1', words('Llame al 33 '), words('55'), words('50 0140', 'bold'), words(' o al 33 5550 0140.')),
  paragraph(
    'p2',
    words('Vea '),
    linked('la guía', 'https://viejo.example/guia'),
    words(' y '),
    linked('otra', 'item:b'),
  ),
];

async function createSite() {
  const site = createItemSite();
  await site.putItem('a', 'notice', {
    es: finishedLanguage('uno', { title: 'La radiografía', body: { type: 'doc', content: SPANISH } }),
    en: finishedLanguage('one', { title: 'Call 33 5550 0140', fields: { steps: ['Water', 'Dial 33 5550 0140'] } }),
  });
  await site.putItem(
    'b',
    'notice',
    { es: finishedLanguage('dos', { title: 'Teléfono 33 5550 0140' }) },
    { authorId: 'ada' },
  );
  await site.putItem('c', 'notice', { es: finishedLanguage('tres', { title: '33 5550 0140' }) }, { trashedAt: 5 });
  const base = { words: '33 5550 0140', isWhole: false, isExact: false };
  const find = async (search: Partial<PlaceSearch> = {}, actor: Actor = eva) =>
    findPlaces(site.dependencies, actor, { ...base, ...search });
  const replace = async (
    replacement: string,
    search: Partial<PlaceSearch> = {},
    {
      actor = eva,
      isMinor = false,
      found,
    }: { actor?: Actor; isMinor?: boolean; found?: Awaited<ReturnType<typeof find>> } = {},
  ) =>
    replaceInItems(
      site.dependencies,
      actor,
      (found ?? (await find(search))).found.map(({ item, parts }) => ({
        itemId: item.id,
        sought: { ...base, ...search },
        replacement,
        isMinor,
        chosen: new Map(parts.map(({ part, places }) => [part, new Set(places.map(({ id }) => id))])),
      })),
    );
  const undo = (outcome: ReplaceOutcome) =>
    replaceInItems(
      site.dependencies,
      eva,
      Map.groupBy(outcome.undo, ({ itemId }) => itemId)
        .entries()
        .map(([itemId, undone]) => ({ itemId, undone }))
        .toArray(),
    );
  const languages = async (id: string) => (await site.getItem(id)).data.languages;
  return { ...site, find, replace, undo, languages };
}

const shown = ({ found }: Awaited<ReturnType<typeof findPlaces>>) =>
  found.flatMap(({ item, parts }) =>
    parts.flatMap(({ part, places }) => places.map(({ field, match }) => `${item.id} ${part} ${field} ${match}`)),
  );

describe('words are found in the drafts of all items', () => {
  test('in every text of every language, across formats, and not in the trash', async () => {
    const site = await createSite();
    expect(shown(await site.find())).toEqual([
      'a es body 33 5550 0140',
      'a es body 33 5550 0140',
      'a en title 33 5550 0140',
      'a en field:steps 33 5550 0140',
      'b es title 33 5550 0140',
    ]);
    expect(shown(await site.find({ language: 'en' }))).toHaveLength(2);
    expect(shown(await site.find({ type: 'pages' }))).toEqual([]);
    expect(shown(await site.find({ words: 'viejo.example' }))).toEqual(['a es body viejo.example']);
    expect(shown(await site.find({ words: 'item:b' }))).toEqual([]);
  });

  test('as whole words and with capital letters, if that is asked; signs are signs', async () => {
    const site = await createSite();
    expect(shown(await site.find({ words: 'radio' }))).toHaveLength(1);
    expect(shown(await site.find({ words: 'radio', isWhole: true }))).toEqual([]);
    expect(shown(await site.find({ words: 'RADIOGRAFÍA' }))).toHaveLength(1);
    expect(shown(await site.find({ words: 'RADIOGRAFÍA', isExact: true }))).toEqual([]);
    for (const sign of ['.*', '(', '[a-z]', '\\d', '$']) expect(shown(await site.find({ words: sign }))).toEqual([]);
    expect(shown(await site.find({ words: '0140.' }))).toEqual(['a es body 0140.']);
  });

  test.each([
    ['café', 'Un cafe\u0301 y un café', ['cafe\u0301', 'café']],
    ['cafe\u0301', 'Un cafe\u0301 y un café', ['cafe\u0301', 'café']],
    ['cafe', 'Un cafe\u0301, un cafe', ['cafe']],
    ['👩', '👩‍💻 y 👩', ['👩']],
    ['💻', '👩‍💻 y 💻', ['💻']],
    ['👍', '👍🏽 y 👍', ['👍']],
    ['❤', 'Con ❤️ y ❤', ['❤️', '❤']],
    ['🇲🇽', '🇲🇽🇪🇸', ['🇲🇽']],
  ])('however they are encoded, and no part of a character: %s', async (sought, title, found) => {
    const site = await createSite();
    await site.drafts.changeLanguage('b', 'es', { title }, { id: 'eva', name: 'Eva' });
    expect(shown(await site.find({ words: sought }))).toEqual(found.map((match) => `b es title ${match}`));
  });

  test('only where the person may change them; how many others there are is told', async () => {
    const site = await createSite();
    const translator = await site.find({}, person('translator', 'tom'));
    expect(shown(translator).every((place) => place.startsWith('a en'))).toBe(true);
    expect(translator.found.reduce((sum, { refused }) => sum + refused, 0)).toBe(3);
    expect(shown(await site.find({}, person('author', 'ada')))).toEqual(['b es title 33 5550 0140']);
    await expect(site.find({}, person('viewer'))).rejects.toThrow(/draft\.read/);
  });
});

describe('a replacement', () => {
  test('keeps formats, changes drafts alone, is told in the audit log, and can be undone', async () => {
    const site = await createSite();
    await publishItem(site.dependencies, eva, { id: 'a', languages: ['es', 'en'] }, { acceptWarnings: true });
    const before = await site.languages('a');
    const outcome = await site.replace('33 5550 0199');
    expect(outcome).toMatchObject({ items: 2, places: 5, skipped: 0, refused: 0, unpublished: 1 });
    const after = await site.languages('a');
    expect(after.es?.body.content[0]?.content).toEqual([
      words('Llame al 33 55'),
      words('50 0199', 'bold'),
      words(' o al 33 5550 0199.'),
    ]);
    expect(after.es?.body.content[1]).toEqual(SPANISH[1]);
    expect(after.en?.fields.steps).toEqual(['Water', 'Dial 33 5550 0199']);
    expect(after.es?.state).toBe('changed');
    expect(await site.audited()).toContainEqual(
      expect.objectContaining({ action: 'item.replaced', details: { count: 2, languages: ['es', 'en'] } }),
    );
    expect(await site.undo(outcome)).toMatchObject({ items: 2, places: 5, skipped: 0 });
    expect((await site.languages('a')).es?.body.content[0]?.content).toEqual([
      words('Llame al 33 55'),
      words('50 0140', 'bold'),
      words(' o al 33 5550 0140.'),
    ]);
    expect((await site.languages('a')).en?.title).toBe(before.en?.title);
    expect((await site.audited()).map(({ action }) => action)).toContain('item.replacement-undone');
  });

  test('changes the addresses of links, unless nothing could be linked to then', async () => {
    const site = await createSite();
    const outcome = await site.replace('nuevo.example', { words: 'viejo.example' });
    const href = async () => (await site.languages('a')).es?.body.content[1]?.content?.[1]?.marks?.[0]?.attrs?.href;
    expect(await href()).toBe('https://nuevo.example/guia');
    await site.undo(outcome);
    expect(await href()).toBe('https://viejo.example/guia');
    expect(await site.replace('javascript', { words: 'https' })).toMatchObject({ places: 0, skipped: 1 });
    expect(await href()).toBe('https://viejo.example/guia');
  });

  test('leaves what was changed at its place meanwhile, not what was changed elsewhere in its text', async () => {
    const site = await createSite();
    const found = await site.find();
    const by = { id: 'eva', name: 'Eva' };
    await site.drafts.changeLanguage('b', 'es', { title: 'Teléfono 33 5550 01' }, by);
    const { steps } = { steps: ['Water', 'Please dial at any time of the day 33 5550 0140'] };
    await site.drafts.changeLanguage('a', 'en', { fields: { steps } }, by);
    await site.drafts.changeLanguage('a', 'en', { title: 'Call 33 5550 0140 at any time' }, by);
    const outcome = await site.replace('911', {}, { found });
    expect(outcome).toMatchObject({ items: 1, places: 2, skipped: 3, refused: 0 });
    expect((await site.languages('b')).es?.title).toBe('Teléfono 33 5550 01');
  });

  test('passes over an item that was damaged meanwhile, and goes on', async () => {
    const site = await createSite();
    const found = await site.find();
    const { batchGet } = site.store;
    site.dependencies.store = {
      ...site.store,
      batchGet: async (paths) =>
        (await batchGet(paths)).map((document) =>
          document?.path === 'items/a' ? { ...document, data: { title: 7 } } : document,
        ),
    };
    expect(await site.replace('911', {}, { found })).toMatchObject({ items: 1, places: 1, skipped: 4 });
  });

  test('is refused for each language of each item that the person may not change', async () => {
    const site = await createSite();
    const found = await site.find();
    const outcome = await site.replace('911', {}, { found, actor: person('translator', 'tom') });
    expect(outcome).toMatchObject({ places: 2, refused: 3 });
    expect((await site.languages('a')).es?.body.content).toEqual(SPANISH);
  });

  test('that is minor keeps translations up to date that were', async () => {
    const site = await createSite();
    await site.replace('33 5550 0199', { language: 'es' }, { isMinor: true });
    const { es } = await site.languages('a');
    expect(es?.minorEdits).toEqual([{ unit: 'block:p1', from: expect.any(String), to: expect.any(String) }]);
  });

  test('of one text with many places is undone in all of them', async () => {
    const site = await createSite();
    const text = 'ab '.repeat(60).trim();
    await site.drafts.changeLanguage('b', 'es', { title: text }, { id: 'eva', name: 'Eva' });
    const outcome = await site.replace('x', { words: 'ab' });
    expect((await site.languages('b')).es?.title).toBe(text.replaceAll('ab', 'x'));
    await site.undo(outcome);
    expect((await site.languages('b')).es?.title).toBe(text);
  });

  test('with nothing is undone where it leaves nothing of a text, unless something else stands there meanwhile', async () => {
    const site = createItemSite();
    const siteOf = async () => (await site.getItem('a')).data;
    const said = {
      title: 'Nada',
      summary: 'nada',
      coverAlt: 'nada',
      author: 'nada',
      seo: { title: 'nada', description: 'nada' },
      fields: { steps: ['nada', 'algo', 'nada'] },
    };
    const body = [
      paragraph('p1', words('nada', 'bold')),
      { type: 'image', attrs: { id: 'p2', mediaId: 'm', alt: 'nada', caption: 'nada' } },
      paragraph('p3', words('nada')),
    ];
    await site.putItem('a', 'notice', {
      es: finishedLanguage('uno', { ...said, body: { type: 'doc', content: body } }),
    });
    const sought = { words: 'nada', isWhole: false, isExact: false };
    const { found } = await findPlaces(site.dependencies, eva, sought);
    const chosen = new Map(found[0]?.parts.map(({ part, places }) => [part, new Set(places.map(({ id }) => id))]));
    const change = { itemId: 'a', sought, replacement: '', isMinor: false, chosen };
    const outcome = await replaceInItems(site.dependencies, eva, [change]);
    expect(outcome).toMatchObject({ places: 12, skipped: 0 });
    const { es } = (await siteOf()).languages;
    const meanwhile = [...(es?.body.content.slice(0, 2) ?? []), paragraph('p3', words('otra cosa'))];
    const by = { id: 'eva', name: 'Eva' };
    await site.drafts.changeLanguage('a', 'es', { body: { type: 'doc', content: meanwhile } }, by);
    const undone = await replaceInItems(site.dependencies, eva, [{ itemId: 'a', undone: outcome.undo }]);
    expect(undone).toMatchObject({ places: 11, skipped: 1 });
    expect((await siteOf()).languages.es).toMatchObject({
      ...said,
      body: { content: [...body.slice(0, 2), paragraph('p3', words('otra cosa'))] },
    });
  });

  test('begins with no further item once its time is over, tells what is left, and goes on with that', async () => {
    const site = await createSite();
    let time = 0;
    const clock = () => {
      time += 0.9 * REPLACE_LIMITS.time;
      return time;
    };
    const sought = { words: '33 5550 0140', isWhole: false, isExact: false };
    const all = (await site.find()).found.map(
      ({ item, parts }): ItemReplacement => ({
        itemId: item.id,
        sought,
        replacement: '1',
        isMinor: false,
        chosen: new Map(parts.map(({ part, places }) => [part, new Set(places.map(({ id }) => id))])),
      }),
    );
    expect(all).toHaveLength(2);
    const dependencies = { ...site.dependencies, clock };
    const first = await replaceInItems(dependencies, eva, [...all, ...all]);
    expect([first.items, first.left.length]).toEqual([2, 2]);
    const alone = await replaceInItems(dependencies, eva, all.slice(0, 1));
    expect([alone.skipped > 0, alone.left]).toEqual([true, []]);
  });

  test('is undone by what the server says of it, not by a text in thousands of formats', async () => {
    const site = await createSite();
    const { undo } = await site.replace('911');
    expect(undoneSchema.safeParse(undo).success).toBe(true);
    const former = Array.from({ length: 1_001 }, (_, index) => ({
      text: 'z',
      marks: index % 2 ? [{ type: 'bold' }] : [],
    }));
    expect(undoneSchema.safeParse([{ ...undo[0], former }]).success).toBe(false);
  });
});
