import { ANA } from '../helpers/account-pages.ts';
import { expect, test } from '../helpers/account-test.ts';
import { CODES, canonicalPath } from '../helpers/sample-site.ts';

const BETO = { name: 'Beto Sol', email: 'beto@example.org', password: 'faro nube cobre' };

const ENTRIES = {
  es: ['Beto Sol intentó algo que su cuenta no le permite.', 'Qué intentó: administrar personas'],
  en: ['Beto Sol tried something that their account doesn’t allow.', 'What was tried: managing people'],
};

for (const code of CODES) {
  test.describe(`in ${code}`, () => {
    test.use({
      code,
      accounts: {
        people: [
          { ...ANA, role: 'owner' },
          { ...BETO, role: 'viewer' },
        ],
      },
    });

    test('an owner reads in the log what somebody tried that they may not do', async ({
      page,
      pages,
      another,
      expected,
    }) => {
      expected.problem(/403/);
      await pages.open('/admin/people');
      await pages.signIn(BETO);
      await expect(page.getByText(pages.words.forbidden)).toBeVisible();

      await another.pages.open('/admin/audit');
      await another.pages.signIn(ANA);
      await expect(another.page).toHaveURL(canonicalPath(code, '/admin/audit'));
      const entry = another.page.getByRole('listitem').filter({ hasText: ENTRIES[code][0] ?? '' });
      await expect(entry.first()).toContainText(ENTRIES[code][1] ?? '');
    });
  });
}
