import { expect, test } from 'vitest';
import { createLocaleRoutes } from './locales.ts';

test('messages are read and compiled once, however often they are asked for', async () => {
  const read: string[] = [];
  const bytes = Buffer.from('{"a":"b"}');
  const app = createLocaleRoutes({
    files: {
      read: (locale, namespace) => {
        read.push(`${locale}/${namespace}`);
        return namespace === 'common' ? bytes : undefined;
      },
      readCompiled: (locale, namespace) => {
        read.push(`${locale}/${namespace}?compiled`);
        return bytes;
      },
    },
  });
  const ask = async (path: string) => (await app.request(path)).status;
  for (let count = 0; count < 3; count++) {
    expect(await ask('/locales/es/common.json')).toBe(200);
    expect(await ask('/locales/es/common.json?compiled')).toBe(200);
  }
  expect(read).toEqual(['es/common', 'es/common?compiled']);
  expect(await ask('/locales/es/nothing.json')).toBe(404);
});
