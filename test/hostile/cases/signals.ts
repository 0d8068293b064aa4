import { rm } from 'node:fs/promises';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { WebSocket } from 'ws';
import { ask } from '../harness/ask.ts';
import {
  attackAndJudge,
  beginSiege,
  type CaseOptions,
  endSiege,
  type HostileCase,
  judgeEnd,
  type Scene,
  type Siege,
  stopServer,
} from '../harness/hostile-case.ts';
import type { EndMeasurement } from '../harness/measurement.ts';
import { copySite } from '../harness/prepare-site.ts';
import { waitUntil } from '../harness/wait-until.ts';
import type { WayToStart } from '../harness/ways-to-start.ts';

const WAYS: WayToStart[] = ['node', 'npx meki serve', 'cli/meki.js serve', 'npm start'];

/** Timeout in milliseconds. */
const PATIENCE = 120_000;

const OPTIONS: CaseOptions = { heldDescriptors: 12 };

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

const TITLE = 'SIGTERM, with connections in every state';

/**
 * Declares a test for each way to start a server, which sends the signal.
 * @returns a function that declares the tests that wait for the ends, so that others are attacked meanwhile
 */
export function beginSignals(): () => void {
  const ends = new Map<WayToStart, { siege: Siege; end: Promise<EndMeasurement> }>();

  afterAll(async () => {
    for (const { siege } of ends.values()) {
      await endSiege(siege);
      await rm(siege.site.dataDir, { recursive: true, force: true });
    }
  });

  describe(TITLE, () => {
    for (const way of WAYS) {
      test(`begins for ${way}`, { timeout: PATIENCE }, async () => {
        const options = { ...OPTIONS, way };
        const siege = await beginSiege(options, await copySite(inject('hostileSite')));
        await attackAndJudge(siege, `SIGTERM to ${way}`, async (scene) => {
          if (way === 'npm start') scene.victim.closeOutput();
          await leaveAllOpen(scene);
          // Lines that nobody reads.
          if (way === 'npm start') await askForNothing(scene);
        });
        // Requests in flight have some seconds to end: meanwhile the next server is attacked.
        const end = stopServer(siege, options);
        end.catch(() => {});
        ends.set(way, { siege, end });
      });
    }
  });

  return () =>
    describe(TITLE, () => {
      for (const way of WAYS) {
        test(`ends ${way}${way === 'npm start' ? ', although nobody reads the output any more' : ''}`, {
          timeout: PATIENCE,
        }, async () => {
          const begun = ends.get(way);
          if (!begun) throw new Error(`The server of ${way} was not started`);
          judgeEnd(begun.siege, `SIGTERM to ${way}`, await begun.end, { ...OPTIONS, way });
        });
      }
    });
}

async function askForNothing({ victim }: Scene): Promise<void> {
  for (let index = 0; index < 50; index++) await ask(`${victim.origin}/no-such-page-${index}`);
}

export const unreadOutput: HostileCase = [
  'SIGTERM with nobody reading the output any more',
  async (scene) => {
    scene.victim.closeOutput();
    await askForNothing(scene);
  },
];
