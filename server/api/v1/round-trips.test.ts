import { expect, test } from 'vitest';
import { createApiNotice } from '../../../test/helpers/api/create-api-notice.ts';
import { countRoundTrips } from '../../../test/helpers/documents/count-round-trips.ts';
import { eventually } from '../../../test/helpers/eventually.ts';

/** A notice that is public in both languages and whose drafts were opened before, at a database far away. */
async function createDistantNotice() {
  const site = await createApiNotice();
  const { editor, store, draftLog } = site;
  for (const language of ['es', 'en']) await editor.send('PATCH', `/items/one/${language}`, { summary: 'Ya escrito' });
  await editor.send('PATCH', '/items/one', { tags: ['a'] });
  await editor.send('POST', '/items/one/publish', { languages: ['es', 'en'] });
  const counter = countRoundTrips(store, draftLog);
  const take = async () => {
    const answered = counter.take();
    await eventually(async () => expect(await draftLog.unsettled()).toEqual([]));
    counter.take();
    return answered;
  };
  return { ...site, take };
}

test('a change of a language waits for the database four times, and reads few documents', async () => {
  const { editor, take } = await createDistantNotice();
  for (const title of ['Otro', 'Más']) {
    const reply = await editor.send('PATCH', '/items/one/es', { title });
    expect([reply.status, reply.body.languages.es]).toEqual([
      200,
      expect.objectContaining({ title, state: 'changed' }),
    ]);
    const { trips, reads } = await take();
    expect(trips, 'token, item and drafts, the draft’s log, the item').toBeLessThanOrEqual(4);
    expect(reads).toBeLessThanOrEqual(12);
  }
});

test('a change of a translation, and of what all languages share, waits no longer', async () => {
  const { editor, take } = await createDistantNotice();
  await editor.send('PATCH', '/items/one/en', { title: 'Other' });
  expect((await take()).trips).toBeLessThanOrEqual(4);
  await editor.send('PATCH', '/items/one', { tags: ['b'] });
  expect((await take()).trips).toBeLessThanOrEqual(4);
});

test('publishing what has changed waits four times', async () => {
  const { editor, take } = await createDistantNotice();
  await editor.send('PATCH', '/items/one/es', { title: 'Otro' });
  await take();
  expect((await editor.send('POST', '/items/one/publish', { languages: ['es'] })).status).toBe(200);
  expect((await take()).trips, 'token, item and drafts, what it concerns, the commit').toBeLessThanOrEqual(4);
});

test('reading an item waits twice', async () => {
  const { editor, take } = await createDistantNotice();
  await editor.get('/items/one');
  expect((await take()).trips).toBeLessThanOrEqual(2);
});
