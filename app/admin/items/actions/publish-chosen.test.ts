import { expect, test } from 'vitest';
import { doneOf, openItemList } from '../../../../test/helpers/app/open-item-list.ts';

/** Two published items whose drafts have each other's slugs. */
async function openExchange() {
  const list = await openItemList();
  const publish = (...ids: string[]): [string, string][] => [
    ['intent', 'publish'],
    ['warnings', 'accept'],
    ...ids.map((id): [string, string] => ['item', id]),
  ];
  await doneOf(list, publish('a', 'b'));
  for (const [id, other] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    await list.editItem(id, (item) => ({
      ...item,
      languages: Object.fromEntries(
        Object.entries(item.languages).map(([code, content]) => [
          code,
          { ...content, slug: `${other}-${code}`, state: 'changed' as const },
        ]),
      ),
    }));
  }
  const standsAt = async (slug: string) => {
    const [document] = await list.store.batchGet([`publications/es:news:${slug}`]);
    return document?.data.itemId;
  };
  return { ...list, publish, standsAt };
}

test('items that change places are published in one action when both are chosen, and go back in one', async () => {
  const list = await openExchange();
  expect((await doneOf(list, list.publish('a', 'c'))).failed).toMatchObject([
    { id: 'a', reason: 'Hay que corregir: otro contenido ya usa esa dirección.' },
  ]);
  const swapped = await doneOf(list, list.publish('a', 'b'));
  expect(swapped).toMatchObject({ done: 2, unchanged: 0, failed: [], ahead: ['b'] });
  expect([await list.standsAt('a-es'), await list.standsAt('b-es')]).toEqual(['b', 'a']);
  const undone = await doneOf(list, [
    ['intent', 'undo'],
    ['undo', JSON.stringify(swapped.undo)],
  ]);
  expect(undone).toMatchObject({ action: 'undo', done: 2, failed: [] });
  expect([await list.standsAt('a-es'), await list.standsAt('b-es')]).toEqual(['a', 'b']);
});

test('items that change places may be in two parts of what was chosen, or among all that a list holds', async () => {
  const list = await openExchange();
  const first = await doneOf(list, [...list.publish('a'), ['among', 'a b']]);
  expect(first).toMatchObject({ done: 2, failed: [], ahead: ['b'] });
  expect(await doneOf(list, [...list.publish('b'), ['among', 'a b'], ['ahead', 'b']])).toMatchObject({ done: 0 });
  const other = await openExchange();
  const all: [string, string][] = [...other.publish(), ['scope', 'all']];
  const narrow = await doneOf(other, [...all, ['query', 'author=ana']]);
  expect(narrow).toMatchObject({ done: 0, failed: [{ id: 'a' }] });
  const whole = await doneOf(other, [...all, ['query', 'state=es.changed'], ['limit', '1']]);
  expect(whole).toMatchObject({ done: 2, failed: [] });
  expect(whole.asked).toMatchObject({ ahead: whole.ahead[0] });
});

test('a warning of one of those that change places asks about both', async () => {
  const list = await openExchange();
  await list.editItem('b', (item) => {
    const { es } = item.languages;
    return es ? { ...item, languages: { ...item.languages, es: { ...es, summary: '' } } } : item;
  });
  const careful = list.publish('a', 'b').filter(([name]) => name !== 'warnings');
  expect((await doneOf(list, careful)).failed).toMatchObject([
    { id: 'a', isWarned: true },
    { id: 'b', isWarned: true },
  ]);
});

test('what only the other one warns of is told with its name', async () => {
  const list = await openExchange();
  await list.editItem('b', (item) => {
    const { es } = item.languages;
    return es ? { ...item, languages: { ...item.languages, es: { ...es, summary: '' } } } : item;
  });
  const careful = list.publish('a', 'b').filter(([name]) => name !== 'warnings');
  expect((await doneOf(list, [...careful, ['language', 'es']])).failed).toMatchObject([
    { id: 'a', reason: 'Se publicaría junto con «Título b-es», que tiene avisos: falta el resumen.' },
    { id: 'b', reason: 'Tiene avisos: falta el resumen.' },
  ]);
});

test('an error of the other one is told of that one', async () => {
  const list = await openExchange();
  await list.editItem('b', (item) => {
    const { es } = item.languages;
    return es ? { ...item, languages: { ...item.languages, es: { ...es, title: '' } } } : item;
  });
  expect((await doneOf(list, list.publish('a', 'b'))).failed).toMatchObject([
    { id: 'a', reason: 'Hay que corregir: otro contenido ya usa esa dirección.', isWarned: false },
    { id: 'b', reason: 'Hay que corregir: falta el título.', isWarned: false },
  ]);
});
