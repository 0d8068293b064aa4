import type { ContentMatch } from '@tiptap/pm/model';
import { describe, expect, test } from 'vitest';
import { Doc } from 'yjs';
import { readItemFiles } from '#adapters/item-files/read-item-files.ts';
import { readImportedItem } from '#core/importing/imported-item.ts';
import { assignBlockIds, deterministicBlockId } from '#core/rich-text/block-ids.ts';
import { NODE_RULES } from '#core/rich-text/node-rules.ts';
import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';
import { PLAIN_MARKS, richTextProblems } from '#core/rich-text/rich-text-problems.ts';
import { HAS_SAMPLE } from '../../../../test/helpers/has-sample.ts';
import { readBody, writeBody } from '../../../../test/helpers/texts/shared-texts.ts';
import { draftSchema, wordsBetween } from './draft-schema.ts';

const schema = draftSchema();

/** All nodes that are allowed anywhere in a content expression. */
function childrenOf(match: ContentMatch, seen = new Set<ContentMatch>(), names = new Set<string>()): Set<string> {
  if (seen.has(match)) return names;
  seen.add(match);
  for (let index = 0; index < match.edgeCount; index++) {
    const { type, next } = match.edge(index);
    names.add(type.name);
    childrenOf(next, seen, names);
  }
  return names;
}

test('the editor has the nodes that a rich text may have, and no others', () => {
  expect(Object.keys(schema.nodes).sort()).toEqual(Object.keys(NODE_RULES).sort());
});

test('the editor has the marks that a rich text may have, and no others', () => {
  expect(Object.keys(schema.marks).sort()).toEqual([...PLAIN_MARKS, 'link'].sort());
  expect(Object.keys(schema.marks.link?.spec.attrs ?? {})).toEqual(['href']);
});

describe.each(Object.entries(NODE_RULES))('a %s', (name, rule) => {
  const type = schema.nodes[name];

  test('has the attributes of the rules', () => {
    const own = Object.keys(type?.spec.attrs ?? {}).filter((attribute) => !['id', 'key'].includes(attribute));
    expect(own.sort()).toEqual(Object.keys(rule.attributes ?? {}).sort());
    expect('id' in (type?.spec.attrs ?? {})).toBe(name !== 'doc' && name !== 'text');
  });

  test('has the children of the rules, in any order', () => {
    const match = type?.contentMatch as ContentMatch;
    expect([...childrenOf(match)].sort()).toEqual([...(rule.children ?? [])].sort());
    for (const child of rule.children ?? []) {
      const childType = schema.nodes[child];
      const after = childType && match.matchType(childType);
      expect(after?.validEnd, `a single ${child} is enough`).toBe(true);
    }
  });

  test('has defaults that the rules accept, but for what somebody has to give', () => {
    for (const [attribute, { test, required }] of Object.entries(rule.attributes ?? {})) {
      const value: unknown = type?.spec.attrs?.[attribute]?.default;
      if (value === null) expect(required && !['image', 'file', 'siteBlock'].includes(name)).toBeFalsy();
      else expect(test(value), attribute).toBe(true);
    }
  });

  test('may hold any marks where it holds text', () => {
    if (!rule.children?.includes('text')) return;
    for (const mark of Object.values(schema.marks)) expect(type?.allowsMarkType(mark), mark.name).toBe(true);
  });
});

async function sampleBodies(): Promise<[string, RichText][]> {
  const bodies: [string, RichText][] = [];
  for await (const source of readItemFiles(['sample'])) {
    if ('unreadable' in source) throw new Error(source.unreadable);
    const { item } = readImportedItem(source.value);
    for (const [language, { body }] of Object.entries(item?.languages ?? {})) {
      if (body.content.length > 0) bodies.push([`${item?.id} in ${language}`, withMedia(body)]);
    }
  }
  return bodies;
}

/** A text as its import stores it: its pictures name media instead of files. */
function withMedia(body: RichText): RichText {
  const content = body.content.map((block) => {
    const { file, ...attrs } = block.attrs ?? {};
    return file === undefined ? block : { ...block, attrs: { ...attrs, media: 'a'.repeat(32) } };
  });
  return { ...body, content };
}

/** Removes insignificant parts: attributes that are null or have their default, and the order of marks. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const { attrs, ...node } = value as Partial<RichTextNode>;
  const defaults = schema.nodes[node.type ?? '']?.spec.attrs;
  const said = Object.entries(attrs ?? {}).filter(([name, own]) => own !== null && own !== defaults?.[name]?.default);
  const members = Object.entries(node).filter(([name, own]) => name !== 'content' || (own as unknown[]).length > 0);
  const order = (name: string, own: unknown) =>
    name === 'marks' ? (own as { type: string }[]).toSorted((a, b) => a.type.localeCompare(b.type)) : own;
  return Object.fromEntries([
    ...members.map(([name, own]) => [name, plain(order(name, own))]),
    ...(said.length > 0 ? [['attrs', Object.fromEntries(said)]] : []),
  ]);
}

test.skipIf(!HAS_SAMPLE)(
  'every text of the sample goes through the editor and the shared document unchanged',
  async () => {
    const bodies = await sampleBodies();
    expect(bodies.length).toBeGreaterThan(40);
    for (const [name, file] of bodies) {
      const body = assignBlockIds(file, { seed: name, generate: deterministicBlockId });
      const node = schema.nodeFromJSON(body);
      node.check();
      const doc = new Doc();
      writeBody(doc, node.toJSON() as RichText);
      const back = readBody(doc);
      expect(richTextProblems(back), name).toEqual([]);
      expect(plain(back), name).toEqual(plain(body));
    }
  },
);

test.each([
  ['*', 'Es *muy bajo*', 'muy bajo'],
  ['*', '*a*', 'a'],
  ['**', 'Es **muy bajo**', 'muy bajo'],
  ['_', '_así_', 'así'],
  ['~~', 'ya ~~no~~', 'no'],
])('words between %s are marked in %j', (sign, text, words) => {
  expect(new RegExp(`${wordsBetween(sign)}$`).exec(text)?.[2]).toBe(words);
});

test.each([
  ['*', '2 * 3 *'],
  ['*', '2 * 3 * 4 *'],
  ['*', '2*3*'],
  ['*', '* 3*'],
  ['*', '*3 *'],
  ['**', '2 ** 3 **'],
  ['_', 'un_nombre_'],
  ['~~', '~~ 5 ~~'],
])('signs %s beside spaces or within words are signs in %j', (sign, text) => {
  expect(new RegExp(`${wordsBetween(sign)}$`).test(text)).toBe(false);
});
