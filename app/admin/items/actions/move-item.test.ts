import { expect, test } from 'vitest';
import { items } from '#core/content/collections.ts';
import { UnitOfWork } from '#core/documents/unit-of-work.ts';
import { stageItem } from '#core/item-cards/stage-item.ts';
import site from '#site-config';
import { openItemList } from '../../../../test/helpers/app/open-item-list.ts';
import { finishedLanguage } from '../../../../test/helpers/content/create-item-site.ts';

/** Questions of two groups, with alternating order numbers. */
async function openQuestions() {
  const list = await openItemList('editor', 'faqs');
  for (const [index, id] of ['q1', 'r1', 'q2', 'r2', 'q3'].entries()) {
    const fields = { order: index + 1, group: id.startsWith('q') ? 'before' : 'results' };
    const languages = { es: finishedLanguage(id) };
    const unit = new UnitOfWork(list.store);
    await unit.read([items.at(id)]);
    stageItem(unit, site, { id, type: 'faqs', sourceLanguage: 'es', tags: [], fields, languages });
    await unit.commit();
  }
  const idsIn = async (query: string) => (await list.read(query)).rows.map(({ id }) => id);
  const move = (id: string, direction: string, query = '') =>
    list.send(
      [
        ['intent', 'move'],
        ['item', id],
        ['direction', direction],
      ],
      query,
    );
  return { ...list, idsIn, move };
}

test('questions say in which group they are, and a list shows one group', async () => {
  const { read, idsIn } = await openQuestions();
  const { rows, group, canMove } = await read();
  expect(rows[1]?.group).toEqual({ value: 'results', label: 'Los resultados' });
  expect(group).toMatchObject({ label: 'Grupo', choices: [{ value: 'before' }, { value: 'during' }, {}] });
  expect(canMove).toBe(true);
  expect(await idsIn('?group=before')).toEqual(['q1', 'q2', 'q3']);
  expect((await read('?group=before')).canMove).toBe(true);
  expect((await read('?group=before&state=es.draft')).canMove).toBe(false);
  expect((await read('?group=during')).empty).toMatch(/^Nada coincide/);
  expect(await idsIn('?group=before&sort=title')).toEqual(['q1', 'q2', 'q3']);
});

test('behind whom a question goes is answered without leading anywhere', async () => {
  const { idsIn, send } = await openQuestions();
  const behind = (id: string, other: string) =>
    send([
      ['intent', 'move'],
      ['item', id],
      ['behind', other],
    ]);
  const moved = { status: 200, answer: { kind: 'moved' } };
  expect(await behind('q3', '')).toEqual(moved);
  expect(await behind('q1', 'q2')).toEqual(moved);
  expect(await idsIn('?group=before')).toEqual(['q3', 'q2', 'q1']);
  expect(await behind('nobody', 'q2')).toMatchObject({ answer: { kind: 'problem' } });
});

test('a question moves by one place among those of its group', async () => {
  const { idsIn, move } = await openQuestions();
  expect(await move('q1', 'down', '?group=before')).toEqual({
    status: 303,
    location: '/admin/items/faqs?group=before',
  });
  expect(await idsIn('?group=before')).toEqual(['q2', 'q1', 'q3']);
  await move('q3', 'up');
  await move('q3', 'up');
  expect(await idsIn('?group=before')).toEqual(['q3', 'q2', 'q1']);
  await move('q3', 'up');
  await move('q1', 'down');
  expect(await idsIn('?group=before')).toEqual(['q3', 'q2', 'q1']);
  expect(await idsIn('?group=results')).toEqual(['r1', 'r2']);
});
