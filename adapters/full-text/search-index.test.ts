import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HighlightedText, SearchEntry, SearchIndex } from '#core/search/search-index.ts';
import { anyText } from '../contracts/any-text.ts';
import { createFullTextIndex } from './search-index.ts';

const languages = [
  { code: 'es', language: 'es-MX' },
  { code: 'en', language: 'en-US' },
  { code: 'de', language: 'de-DE' },
];

function indexOf(...entries: (Partial<SearchEntry> & { id: string })[]) {
  const index = createFullTextIndex({ languages });
  for (const entry of entries) put(index, entry);
  return index;
}

function put(index: SearchIndex, entry: Partial<SearchEntry> & { id: string }): void {
  index.write([{ source: `publication-cards/${entry.id}`, entries: [entryOf(entry)] }]);
}

function remove(index: SearchIndex, id: string): void {
  index.write([{ source: `publication-cards/${id}`, entries: [] }]);
}

function entryOf(entry: Partial<SearchEntry> & { id: string }): SearchEntry {
  const locale = entry.locale ?? 'es';
  return { area: 'public', locale, contentLanguage: locale, title: '', summary: '', text: '', isShown: true, ...entry };
}

const plain = (parts: HighlightedText) => parts.map((part) => part.text).join('');
const marked = (parts: HighlightedText) => parts.map((part) => (part.match ? `[${part.text}]` : part.text)).join('');

function find(index: ReturnType<typeof indexOf>, query: string, locale = 'es') {
  return index.search(query, { locale, offset: 0, limit: 20 }).hits.map((hit) => hit.id);
}

test('accents and case do not matter, neither in the text nor in the query', () => {
  const index = indexOf(
    { id: 'composed', title: 'Radiografía de tórax' },
    { id: 'decomposed', title: 'RADIOGRAFÍA DE TÓRAX'.normalize('NFD') },
  );
  for (const query of ['radiografia torax', 'RADIOGRAFÍA TÓRAX', 'radiografía tórax'.normalize('NFD')]) {
    expect(find(index, query).sort()).toEqual(['composed', 'decomposed']);
  }
});

test('ñ is found by n and the other way round', () => {
  const index = indexOf({ id: 'a', title: 'Estudios para niños' }, { id: 'b', title: 'Manana' });
  expect(find(index, 'ninos')).toEqual(['a']);
  expect(find(index, 'mañana')).toEqual(['b']);
});

test.each([
  ['preparación', 'preparaciones'],
  ['radiología', 'radiólogo'],
  ['examen', 'exámenes'],
  ['imagen', 'imágenes'],
  ['luz', 'luces'],
  ['embarazada', 'embarazo'],
  ['mastografía', 'mastografias'],
])('in Spanish "%s" and "%s" find each other', (one, other) => {
  expect(find(indexOf({ id: 'x', text: `la ${one} aquí` }), `${other} aqui`)).toEqual(['x']);
  expect(find(indexOf({ id: 'x', text: `la ${other} aquí` }), `${one} aqui`)).toEqual(['x']);
});

test('words are stemmed by the language of the text, also in the lists of another language', () => {
  const index = indexOf(
    { id: 'en:own', locale: 'en', title: 'Pregnancy scans' },
    { id: 'en:notice', locale: 'en', contentLanguage: 'es', title: 'Preparaciones para el estudio' },
    { id: 'de:own', locale: 'de', title: 'Untersuchungen' },
  );
  expect(find(index, 'scanning', 'en')).toEqual(['en:own']);
  expect(find(index, 'preparación', 'en')).toEqual(['en:notice']);
  expect(find(index, 'untersuchungen', 'de')).toEqual(['de:own']);
  expect(find(index, 'scans', 'es')).toEqual([]);
  expect(find(index, 'scans', 'xx')).toEqual([]);
});

test('the last word may be unfinished, even in the middle of an ending that its stem lacks', () => {
  const index = indexOf({ id: 'x', title: 'Preparación en ayunas' });
  for (const query of ['pre', 'preparaci', 'preparació', 'ayunas prepar']) expect(find(index, query)).toEqual(['x']);
});

test('a word typed slightly wrong is found when nothing matches it as typed', () => {
  const index = indexOf({ id: 'x', title: 'Resonancia magnética' }, { id: 'y', title: 'Pies' });
  expect(find(index, 'rezonancia')).toEqual(['x']);
  expect(find(indexOf({ id: 'x', title: 'Radiografía' }), 'radiogarfia')).toEqual(['x']);
  expect(find(index, 'mies')).toEqual([]);
});

test('all the words are wanted; any of them will do when no entry has them all', () => {
  const index = indexOf({ id: 'a', title: 'Contraste' }, { id: 'b', title: 'Contraste y embarazo' });
  expect(find(index, 'embarazo contraste')).toEqual(['b']);
  expect(find(index, 'contraste zapatos').sort()).toEqual(['a', 'b']);
});

