import { rm } from 'node:fs/promises';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { WebSocket } from 'ws';
import { ask } from '../harness/ask.ts';
import { createAttackers } from '../harness/attackers.ts';
import { expectShortLog } from '../harness/expect-short-log.ts';
import type { HostileCase } from '../harness/hostile-case.ts';
import { copySite, type HostileSite } from '../harness/prepare-site.ts';
import { type Ending, startVictim, type Victim } from '../harness/start-victim.ts';
import { waitUntil } from '../harness/wait-until.ts';
import type { WayToStart } from '../harness/ways-to-start.ts';

/** The ways to start in which another process gets the signal first, or nobody reads the output. */
const WAYS: WayToStart[] = ['npx meki serve', 'cli/meki.js serve', 'npm start'];

/** Timeout in milliseconds. */
const PATIENCE = 120_000;

/** Leaves connections in every possible state for the server to close when it is stopped. */
export const leftOpen: HostileCase = [
  'SIGTERM, with connections in every state',
  async ({ attackers, site, victim }) => {
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
  },
];

/** Requests that are logged. */
async function askForNothing({ origin }: Pick<Victim, 'origin'>): Promise<void> {
  for (let index = 0; index < 50; index++) await ask(`${origin}/no-such-page-${index}`);
}

export const unreadOutput: HostileCase = [
  'SIGTERM with nobody reading the output any more',
  async ({ victim }) => {
    victim.closeOutput();
    await askForNothing(victim);
  },
];

/** A server that was sent the signal. */
interface Signalled {
  site: HostileSite;
  victim: Victim;
  end: Promise<{ ending: Ending; lifetime: number }>;
}

/** Starts a server, leaves a request in flight, for whose end it waits some seconds, and sends the signal. */
async function startAndSignal(way: WayToStart): Promise<Signalled> {
  const site = await copySite(inject('hostileSite'));
  const victim = await startVictim({ ...site, way });
  const since = performance.now();
  if (way === 'npm start') {
    victim.closeOutput();
    // Lines that nobody reads.
    await askForNothing(victim);
  }
  const attackers = createAttackers(site.port);
  attackers
    .connect()
    .write(`POST /admin/signin HTTP/1.1\r\nHost: x\r\nOrigin: ${site.origin}\r\nContent-Length: 100\r\n\r\nemail`);
  expect((await ask(`${victim.origin}/healthz`)).status).toBe(200);
  const end = victim.terminate().then((ending) => ({ ending, lifetime: performance.now() - since }));
  end.catch(() => {}).finally(() => attackers.end());
  return { site, victim, end };
}

const TITLE = 'SIGTERM to what starts the server';

/**
 * Declares a test that starts a server in each way, all at once, and sends them the signal.
 * @returns a function that declares the tests that wait for the ends, so that another server is attacked meanwhile
 */
export function beginSignals(): () => void {
  const begun = new Map<WayToStart, Signalled>();

  afterAll(async () => {
    for (const { victim, site } of begun.values()) {
      if (!victim.hasEnded) await victim.kill();
      await rm(site.dataDir, { recursive: true, force: true });
    }
  });

  test(`${TITLE} begins`, { timeout: PATIENCE }, async () => {
    const outcomes = await Promise.allSettled(WAYS.map(async (way) => begun.set(way, await startAndSignal(way))));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  return () =>
    describe(TITLE, () => {
      for (const way of WAYS) {
        test(`ends ${way}${way === 'npm start' ? ', although nobody reads the output any more' : ''}`, {
          timeout: PATIENCE,
        }, async () => {
          const signalled = begun.get(way);
          if (!signalled) throw new Error(`The server of ${way} was not started`);
          const { lifetime } = await signalled.end;
          expectShortLog(signalled.victim.lines, lifetime);
        });
      }
    });
}
