import { expect } from 'vitest';
import { ask } from '../harness/ask.ts';
import type { HostileCase } from '../harness/hostile-case.ts';
import { waitUntil } from '../harness/wait-until.ts';

const slowClients: HostileCase = [
  'headers a byte at a time, bodies that never come, and connections that say nothing',
  async (scene) => {
    const { attackers, site, victim } = scene;
    const request = `GET /en/faq HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(500)}\r\n\r\n`;
    const dripping = Array.from({ length: 300 }, (_, index) => attackers.connect(index % 30));
    const silent: typeof dripping = [];
    const head = (path: string, more: string) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nOrigin: ${site.origin}\r\nContent-Type: application/x-www-form-urlencoded\r\n${more}\r\n`;
    const requests = [
      `${head('/admin/signin', 'Content-Length: 1000\r\n')}email=a`,
      `${head('/admin/signin', 'Transfer-Encoding: chunked\r\n')}5\r\nemail\r\n`,
      `${head('/admin/signin', 'Transfer-Encoding: chunked\r\n')}ffffffff\r\nemail`,
      `${head('/admin/signin', 'Transfer-Encoding: chunked\r\n')}zz\r\nemail`,
      `${head('/admin/signin', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\nGET /x HTTP/1.1\r\n`,
      `${head('/admin/editor/pictures', `Cookie: ${site.cookies.author}\r\nContent-Length: 20000000\r\n`)}x`,
      `${head('/api/v1/media', `Authorization: Bearer ${site.tokens.author}\r\nContent-Length: 20000000\r\n`)}x`,
    ];
    const waiting: typeof dripping = [];
    for (let at = 0; at < 40; at++) {
      for (const connection of dripping) connection.write(request.slice(at, at + 1));
      // Bit by bit as well: what is judged is that they are held, not a crowd that arrives.
      for (const unfinished of at % 2 === 0 ? requests : []) {
        const connection = attackers.connect(300 + (waiting.length % 20));
        connection.write(unfinished);
        waiting.push(connection);
      }
      for (let count = 0; count < 50; count++) silent.push(attackers.connect(100 + (silent.length % 100)));
      expect((await ask(`${victim.origin}/healthz`)).status).toBe(200);
    }
    await waitUntil('silent connections are made or refused', () =>
      silent.every(({ socket, isClosed }) => !socket.connecting || isClosed),
    );
    expect((await ask(`${victim.origin}/en/faq`)).status).toBe(200);
    const statuses = waiting.flatMap(({ answers }) => answers.map(({ status }) => status));
    expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
    const all = [...dripping, ...silent, ...waiting];
    while (all.length > 0) {
      for (const { socket } of all.splice(0, 200)) socket.destroy();
      expect((await ask(`${victim.origin}/healthz`)).status).toBe(200);
    }
  },
];

export const SLOW_CLIENTS: HostileCase[] = [slowClients];