test('stop words ask for nothing, unless they are all there is', () => {
  const index = indexOf({ id: 'a', title: 'Qué es un ultrasonido' }, { id: 'b', title: 'Rodilla', text: 'qué es' });
  expect(find(index, 'ultrasonido de los')).toEqual(['a']);
  expect(find(index, 'qué es')).toEqual(['a']);
});

test('a title counts more than a summary, and that more than the text', () => {
  const filler = 'palabras de relleno para el largo del texto';
  const index = indexOf(
    { id: 'text', title: filler, summary: filler, text: `rodilla ${filler}` },
    { id: 'title', title: `rodilla ${filler}`, summary: filler, text: filler },
    { id: 'summary', title: filler, summary: `rodilla ${filler}`, text: filler },
  );
  expect(find(index, 'rodilla')).toEqual(['title', 'summary', 'text']);
});

test('a hyphenated word is found with and without its hyphen, and highlighted whole', () => {
  const index = indexOf({ id: 'x', locale: 'en', title: 'Chest X-ray: before' });
  for (const query of ['xray', 'x-ray', 'x ray']) expect(find(index, query, 'en')).toEqual(['x']);
  const [hit] = index.search('xrays', { locale: 'en', offset: 0, limit: 1 }).hits;
  expect(hit && marked(hit.title)).toBe('Chest [X-ray]: before');
});

test('highlights stand on the original characters, beside emoji and decomposed accents', () => {
  const title = `👩🏽‍⚕️ ¿Radiografía? ${'Tórax'.normalize('NFD')}, 🩻radiografías…`;
  const [hit] = indexOf({ id: 'x', title }).search('torax radiografia', { locale: 'es', offset: 0, limit: 1 }).hits;
  expect(hit && marked(hit.title)).toBe(`👩🏽‍⚕️ ¿[Radiografía]? [${'Tórax'.normalize('NFD')}], 🩻[radiografías]…`);
});

test('an excerpt shows the place where the most of the words stand together, cut between words', () => {
  const filler = 'Otra cosa que no viene al caso. '.repeat(20);
  const text = `contraste ${filler}El contraste durante el embarazo se evita. ${filler}embarazo ${filler}`;
  const [hit] = indexOf({ id: 'x', title: 'x', text }).search('contraste embarazo', {
    locale: 'es',
    offset: 0,
    limit: 1,
  }).hits;
  const excerpt = hit ? marked(hit.excerpt) : '';
  expect(excerpt).toContain('El [contraste] durante el [embarazo] se evita.');
  expect(excerpt).toMatch(/^…\p{L}.*[\p{L}.]…$/u);
  const length = hit ? plain(hit.excerpt).length : 0;
  expect(length).toBeGreaterThan(150);
  expect(length).toBeLessThan(250);
  for (const word of excerpt.replaceAll(/[…[\]]/g, '').split(' ')) expect(text).toContain(word);
});

test('pages of results follow each other without gaps or repeats, however far', () => {
  const index = indexOf(
    ...Array.from({ length: 60 }, (_, n) => ({ id: `i${n}`, title: `Estudio ${'de rodilla '.repeat(n % 7)}` })),
  );
  const page = (offset: number, limit: number) =>
    index.search('estudio rodilla', { locale: 'es', offset, limit }).hits.map(({ id }) => id);
  const all = page(0, 100);
  expect(new Set(all).size).toBe(all.length);
  expect([...page(0, 20), ...page(20, 20), ...page(40, 20)]).toEqual(all);
});

test('results come by page, with the total', () => {
  const index = indexOf(...Array.from({ length: 25 }, (_, n) => ({ id: `i${n}`, title: `Estudio ${n}` })));
  const first = index.search('estudio', { locale: 'es', offset: 0, limit: 10 });
  const third = index.search('estudio', { locale: 'es', offset: 20, limit: 10 });
  expect([first.total, first.hits.length, third.hits.length]).toEqual([25, 10, 5]);
});

test('an entry put again replaces itself, and a removed one is gone', () => {
  const index = indexOf({ id: 'x', title: 'Rodilla' });
  put(index, { id: 'x', title: 'Hombro' });
  expect(find(index, 'rodilla')).toEqual([]);
  expect(find(index, 'hombro')).toEqual(['x']);
  put(index, { id: 'x', locale: 'en', title: 'Shoulder' });
  expect(find(index, 'hombro')).toEqual([]);
  remove(index, 'x');
  remove(index, 'x');
  expect(find(index, 'shoulder', 'en')).toEqual([]);
});

test('an entry put again is as its last state, whichever part of it has changed', () => {
  const text = 'palabra '.repeat(100);
  const whole = { id: 'x', title: 'Rodilla', summary: 'Menisco', text: `${text}cadera` };
  const index = indexOf(whole, whole);
  expect(find(index, 'rodilla menisco cadera')).toEqual(['x']);
  for (const change of [{ title: 'Tobillo' }, { summary: 'Tobillo' }, { text: `${text}tobillo` }]) {
    put(index, { ...whole, ...change });
    expect(find(index, 'tobillo')).toEqual(['x']);
    put(index, whole);
    expect(find(index, 'tobillo')).toEqual([]);
  }
});

