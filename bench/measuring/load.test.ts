import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { measureLoad } from './measure-load.ts';

test("where there is no wrk, the project's own load counts answers and failures", async () => {
  let answered = 0;
  const server = createServer((_, response) => {
    answered += 1;
    response.writeHead(answered % 10 === 0 ? 500 : 200, { 'Content-Length': 5 });
    response.end('hello');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const figures = await measureLoad('node', url, { connections: 2, seconds: 0.2 });
  server.close();
  expect(figures.requestsPerSecond * 0.2).toBeCloseTo(answered, 0);
  expect(figures.failures).toBe(Math.floor(answered / 10));
  expect(figures.p99).toBeGreaterThan(0);
});

test('load never leaves this machine', async () => {
  const load = measureLoad('node', 'http://example.org/', { connections: 1, seconds: 1 });
  await expect(load).rejects.toThrow('this machine only');
});
