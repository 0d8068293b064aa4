import { createPlainBrowser } from '../../helpers/requests/plain-browser.ts';
import { expect, test } from '../../helpers/servers/served-test.ts';

test('the language switch leads to the same page in the other language', async ({ baseURL }) => {
  const plain = createPlainBrowser(baseURL ?? '');
  for (const [from, to, back = from] of [
    // `/` would redirect a visitor who was in English back to English.
    ['/', '/en', '/es'],
    ['/privacy-policy', '/en/privacy-policy'],
    ['/estudios/doppler-carotideo', '/en/studies/carotid-doppler-ultrasound'],
    ['/estudios?tag=ultrasound', '/en/studies?tag=ultrasound'],
    ['/search?q=ultrasonido', '/en/search?q=ultrasonido'],
  ] as const) {
    await plain.open(from);
    expect([plain.address, plain.page.language]).toEqual([from, 'es-MX']);
    await plain.follow('English', plain.page.whole);
    expect([plain.address, plain.page.language]).toEqual([to, 'en-US']);
    await plain.follow('Español', plain.page.whole);
    expect([plain.address, plain.page.language]).toEqual([back, 'es-MX']);
  }
});