test('after any number of changes exactly the entries that are there are found, as they are now', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(150), fc.constantFrom('rodilla', 'hombro', 'codo', undefined)), { maxLength: 900 }),
      (changes) => {
        const index = createFullTextIndex({ languages });
        const expected = new Map<string, string>();
        const start = Array.from({ length: 150 }, (_, n) => [n, 'codo'] as const);
        for (const [number, title] of [...start, ...changes]) {
          const id = `i${number}`;
          if (title === undefined) remove(index, id);
          else put(index, { id, title });
          if (title === undefined) expected.delete(id);
          else expected.set(id, title);
        }
        for (const word of ['rodilla', 'hombro', 'codo']) {
          const { hits, total } = index.search(word, { locale: 'es', offset: 0, limit: 500 });
          const wanted = [...expected].filter(([, title]) => title === word).map(([id]) => id);
          expect(hits.map(({ id }) => id).sort()).toEqual(wanted.sort());
          expect(total).toBe(wanted.length);
        }
      },
    ),
    { numRuns: 40 },
  );
});

const any = anyText({ maxLength: 600 });
const spanish = fc
  .array(
    fc.constantFrom('rodilla', 'Ñandú', 'tórax', 'de', 'X-ray', '👩🏽‍⚕️', '\n', '¿', 'ﷺ', '½', 'İ', 'a\u0301\u0323'),
    {
      maxLength: 120,
    },
  )
  .map((words) => words.join(' '));

test('whatever the texts and the query, the highlighted parts are the original, and none is empty', () => {
  fc.assert(
    fc.property(fc.oneof(any, spanish), fc.oneof(any, spanish), any, (text, title, anything) => {
      const index = indexOf({ id: 'x', title, text, summary: anything });
      for (const query of [anything, title, text, 'rodilla']) {
        for (const hit of index.search(query, { locale: 'es', offset: 0, limit: 5 }).hits) {
          expect(plain(hit.title)).toBe(title);
          const excerpt = plain(hit.excerpt);
          const bare = excerpt.replace(/^…/, '').replace(/…$/, '');
          expect(text.includes(bare) || anything.includes(bare) || text.includes(excerpt)).toBe(true);
          expect(excerpt.length).toBeLessThanOrEqual(300);
          expect([...hit.title, ...hit.excerpt].every((part) => part.text !== '')).toBe(true);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('an entry is found by each word of its own title', () => {
  fc.assert(
    fc.property(spanish, (title) => {
      const index = indexOf({ id: 'x', title });
      for (const word of title.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []) {
        const { hits } = index.search(word, { locale: 'es', offset: 0, limit: 1 });
        expect(hits.map((hit) => hit.id)).toEqual(['x']);
        expect(hits[0]?.title.some((part) => part.match)).toBe(true);
      }
    }),
  );
});

test.each([
  '',
  '   ',
  '¿¡!?',
  '.*+?^$()|[]{}\\',
  '"',
  "'; DROP TABLE",
  '\u0000',
  '\ud83d',
  '*',
  'AND OR NOT',
  'a'.repeat(1e6),
])('the query %j is answered', (query) => {
  expect(indexOf({ id: 'x', title: 'Rodilla' }).search(query, { locale: 'es', offset: 0, limit: 5 }).total).toBe(0);
});

test('the excerpts of one search read so much text and no more, which short texts leave to longer ones', () => {
  const behind = (length: number) => `${'relleno '.repeat(length / 8)}tobillo`;
  const index = indexOf(
    { id: 'short', title: 'tobillo', summary: 'Un resumen.', text: behind(8_000) },
    { id: 'long', title: 'tobillo', summary: 'Un resumen.', text: behind(40_000) },
    { id: 'endless', title: 'tobillo', summary: 'Un resumen.', text: behind(400_000) },
  );
  const { hits } = index.search('tobillo', { locale: 'es', offset: 0, limit: 20 });
  const excerpts = Object.fromEntries(hits.map(({ id, excerpt }) => [id, marked(excerpt)]));
  expect(excerpts.short).toContain('[tobillo]');
  expect(excerpts.endless).toBe('Un resumen.');
});

test('of a query of many misspelled words, the first ones are looked for', () => {
  const words = [
    'radiografia',
    'escaleras',
    'montañas',
    'biblioteca',
    'ventanas',
    'cuadernos',
    'elefantes',
    'guitarras',
  ];
  const index = indexOf({ id: 'first', text: words.join(' ') }, { id: 'ninth', text: 'mariposas' });
  const misspelled = [...words, 'mariposas'].map((word) => `${word.slice(0, 2)}x${word.slice(3)}`);
  expect(find(index, misspelled.slice(0, 8).join(' '))).toEqual(['first']);
  expect(find(index, misspelled.join(' '))).toEqual(['first']);
  expect(find(index, misspelled.at(-1) ?? '')).toEqual(['ninth']);
});
