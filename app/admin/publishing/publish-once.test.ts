import { expect, test } from 'vitest';
import { importItems } from '#core/importing/import-items.ts';
import type { SourcedItem } from '#core/importing/item-reader.ts';
import site from '#site-config';
import { doneOf, openItemList } from '../../../test/helpers/app/open-item-list.ts';
import { countWork } from '../../../test/helpers/documents/count-work.ts';
import { publishingAction } from './publishing-action.ts';
import type { PublishingAnswer } from './publishing-answer.ts';

/** News that are public, and whose drafts have other addresses and no summary. */
async function openRenamed() {
  const list = await openItemList();
  await doneOf(list, [
    ['intent', 'publish'],
    ['warnings', 'accept'],
    ['item', 'a'],
    ['item', 'b'],
  ]);
  for (const id of ['a', 'b']) {
    await list.editItem(id, (item) => ({
      ...item,
      languages: Object.fromEntries(
        Object.entries(item.languages).map(([code, content]) => [
          code,
          { ...content, slug: `${id}-otra-${code}`, summary: '', state: 'changed' as const },
        ]),
      ),
    }));
  }
  const send = async (id: string, fields: [string, string][]) => {
    const body = new URLSearchParams([['languages', 'es'], ['languages', 'en'], ['stays', 'yes'], ...fields]);
    const request = new Request(`http://localhost/admin/items/news/${id}/publish`, { method: 'POST', body });
    const { data } = await publishingAction(list.argsOf(request, { type: 'news', id }));
    return data as PublishingAnswer;
  };
  return { ...list, sendPanel: send, work: countWork(list) };
}

test('the panel settles each draft once and reads each document once, whether it asks, refuses or publishes', async () => {
  const { sendPanel, work, editItem } = await openRenamed();
  const asked = await sendPanel('a', [['intent', 'publish']]);
  if (asked.kind !== 'asks') throw new Error(asked.kind);
  expect(work.take()).toEqual({ settled: { a: 1 }, readAgain: [] });
  const done = await sendPanel('a', [
    ['intent', 'publish'],
    ['accepted', asked.accepted],
  ]);
  expect(done).toMatchObject({ kind: 'done', languages: [{ state: 'published', publishedSlug: 'a-otra-es' }, {}] });
  expect(work.take()).toEqual({ settled: { a: 1 }, readAgain: [] });

  expect(
    await sendPanel('c', [
      ['intent', 'publish'],
      ['accepted', asked.accepted],
    ]),
  ).toMatchObject({ kind: 'done' });
  expect(work.take()).toEqual({ settled: { c: 1 }, readAgain: [] });

  await editItem('c', (item) => {
    const { es } = item.languages;
    return es ? { ...item, languages: { ...item.languages, es: { ...es, slug: 'b-es' } } } : item;
  });
  work.take();
  const refused = await sendPanel('c', [['intent', 'publish']]);
  expect(refused).toMatchObject({
    kind: 'refused',
    checks: [{ severity: 'error', other: { title: 'Título b-es' } }, {}],
  });
  expect(work.take()).toMatchObject({ settled: { c: 1 } });
});

test('a list settles each draft once and reads each document once', async () => {
  const list = await openRenamed();
  const done = await doneOf(list, [
    ['intent', 'publish'],
    ['warnings', 'accept'],
    ['item', 'a'],
    ['item', 'b'],
  ]);
  expect(done).toMatchObject({ done: 2, failed: [] });
  expect(list.work.take()).toEqual({ settled: { a: 1, b: 1 }, readAgain: [] });
  await doneOf(list, [
    ['intent', 'publish'],
    ['warnings', 'accept'],
    ['item', 'c'],
  ]);
  expect(list.work.take()).toEqual({ settled: { c: 1 }, readAgain: [] });
});

async function* imported(values: object[]): AsyncGenerator<SourcedItem> {
  for (const value of values) {
    yield { value, file: 'items.yaml', lineOf: () => 1, readFile: async () => undefined };
  }
}

test('an import settles no draft and reads each document once, whether items are new, changed or unchanged', async () => {
  const list = await openRenamed();
  const { store, work, getItem } = list;
  const ports = {
    store,
    files: { write: neverCalled },
    pictures: { identify: neverCalled, read: neverCalled, readOther: neverCalled },
    parseMarkdown: neverCalled,
  };
  const dependencies = { ...ports, config: site, actor: { kind: 'command-line' } as const };
  const news = (id: string, title: string, slug = `importado-${id}`) => ({
    id,
    type: 'news',
    sourceLanguage: 'es',
    languages: { es: { title, slug, body: { tiptap: { type: 'doc', content: [] } } } },
  });
  const first = [news('new', 'Nuevo'), news('c', 'Cambiado')];
  expect(await importItems(dependencies, imported(first))).toMatchObject({ imported: 2, problems: [] });
  expect(work.take()).toEqual({ settled: {}, readAgain: [] });
  expect((await getItem('new')).data.languages.es).toMatchObject({
    state: 'published',
    publishedSlug: 'importado-new',
  });

  work.take();
  const again = [news('new', 'Nuevo'), news('c', 'Otra vez')];
  expect(await importItems(dependencies, imported(again))).toMatchObject({ imported: 1, unchanged: 1 });
  expect(work.take()).toEqual({ settled: {}, readAgain: [] });
});

function neverCalled(): never {
  throw new Error('No file or Markdown is imported');
}
