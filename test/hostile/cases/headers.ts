import { expect } from 'vitest';
import type { HostileCase } from '../harness/hostile-case.ts';
import { waitUntil } from '../harness/wait-until.ts';

const get = (path: string, headers: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

const oddHeaders: HostileCase = [
  'headers that are long, many, senseless or no headers at all',
  async ({ attackers, site }) => {
    const requests = [
      get('/', `X: ${'x'.repeat(100_000)}\r\n`),
      get('/', 'X: y\r\n'.repeat(5_000)),
      get('/', `Cookie: ${'a=b; '.repeat(2_500)}\r\n`),
      get('/admin', `Cookie: ${'meki_session=x; '.repeat(800)}\r\n`),
      get('/', `Accept-Language: ${'es;q=0.5,'.repeat(1_500)}en\r\n`),
      get('/', `Accept-Encoding: ${'br;q=0.001,'.repeat(1_300)}gzip\r\n`),
      get('/', `Accept-Encoding: br;q=${'0'.repeat(14_000)}\r\n`),
      get('/', `Referer: http://localhost/${'%'.repeat(12_000)}\r\n`),
      get('/', `X-Forwarded-For: ${'1.2.3.4, '.repeat(1_500)}\r\n`),
      get('/', `X-Request-Id: ${'x'.repeat(12_000)}\r\n`),
      get('/', `Authorization: Bearer ${'x'.repeat(12_000)}\r\n`),
      get('/', `User-Agent: ${'Mozilla/5.0 (compatible; '.repeat(500)}\r\n`),
      get('/', `If-None-Match: ${'W/'.repeat(6_000)}\r\n`),
      get(`/${'a'.repeat(60_000)}`, ''),
      get(`/${'a/'.repeat(7_000)}`, ''),
      get(`/search?q=${'a+'.repeat(7_000)}`, ''),
      get(`/search?${'q=a&'.repeat(3_500)}`, ''),
      get('/', 'Content-Length: -1\r\n'),
      get('/', 'Content-Length: 1\r\nContent-Length: 2\r\n'),
      get('/', 'Transfer-Encoding: chunked, identity\r\n'),
      get('/', 'No colon\r\n'),
      get('/', 'X\0: y\r\n'),
      get('http://[::1', ''),
      get('http://evil.example/', ''),
      get('//evil.example/..', ''),
      get('\\\\evil', ''),
      get('/%', ''),
      get('/%c0%ae%c0%ae/', ''),
      'GET / HTTP/9.9\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      'BREW / HTTP/1.1\r\nHost: x\r\n\r\n',
      'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
      'TRACE / HTTP/1.1\r\nHost: x\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      '\r\n'.repeat(10_000),
    ];
    const connections = requests.map((request) => {
      const connection = attackers.connect();
      connection.write(request);
      connection.socket.end();
      return connection;
    });
    await waitUntil('each is answered or closed', () =>
      connections.every(({ answers, isClosed }) => answers.length > 0 || isClosed),
    );
    const answered = connections.map(({ answers }, index) => [requests[index]?.slice(0, 60), answers[0]?.status ?? 0]);
    expect(answered.filter(([, status]) => Number(status) >= 500 && status !== 505)).toEqual([]);
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
  },
];

export const HEADERS: HostileCase[] = [oddHeaders];
