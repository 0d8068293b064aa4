import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { testLanguage } from '../content/create-content-site.ts';
import { until } from '../eventually.ts';
import { startDrafts } from './start-drafts.ts';

/** A server with the item `a` for collaborative editing. */
export async function startDraftSite(options?: Parameters<typeof startDrafts>[0]) {
  const server = await startDrafts(options);
  await server.site.putItem('a', 'notice', { es: testLanguage('a'), en: testLanguage('a-en') }, { authorId: 'nobody' });
  return server;
}

export type DraftSite = Awaited<ReturnType<typeof startDraftSite>>;

/** The text of a draft in the log. */
export async function written(server: DraftSite, name: string): Promise<string> {
  const doc = new Y.Doc();
  for (const { update } of await server.draftLog.read(name)) Y.applyUpdate(doc, update);
  return doc.getText('title').toString();
}

/** The status of a refused WebSocket upgrade. */
export function requestSocket(
  server: DraftSite,
  headers: { [name: string]: string },
  path = '/admin/drafts',
): Promise<number> {
  const socket = new WebSocket(`${server.address.replace('http', 'ws')}${path}`, { headers });
  onTestFinished(() => socket.terminate());
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => resolve(101));
    socket.on('error', () => {});
  });
}

/** A raw socket for arbitrary messages, with some drafts open. */
export async function openByHand(server: DraftSite, cookie: string, ...names: string[]) {
  const client = server.open(names[0] ?? '', { cookie });
  await until(() => client.answers.length > 0);
  const rest = names.slice(1).map((name) => client.connection.open(name, new Y.Doc()));
  await until(() => rest.every((draft) => draft.right !== undefined));
  return { client, send: (bytes: Uint8Array<ArrayBuffer>) => client.connection.socket?.send(bytes) };
}
