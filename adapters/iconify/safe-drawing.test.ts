import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { isSafeDrawing } from './icon-service.ts';
import type { IconifyJSON } from './icon-source.ts';

test('every icon of the installed collection is a drawing', () => {
  const collection: IconifyJSON = createRequire(import.meta.url)('@iconify-json/lucide/icons.json');
  expect(Object.values(collection.icons).filter(({ body }) => !isSafeDrawing(body))).toEqual([]);
});

test.each([
  '<path d="M1 1" fill="url(#a)"/><defs><linearGradient id="a"><stop offset="1"/></linearGradient></defs>',
  '<g><use href="#a" xlink:href="#b"/></g>',
])('%s is a drawing', (body) => {
  expect(isSafeDrawing(body)).toBe(true);
});

test.each([
  '<script>alert(1)</script>',
  '<path onload="alert(1)"/>',
  '<path d="M1 1" OnClick="alert(1)"/>',
  '<foreignObject><p>x</p></foreignObject>',
  '<use href="https://elsewhere.example/x.svg#a"/>',
  '<use xlink:href="data:image/svg+xml,x"/>',
  '<path fill="url(https://elsewhere.example/x)"/>',
  '<path fill="url (//elsewhere.example/x)"/>',
  '<path style="background:url(x)"/>',
  '<path fill="u\\72l(https://elsewhere.example/x)"/>',
  '<path fill="image-set(\'https://elsewhere.example/x\' 1x)"/>',
  '<path mask="src(\'https://elsewhere.example/x\')"/>',
  '<image href="#x"/>',
  '<a href="#x"><path/></a>',
  '<path d=M1/>',
  '<path d="M1 1"/> text',
  '</svg><img src="x">',
  '<!-- x -->',
  '<path d="&#x3c;"/>',
])('%s is none', (body) => {
  expect(isSafeDrawing(body)).toBe(false);
});
