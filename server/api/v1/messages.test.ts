import { expect, test } from 'vitest';
import { setDocument } from '#core/documents/typed-documents.ts';
import { type InboxMessage, messages } from '#core/inbox/messages-collection.ts';
import { createApiSite } from '../../../test/helpers/api/create-api-site.ts';

test('a program reads what visitors sent, newest first, page by page, and searches in it', async () => {
  const { store, createProgram } = await createApiSite();
  const message = (at: number, rest: Partial<InboxMessage> = {}): InboxMessage => ({
    at,
    name: 'Luis',
    email: 'luis@example.org',
    text: `Mensaje ${at}`,
    language: 'es',
    folder: 'inbox',
    unread: false,
    note: '',
    ...rest,
  });
  const stored: [string, InboxMessage][] = [
    ['a', message(1_000, { unread: true, assignee: { id: 'eva', name: 'Eva' } })],
    ['b', message(2_000, { text: 'Tomografía' })],
    ['c', message(3_000, { folder: 'spam' })],
    ['d', message(4_000)],
  ];
  for (const [id, data] of stored) await store.commit([setDocument(messages.at(id), data)]);
  const editor = await createProgram('editor');
  const idsOf = async (query: string) =>
    (await editor.get(`/messages?${query}`)).body.messages.map(({ id }: { id: string }) => id);

  const first = await editor.get('/messages?limit=2');
  expect(first.body.messages.map(({ id }: { id: string }) => id)).toEqual(['d', 'b']);
  const second = await editor.get(`/messages?limit=2&cursor=${first.body.next}`);
  expect(second.body).toEqual({
    messages: [
      {
        id: 'a',
        sentAt: '1970-01-01T00:00:01.000Z',
        name: 'Luis',
        email: 'luis@example.org',
        message: 'Mensaje 1000',
        language: 'es',
        folder: 'inbox',
        unread: true,
        assignee: { id: 'eva', name: 'Eva' },
        note: '',
      },
    ],
  });
  expect(await idsOf('view=unread')).toEqual(['a']);
  expect(await idsOf('view=spam')).toEqual(['c']);
  expect(await idsOf('q=tomografia')).toEqual(['b']);
  expect((await editor.get('/messages?view=mine')).status).toBe(400);
  expect((await editor.get('/messages?cursor=x')).status).toBe(400);
  expect((await (await createProgram('author')).get('/messages')).status).toBe(403);
});
