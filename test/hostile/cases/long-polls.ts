import { expect } from 'vitest';
import { ask } from '../harness/ask.ts';
import type { HostileCase } from '../harness/hostile-case.ts';

const leftPolls: HostileCase = [
  '300 long polls of a preview that are left in the middle, while the item changes',
  async (scene) => {
    const { victim, site, attackers } = scene;
    const items = await ask(`${victim.origin}/api/v1/items/${site.draft}`, {
      headers: { authorization: `Bearer ${site.tokens.editor}` },
    });
    const version = /"(\d+)"/.exec(items.headers.get('etag') ?? '')?.[1];
    const path = `/admin/items/articles/${site.draft}/preview/changes?after=${version}`;
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${site.cookies.editor}\r\n\r\n`;
    const connections = Array.from({ length: 300 }, (_, index) => {
      const connection = attackers.connect(index % 30);
      connection.write(request);
      return connection;
    });
    const answer = await ask(`${victim.origin}/api/v1/items/${site.draft}/es`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${site.tokens.editor}`, 'content-type': 'application/json' },
      body: JSON.stringify({ summary: 'Durante las preguntas.' }),
    });
    expect(answer.status).toBe(200);
    for (const { socket } of connections.slice(0, 150)) socket.destroy();
    const rest = connections.slice(150);
    await Promise.all(rest.map((connection) => connection.answered(1, 20_000).catch(() => connection.closed(1_000))));
    const statuses = rest.flatMap(({ answers }) => answers.map(({ status }) => status));
    expect(statuses.filter((status) => status !== 200 && status !== 429 && status !== 503)).toEqual([]);
    for (const { socket } of rest) socket.destroy();
  },
];

export const LONG_POLLS: HostileCase[] = [leftPolls];
