import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { assert, json, property } from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_JSON_DEPTH, parseJson } from './parse-json.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test('JSON is parsed as always', () => {
  assert(
    property(json(), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
  expect(parseJson(`"${'[{'.repeat(300)}"`)).toBe('[{'.repeat(300));
  expect(parseJson(`["\\\\","\\"${'['.repeat(300)}",{"${'{'.repeat(300)}":1}]`)).toHaveLength(3);
  expect(parseJson(`[${nested(20)},`.repeat(100) + ']'.repeat(100).replace(']', '1]'))).toHaveLength(2);
  expect(() => parseJson('{')).toThrow(SyntaxError);
});

test.each([nested(MAX_JSON_DEPTH + 1), '{"a":'.repeat(5_000), '[1,'.repeat(200_000), `"\\"",${'['.repeat(300)}`])(
  'what is nested too deep is refused before it is parsed: %#',
  (text) => {
    expect(() => parseJson(text)).toThrow(/^nested more than 128 deep$/);
    expect(() => parseJson(nested(MAX_JSON_DEPTH))).not.toThrow();
  },
);

test('a text that ends the process when the engine parses it twice is refused', () => {
  const module = fileURLToPath(new URL('parse-json.ts', import.meta.url));
  const script = `
    import { parseJson } from ${JSON.stringify(module)};
    const text = '[1,'.repeat(30_000) + '1';
    for (let i = 0; i < 50; i++) try { parseJson(text); } catch {}
    console.log('alive');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  expect(stdout).toBe('alive\n');
});
