import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { escapeBeyondAscii } from './escape-beyond-ascii.ts';

it('says the same in ASCII alone', () => {
  const code = 'const said = ["Cargando…", `“dos” ñandú`, "🩻", /[’🩻]/u.test("🩻")]; said';
  const escaped = escapeBeyondAscii(code);
  expect(escaped).not.toMatch(/[^\0-\x7f]/);
  expect(runInNewContext(escaped)).toEqual(['Cargando…', '“dos” ñandú', '🩻', true]);
});
