import { expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { createScheduleSite } from '../../test/helpers/content/create-schedule-site.ts';
import { createImport, itemValue } from '../../test/helpers/importing/create-import.ts';
import { endUnshown, noteUnshown } from '../publishing/note-unshown.ts';
import { publishItem } from '../publishing/publish-item.ts';
import { runSchedules } from '../publishing/run-schedules.ts';
import { schedulePublish } from '../publishing/schedule-item.ts';
import type { PageFault, TryPage } from '../publishing/try-page.ts';
import { standingOf, undoStandingChange } from './item-standing.ts';

const eva = person('editor', 'eva');
const accepting = { acceptWarnings: true };

/** Finds a fault in pages of one language, and tells which were tried. */
function createTrial(language: string, fault: Pick<PageFault, 'parts'> = { parts: ['field:steps'] }) {
  const tried: string[] = [];
  const tryPage: TryPage = async (publication) => {
    tried.push(`${publication.language}:${publication.slug}`);
    return publication.language === language ? { ...fault, cause: new RangeError('No time') } : undefined;
  };
  return { tried, tryPage };
}

async function createNotice() {
  const site = createItemSite();
  await site.putItem('a', 'notice', { es: finishedLanguage('uno'), en: finishedLanguage('one') });
  return site;
}

test('each language that becomes public is rendered once', async () => {
  const site = await createNotice();
  const { tried, tryPage } = createTrial('fr');
  const target = { id: 'a', languages: ['es', 'en'] };
  expect(await publishItem({ ...site.dependencies, tryPage }, eva, target, accepting)).toMatchObject({ ok: true });
  expect(tried).toEqual(['es:uno', 'en:one']);
  await publishItem({ ...site.dependencies, tryPage }, eva, target, accepting);
  expect(tried).toHaveLength(2);
});

test.each([
  [{ parts: ['field:steps', 'body'] }, [{ field: 'field:steps' }, { field: 'body' }]],
  [{ parts: [] }, [{}]],
])('what cannot be rendered is not published, and where it is is told: %j', async (fault, places) => {
  const site = await createNotice();
  const { tryPage } = createTrial('en', fault);
  const target = { id: 'a', languages: ['es', 'en'] };
  const outcome = await publishItem({ ...site.dependencies, tryPage }, eva, target, accepting);
  expect(outcome).toMatchObject({ ok: false, item: { id: 'a' }, reason: 'checks' });
  expect(!outcome.ok && outcome.reason === 'checks' && outcome.checks).toEqual(
    places.map((place) => ({ severity: 'error', code: 'unshowable', language: 'en', ...place })),
  );
  expect((await site.card('a'))?.states).toMatchObject({ es: 'draft', en: 'draft' });
  expect(await site.audited()).toEqual([]);
});

test('a schedule publishes nothing that cannot be rendered, and says so', async () => {
  const site = await createScheduleSite();
  await schedulePublish(site.dependencies, eva, { id: 'a', languages: ['es'], at: site.at }, accepting);
  site.clock.time = site.at;
  const { tryPage } = createTrial('es');
  await runSchedules({ ...site.dependencies, tryPage, actorOf: async () => eva });
  expect(await site.schedule('es')).toMatchObject({ failed: { reason: 'invalid', codes: ['unshowable'] } });
  expect((await site.card('a'))?.languages.es).not.toHaveProperty('publishedSlug');
});

test('an undo makes nothing public again that cannot be rendered, and says where', async () => {
  const site = await createNotice();
  const target = { id: 'a', languages: ['es', 'en'] };
  await publishItem(site.dependencies, eva, target, accepting);
  const before = standingOf((await site.getItem('a')).data);
  await site.editItem('a', (item) => {
    const { es = finishedLanguage('uno'), en = finishedLanguage('one') } = item.languages;
    return { ...item, languages: { es: { ...es, title: 'Otro' }, en: { ...en, title: 'Another' } } };
  });
  await publishItem(site.dependencies, eva, target, accepting);
  const after = standingOf((await site.getItem('a')).data);
  const { tried, tryPage } = createTrial('en');
  expect(await undoStandingChange({ ...site.dependencies, tryPage }, eva, { before, after })).toEqual(
    expect.objectContaining({
      ok: false,
      reason: 'checks',
      checks: [{ severity: 'error', code: 'unshowable', language: 'en', field: 'field:steps' }],
    }),
  );
  expect(standingOf((await site.getItem('a')).data)).toEqual(after);
  expect(tried).toEqual(['es:uno', 'en:one']);
  expect(
    await undoStandingChange({ ...site.dependencies, tryPage: createTrial('fr').tryPage }, eva, { before, after }),
  ).toMatchObject({
    ok: true,
  });
});

test('an import refuses an item that cannot be rendered, and brings the others', async () => {
  const { tryPage } = createTrial('fr');
  const tryOther: TryPage = (publication) =>
    publication.itemId === 'b' ? Promise.resolve({ parts: ['field:steps'], cause: undefined }) : tryPage(publication);
  const site = createImport();
  const report = await site.bring(
    [itemValue('a'), itemValue('b'), itemValue('c')],
    undefined,
    {},
    { tryPage: tryOther },
  );
  expect(report).toMatchObject({ imported: 2, refused: 1 });
  expect(report.problems).toEqual(['items.jsonl:2: languages.es.fields.steps: the site cannot show this']);
  expect((await site.content.resolve('es', 'notice', 'titulo-b')).kind).toBe('missing');
});

test('what pages leave out is pending work of the item, until its language is published again', async () => {
  const site = await createNotice();
  const target = { id: 'a', languages: ['es', 'en'] };
  await publishItem(site.dependencies, eva, target, accepting);
  const { publishedAt = 0 } = (await site.getItem('a')).data.languages.es ?? {};
  const part = { itemId: 'a', language: 'es', part: 'field:steps', publishedAt };
  await noteUnshown(site.dependencies, part);
  await noteUnshown(site.dependencies, part);
  await noteUnshown(site.dependencies, { ...part, part: 'body', publishedAt: publishedAt - 1 });
  expect(await site.card('a')).toMatchObject({ languages: { es: { unshown: 1 } } });
  expect((await site.card('a'))?.facets).toContain('issue:not-shown:es');
  await site.editItem('a', (item) => {
    const { es, en } = item.languages;
    return { ...item, languages: { ...(es && { es: { ...es, title: 'Otro' } }), ...(en && { en }) } };
  });
  await publishItem(site.dependencies, eva, target, accepting);
  expect((await site.card('a'))?.languages.es).not.toHaveProperty('unshown');
});

test('the note ends when the page can be shown again', async () => {
  const site = await createNotice();
  await publishItem(site.dependencies, eva, { id: 'a', languages: ['es', 'en'] }, accepting);
  const { languages } = (await site.getItem('a')).data;
  for (const language of ['es', 'en']) {
    const { publishedAt = 0 } = languages[language] ?? {};
    await noteUnshown(site.dependencies, { itemId: 'a', language, part: 'body', publishedAt });
  }
  const { tried, tryPage } = createTrial('en');
  await endUnshown({ ...site.dependencies, tryPage });
  expect(tried).toEqual(['es:uno', 'en:one']);
  expect((await site.getItem('a')).data.languages.es).not.toHaveProperty('unshown');
  expect((await site.getItem('a')).data.languages.en).toMatchObject({ unshown: ['body'] });
});
