import { expect } from 'vitest';
import { ask } from '../harness/ask.ts';
import { hostileCase } from '../harness/hostile-case.ts';

/** Milliseconds that an attacker goes on reading at most. */
const READING = 4_000;

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

/** Reads for a while, or until all has come. */
async function read(
  connection: { answered(count: number, patience: number): Promise<unknown> },
  count: number,
): Promise<void> {
  await connection.answered(count, READING).catch(() => {});
}

hostileCase('100 requests for a picture of 20 MB on one connection', async ({ attackers, site }) => {
  const connection = attackers.connect();
  connection.write(get(`/media/${site.media.large}/original`).repeat(100));
  await read(connection, 100);
  expect(connection.answers.filter(({ status }) => status !== 200 && status !== 429 && status !== 503)).toEqual([]);
  connection.socket.destroy();
});

hostileCase('60 connections that ask for a picture of 20 MB and read nothing', async ({ attackers, site, victim }) => {
  const connections = Array.from({ length: 60 }, (_, index) => attackers.connect(index, { reads: false }));
  for (const connection of connections) connection.write(get(`/media/${site.media.large}/original`).repeat(4));
  // Meanwhile somebody else gets the same picture.
  const picture = await ask(`${victim.origin}/media/${site.media.large}/original`);
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(19_000_000);
});

hostileCase('1,500 searches on one connection', async ({ attackers }) => {
  const connection = attackers.connect();
  connection.write(Array.from({ length: 1_500 }, (_, index) => get(`/search?q=torax+${index}`)).join(''));
  await read(connection, 1_500);
  expect(connection.answers.filter(({ status }) => status !== 200 && status !== 429 && status !== 503)).toEqual([]);
  connection.socket.destroy();
});

hostileCase('1,500 pages that do not exist on one connection, and nobody reads', async ({ attackers }) => {
  const connection = attackers.connect(0, { reads: false });
  connection.write(Array.from({ length: 1_500 }, (_, index) => get(`/no-such-page-${index}`)).join(''));
  await read(connection, 1_500);
});

hostileCase('400 searches on as many connections of one stranger', async ({ attackers }) => {
  const connections = Array.from({ length: 400 }, () => attackers.connect());
  for (const [index, connection] of connections.entries()) {
    connection.write(get(`/en/search?q=bone+${index}`, 'Connection: close\r\n'));
  }
  await Promise.all(connections.map((connection) => connection.closed(20_000)));
  const statuses = connections.flatMap(({ answers }) => answers.map(({ status }) => status));
  expect(statuses.filter((status) => status !== 200 && status !== 429 && status !== 503)).toEqual([]);
});

hostileCase('ranges, conditions and encodings of a large picture that make no sense', async ({ attackers, site }) => {
  const path = `/media/${site.media.large}/original`;
  const headers = [
    'Range: bytes=0-0',
    `Range: bytes=${'0-,'.repeat(2_000)}0-`,
    'Range: bytes=99999999999999999999-',
    'Range: lines=1-2',
    `If-None-Match: ${'"a", '.repeat(2_000)}"b"`,
    `Accept-Encoding: ${'gzip;q=0.1, '.repeat(1_000)}br`,
    'If-Modified-Since: never',
    'Expect: 100-continue',
    'Expect: miracles',
  ];
  for (const header of headers) {
    const connection = attackers.connect();
    connection.write(get(path, `${header}\r\nConnection: close\r\n`));
    const [answer] = await connection.answered(1);
    expect([header.slice(0, 30), [200, 206, 304, 400, 416, 417, 431].includes(answer?.status ?? 0)]).toEqual([
      header.slice(0, 30),
      true,
    ]);
  }
});
