import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createMemoryDraftLog } from '#adapters/memory/draft-log.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import { startDraftSite, written } from '../../test/helpers/drafts/draft-site.ts';
import { eventually, until } from '../../test/helpers/eventually.ts';

test('what two write arrives at both, and in the item', async () => {
  const server = await startDraftSite();
  const [ana, eva] = [await server.signIn('Ana', { role: 'editor' }), await server.signIn('Eva', { role: 'editor' })];
  const [one, other] = [server.open('item/a/es', ana), server.open('item/a/es', eva)];
  await until(() => one.draft.isSynced && other.draft.isSynced);
  expect(one.doc.getText('title').toString()).toBe('Título a');
  one.doc.getText('title').insert(0, 'Nuevo: ');
  other.doc.getText('summary').insert(0, 'Ayuno.');
  await until(() => one.doc.getText('summary').toString() === 'Ayuno.' && one.isSaved() && other.isSaved());
  expect(other.doc.getText('title').toString()).toBe('Nuevo: Título a');
  expect(await written(server, 'item/a/es')).toBe('Nuevo: Título a');
  await eventually(async () => {
    const { data } = await server.site.getItem('a');
    expect(data.languages.es).toMatchObject({ title: 'Nuevo: Título a', summary: 'Ayuno.' });
    expect([ana.user.name, eva.user.name]).toContain(data.editedBy?.name);
    expect(data.languages.en?.title).toBe('Título a-en');
  });
});

test('nothing is told to be saved that the log did not take; the browser keeps it and sends it again', async () => {
  const server = await startDraftSite();
  const client = server.open('item/a/es', await server.signIn('Eva', { role: 'editor' }));
  const witness = server.open('item/a/es', await server.signIn('Ana', { role: 'editor' }));
  await until(() => client.isSaved() && witness.isSaved());
  const { append } = server.draftLog;
  let refused = 0;
  server.draftLog.append = async () => {
    refused++;
    throw new Error('The disk is full.');
  };
  client.doc.getText('title').insert(0, 'Kept: ');
  await until(() => client.closeCodes.includes(1013) && refused >= 2);
  expect(client.isSaved()).toBe(false);
  expect(witness.doc.getText('title').toString()).toBe('Título a');
  server.draftLog.append = append;
  await until(() => client.isSaved() && witness.doc.getText('title').toString() === 'Kept: Título a');
  expect(await written(server, 'item/a/es')).toBe('Kept: Título a');
  // Others within the minute are counted, and told with the next.
  expect(server.log.errors).toHaveLength(1);
});

test('a store that cannot answer refuses nobody: they are let in when it can', async () => {
  const server = await startDraftSite();
  const person = await server.signIn('Eva', { role: 'editor' });
  const { open } = server.draftLog;
  server.draftLog.open = async () => {
    throw new Error('The disk failed.');
  };
  const client = server.open('item/a/es', person);
  await until(() => client.closeCodes.includes(1013));
  server.draftLog.open = open;
  await until(() => client.isSaved());
  expect(client.doc.getText('title').toString()).toBe('Título a');
  expect(server.log.errors.length).toBeGreaterThan(0);
});

test('what could not be brought into the item is brought into it later, without a further change', async () => {
  const server = await startDraftSite({ settleForeignAfter: 50 });
  const client = server.open('item/a/es', await server.signIn('Eva', { role: 'editor' }));
  await until(() => client.isSaved());
  const { commit } = server.store;
  let refused = 0;
  server.store.commit = async () => {
    refused++;
    throw new StoreUnavailable('Connection failed.');
  };
  client.doc.getText('title').insert(0, 'Nuevo: ');
  await until(() => refused > 0 && client.isSaved());
  server.store.commit = commit;
  await eventually(async () => {
    expect((await server.site.getItem('a')).data.languages.es?.title).toBe('Nuevo: Título a');
  });
  expect(server.log.errors).toHaveLength(1);
});

