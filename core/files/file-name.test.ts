import { expect, test } from 'vitest';
import { cleanFileName } from './file-name.ts';

test.each([
  ['foto.jpg', 'foto.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\fotos\\sala de espera.jpg', 'sala de espera.jpg'],
  ['a\u0000b\u001f.png', 'ab.png'],
  ['factura\u202egpj.exe', 'facturagpj.exe'],
  ['CON.png', '_CON.png'],
  ['lpt1', '_lpt1'],
  ['console.png', 'console.png'],
  ['...', 'file.png'],
  ['', 'file.png'],
  ['a<b>:c?.png', 'a-b--c-.png'],
  ['.hidden.png', 'hidden.png'],
  ['\ud800x.png', '\ufffdx.png'],
  [`${'ñ'.repeat(300)}.jpeg`, `${'ñ'.repeat(250)}.jpeg`],
])('%j is kept as %j', (name, clean) => {
  expect(cleanFileName(name, 'png')).toBe(clean);
  expect(cleanFileName(clean, 'png')).toBe(clean);
});
