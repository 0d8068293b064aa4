import { expect, test } from '../../helpers/accounts/account-site-test.ts';
import { CODES, canonicalPath } from '../../helpers/data-folders/sample-site.ts';

const SENTENCES = { es: /desde su red\. Espere \d+ segundos?/, en: /from your network\. Wait \d+ seconds?/ };

for (const code of CODES) {
  test.describe(`in ${code}`, () => {
    test.use({ code });

    test('a network address that asks for too many codes is told to wait, and for how long', async ({
      site,
      request,
    }) => {
      let count = 0;
      const ask = () =>
        request.post(canonicalPath(code, '/admin/reset'), {
          headers: { Origin: site.origin },
          form: { email: `somebody-${count++}@example.org` },
          maxRedirects: 0,
        });
      let refused: Awaited<ReturnType<typeof ask>> | undefined;
      // See `core/accounts/limit-networks.ts`; while this runs, one or two allowances are refilled.
      while (!refused && count < 300) {
        const answers = await Promise.all(Array.from({ length: 10 }, ask));
        expect([303, 429]).toEqual(expect.arrayContaining(answers.map((answer) => answer.status())));
        refused = answers.find((answer) => answer.status() === 429);
      }
      expect(count).toBeGreaterThan(190);
      expect(Number(refused?.headers()['retry-after'])).toBeGreaterThan(0);
      expect(await refused?.text()).toMatch(SENTENCES[code]);
    });
  });
}
