import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { escapeWideLetters } from './escape-wide-letters.ts';

it('says the same in ASCII alone', () => {
  const code = 'const said = ["Cargando…", `“dos” ñandú`, "🩻", /[’🩻]/u.test("🩻")]; said';
  const escaped = escapeWideLetters(code);
  expect(escaped).not.toMatch(/[^\0-\x7f]/);
  expect(runInNewContext(escaped)).toEqual(['Cargando…', '“dos” ñandú', '🩻', true]);
});
