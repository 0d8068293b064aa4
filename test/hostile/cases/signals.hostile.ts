import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { ask } from '../harness/ask.ts';
import { hostileCase, type Scene } from '../harness/hostile-case.ts';
import { waitUntil } from '../harness/wait-until.ts';
import type { WayToStart } from '../harness/ways-to-start.ts';

const WAYS: WayToStart[] = ['node', 'npx meki serve', 'cli/meki.js serve'];

/** Leaves connections in every possible state for the server to close when it is stopped. */
async function leaveAllOpen(scene: Scene): Promise<void> {
  const { attackers, site, victim } = scene;
  const head = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}`;
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n';
  const states = [
    '',
    head('/faq'),
    `${head('/faq')}\r\n`,
    `${head('/admin/drafts', upgrade)}\r\n`,
    `${head('/faq', 'Connection: Upgrade\r\nUpgrade: h2c\r\n')}\r\n`,
    `${head(`/media/${site.media.large}/original`)}\r\n`.repeat(3),
    `POST /admin/signin HTTP/1.1\r\nHost: x\r\nOrigin: ${site.origin}\r\nContent-Length: 100\r\n\r\nemail`,
    `${head(`/admin/items/articles/${site.draft}/preview/changes?after=1`, `Cookie: ${site.cookies.editor}\r\n`)}\r\n`,
  ];
  for (const [index, bytes] of states.entries()) attackers.connect(index, { reads: index % 2 === 0 }).write(bytes);
  const socket = new WebSocket(`ws://localhost:${victim.port}/admin/drafts`, {
    headers: { Origin: site.origin, Cookie: site.cookies.editor },
  });
  socket.on('error', () => {});
  await waitUntil('the socket is open', () => socket.readyState === WebSocket.OPEN);
  // Does not take part in the closing handshake.
  socket.pause();
  expect((await ask(`${victim.origin}/healthz`)).status).toBe(200);
}

for (const way of WAYS) {
  hostileCase(`SIGTERM to ${way}, with connections in every state`, leaveAllOpen, { way, heldDescriptors: 12 });
}

hostileCase(
  'SIGTERM to npm start with connections in every state, and nobody reading the output any more',
  async (scene) => {
    scene.victim.closeOutput();
    await leaveAllOpen(scene);
    for (let index = 0; index < 50; index++) await ask(`${scene.victim.origin}/no-such-page-${index}`);
  },
  { way: 'npm start', heldDescriptors: 12 },
);

hostileCase('SIGTERM with nobody reading the output any more', async (scene) => {
  scene.victim.closeOutput();
  for (let index = 0; index < 50; index++) await ask(`${scene.victim.origin}/no-such-page-${index}`);
});
