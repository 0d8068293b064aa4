import { expect } from 'vitest';
import { ask } from '../harness/ask.ts';
import type { RawConnection } from '../harness/attackers.ts';
import type { HostileCase } from '../harness/hostile-case.ts';
import { waitUntil } from '../harness/wait-until.ts';

/** Maximum milliseconds that an attacker reads. */
const READING = 2_000;

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

/** Reads for a while, or until everything has arrived or the connection is cut. */
async function read(connection: RawConnection, count: number): Promise<void> {
  const isOver = () => connection.answers.length >= count || connection.isClosed;
  await waitUntil('all has arrived', isOver, READING).catch(() => {});
}

const largePictures: HostileCase = [
  '100 requests for a picture of 20 MB on one connection',
  async ({ attackers, site }) => {
    const connection = attackers.connect();
    connection.write(get(`/media/${site.media.large}/original`).repeat(100));
    await read(connection, 100);
    expect(connection.answers.filter(({ status }) => status !== 200 && status !== 429 && status !== 503)).toEqual([]);
    connection.socket.destroy();
  },
];

/** Keeps its connections until the server cuts them. */
export const unreadPictures: HostileCase = [
  '60 connections that ask for a picture of 20 MB and read nothing',
  async ({ attackers, site, victim }) => {
    const connections = Array.from({ length: 60 }, (_, index) => attackers.connect(index, { reads: false }));
    for (const connection of connections) connection.write(get(`/media/${site.media.large}/original`).repeat(4));
    // Meanwhile another visitor gets the same picture.
    const picture = await ask(`${victim.origin}/media/${site.media.large}/original`);
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(19_000_000);
  },
];

const searches: HostileCase = [
  '1,500 searches on one connection, and 1,500 missing pages on one that reads nothing',
  async ({ attackers }) => {
    const searching = attackers.connect(1);
    const missing = attackers.connect(2, { reads: false });
    searching.write(Array.from({ length: 1_500 }, (_, index) => get(`/search?q=torax+${index}`)).join(''));
    missing.write(Array.from({ length: 1_500 }, (_, index) => get(`/no-such-page-${index}`)).join(''));
    await read(searching, 1_500);
    expect(searching.answers.filter(({ status }) => status !== 200 && status !== 429 && status !== 503)).toEqual([]);
    for (const { socket } of [searching, missing]) socket.destroy();
  },
];

const searchesOfOne: HostileCase = [
  '400 searches on as many connections of one stranger',
  async ({ attackers }) => {
    const connections = Array.from({ length: 400 }, () => attackers.connect());
    for (const [index, connection] of connections.entries()) {
      connection.write(get(`/en/search?q=bone+${index}`, 'Connection: close\r\n'));
    }
    await Promise.all(connections.map((connection) => connection.closed(20_000)));
    const statuses = connections.flatMap(({ answers }) => answers.map(({ status }) => status));
    expect(statuses.filter((status) => status !== 200 && status !== 429 && status !== 503)).toEqual([]);
  },
];

export const PIPELINES: HostileCase[] = [largePictures, searches, searchesOfOne];