test('a draft to which another process wrote what cannot be applied is loaded anew, and goes on', async () => {
  const server = await startDraftSite();
  const client = server.open('item/a/es', await server.signIn('Eva', { role: 'editor' }));
  await until(() => client.isSaved());
  await server.draftLog.append('item/a/es', new Uint8Array([9, 9, 9, 9]));
  await until(() => client.closeCodes.includes(4205));
  client.doc.getText('title').insert(0, 'Nuevo: ');
  await until(() => client.isSaved());
  await eventually(async () => {
    expect((await server.site.getItem('a')).data.languages.es?.title).toBe('Nuevo: Título a');
  });
  expect(server.log.errors.map(({ message }) => message)).toEqual([
    'An update of a draft cannot be applied; reloading',
    'Updates of a draft cannot be read',
  ]);
});

test('what was written offline by two merges when they are back, also with a server that started anew', async () => {
  const server = await startDraftSite();
  const [ana, eva] = [await server.signIn('Ana', { role: 'editor' }), await server.signIn('Eva', { role: 'editor' })];
  const [one, other] = [server.open('item/a/es', ana), server.open('item/a/es', eva)];
  await until(() => one.isSaved() && other.isSaved());
  one.goOffline();
  one.doc.getText('title').insert(0, 'A');
  other.doc.getText('title').insert(other.doc.getText('title').length, 'B');
  await until(() => other.isSaved());
  other.goOffline();
  other.doc.getText('summary').insert(0, 'C');
  await server.restart();
  one.goOnline();
  other.goOnline();
  await until(() => one.isSaved() && other.isSaved() && one.doc.getText('summary').length === 1);
  const texts = (client: typeof one) => ['title', 'summary'].map((name) => client.doc.getText(name).toString());
  await until(() => texts(other)[0] === 'ATítulo aB');
  expect(texts(one)).toEqual(['ATítulo aB', 'C']);
});

test('nothing is taken for saved that was written offline, also while the connection comes back', async () => {
  const server = await startDraftSite();
  const client = server.open('item/a/es', await server.signIn('Eva', { role: 'editor' }));
  await until(() => client.isSaved());
  const { append } = server.draftLog;
  server.draftLog.append = async (name, update) => {
    await sleep(20);
    return append(name, update);
  };
  const missing: string[] = [];
  client.onSaved(async () => {
    const expected = client.doc.getText('title').toString();
    if ((await written(server, 'item/a/es')) !== expected) missing.push(expected);
  });
  for (const [offline, connecting] of ['ab', 'cd', 'ef']) {
    const closed = client.closeCodes.length;
    client.goOffline();
    client.doc.getText('title').insert(0, offline as string);
    await until(() => client.closeCodes.length > closed);
    client.goOnline();
    client.doc.getText('title').insert(0, connecting as string);
    await until(() => client.isSaved() && client.draft.right !== undefined);
  }
  expect(missing).toEqual([]);
  expect(await written(server, 'item/a/es')).toBe('fedcbaTítulo a');
});

test('a server that stops tells its browsers to come again', async () => {
  const server = await startDraftSite();
  const client = server.open('item/a/es', await server.signIn('Eva', { role: 'editor' }));
  await until(() => client.isSaved());
  client.doc.getText('title').insert(0, 'Nuevo: ');
  await until(() => client.isSaved());
  await server.restart();
  expect(client.closeCodes[0]).toBe(1012);
  expect((await server.site.getItem('a')).data.languages.es?.title).toBe('Nuevo: Título a');
  await until(() => client.isSaved());
});

test('a draft that is still in use when a stop has waited long enough is not followed any longer', async () => {
  const memory = createMemoryDraftLog();
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const followed = new Set<string>();
  const draftLog: DraftLog = {
    ...memory,
    async append(name, update) {
      if (followed.size > 0) {
        begun.resolve();
        await released.promise;
      }
      return memory.append(name, update);
    },
    follow(name, ...rest) {
      const stop = memory.follow(name, ...rest);
      followed.add(name);
      return () => {
        followed.delete(name);
        stop();
      };
    },
  };
  const server = await startDraftSite({ draftLog });
  const client = server.open('item/a/es', await server.signIn('Eva', { role: 'editor' }));
  await until(() => client.isSaved());
  const changing = server.drafts.changeLanguage('a', 'es', { title: 'Otro' }, { id: 'program', name: 'Program' });
  await begun.promise;
  await server.restart();
  expect([...followed]).toEqual([]);
  released.resolve();
  await changing;
});
