import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { ask } from '../harness/ask.ts';
import type { HostileCase, Scene } from '../harness/hostile-case.ts';

type Block = { type: string; attrs?: { level: number }; content: { type: 'text'; text: string }[] };

const list = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));

const paragraph = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] });

const words = (count: number, letter: string) => list(count, (index) => letter + index.toString(36)).join(' ');

/** What a text said, and what it says now. Many blocks cost more than as many words: `large-texts.hostile.ts` has more of them. */
const REWRITTEN: [before: Block[], after: Block[]][] = [
  // One paragraph in other words, with every other word kept, and with its words in another order.
  [[paragraph(words(10_000, 'a'))], [paragraph(words(10_000, 'b'))]],
  [[paragraph(words(10_000, 'a'))], [paragraph(words(10_000, 'a').replace(/(\w+) (\w+)/g, '$1 x$2'))]],
  [[paragraph(words(10_000, 'a'))], [paragraph(words(10_000, 'a').split(' ').reverse().join(' '))]],
  // Nothing but signs, and spaces.
  [[paragraph('!?'.repeat(30_000))], [paragraph('?!!'.repeat(20_000))]],
  [[paragraph(`a${' '.repeat(60_000)}b`)], [paragraph(`a${'\u00a0'.repeat(20_000)}b`)]],
  [[paragraph('a'.repeat(60_000))], [paragraph(`${'a'.repeat(30_000)}b${'a'.repeat(30_000)}`)]],
  // Many blocks in other words, and headings that are all called the same.
  [list(400, (index) => paragraph(`a${index}`)), list(390, (index) => paragraph(`b${index}`))],
  [
    list(400, () => ({ ...paragraph('Igual'), type: 'heading', attrs: { level: 2 } })),
    list(400, () => ({ ...paragraph('igual'), type: 'heading', attrs: { level: 3 } })),
  ],
];

async function send({ site }: Scene, method: string, path: string, body: object): Promise<void> {
  const answer = await ask(`${site.origin}/api/v1/items${path}`, {
    method,
    headers: { authorization: `Bearer ${site.tokens.editor}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect([method, path, answer.ok ? '' : `${answer.status} ${text.slice(0, 200)}`]).toEqual([method, path, '']);
}

/** Writes an article, publishes and rewrites it, and lets an author compare both. */
async function rewrite(scene: Scene, before: Block[], after: Block[]): Promise<void> {
  const { origin, cookies } = scene.site;
  const id = `texto-${randomUUID().slice(0, 8)}`;
  const body = (content: Block[]) => ({ body: { tiptap: { type: 'doc', content } } });
  const texts = { title: 'Un texto largo', slug: id, summary: 'Breve.', ...body(before) };
  await send(scene, 'POST', '', { id, type: 'articles', sourceLanguage: 'es', languages: { es: texts } });
  await send(scene, 'POST', `/${id}/publish`, { languages: ['es'] });
  await send(scene, 'PATCH', `/${id}/es`, body(after));
  const comparison = `/admin/items/articles/${id}/revisions?from=revision:es:1&to=draft`;
  const answer = await ask(`${origin}${comparison}`, { headers: { cookie: cookies.author } });
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
}

const longTexts: HostileCase = [
  'texts of 10,000 words, or 60 kB of one, in a paragraph that are published, rewritten and compared by an author',
  async (scene) => {
    for (const [before, after] of REWRITTEN) await rewrite(scene, before, after);
  },
];

export const TEXTS: HostileCase[] = [longTexts];
