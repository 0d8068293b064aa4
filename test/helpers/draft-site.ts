import { HocuspocusProvider } from '@hocuspocus/provider';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { testLanguage } from './create-content-site.ts';
import { startDrafts } from './start-drafts.ts';
import { until } from './until.ts';

/** A server with the item `a`, whose texts can be written at the same time. */
export async function startDraftSite() {
  const server = await startDrafts();
  await server.site.putItem('a', 'notice', { es: testLanguage('a'), en: testLanguage('a-en') }, { authorId: 'nobody' });
  return server;
}

export type DraftSite = Awaited<ReturnType<typeof startDraftSite>>;

/** What the log says of a draft. */
export async function written(server: DraftSite, name: string): Promise<string> {
  const doc = new Y.Doc();
  for (const { update } of await server.draftLog.read(name)) Y.applyUpdate(doc, update);
  return doc.getText('title').toString();
}

/** How a request for a socket is answered that is not let in. */
export function askForSocket(
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

/** A socket that lets a test say anything, with the drafts that it was let into. */
export async function openByHand(server: DraftSite, cookie: string, ...names: string[]) {
  const client = server.open(names[0] ?? '', { cookie });
  await until(() => client.answers.length > 0);
  const rest = names.slice(1).map((name) => {
    const provider = new HocuspocusProvider({
      websocketProvider: client.provider.configuration.websocketProvider,
      name,
      document: new Y.Doc(),
    });
    provider.attach();
    return provider;
  });
  await until(() => rest.every((provider) => provider.isAuthenticated));
  const socket = client.provider.configuration.websocketProvider;
  return { client, send: (bytes: Uint8Array<ArrayBuffer>) => socket.webSocket?.send(bytes) };
}
