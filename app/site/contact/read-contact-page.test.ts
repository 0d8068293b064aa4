import { expect, test } from 'vitest';
import { createContentSite, testConfig } from '../../../test/helpers/content/create-content-site.ts';
import { finishedLanguage } from '../../../test/helpers/content/create-item-site.ts';
import { publish } from '../../../test/helpers/content/publish.ts';
import { contactFormData } from './read-contact-page.ts';

test('the form links to the privacy policy once it is published in the language', async () => {
  const site = createContentSite();
  const linkIn = async (locale: string) => {
    const { privacyHref } = await contactFormData({ services: { config: testConfig, content: site.content }, locale });
    return privacyHref;
  };
  expect(await linkIn('es')).toBeUndefined();
  await site.putItem('privacy-policy', 'pages', { es: finishedLanguage('privacy-policy') });
  expect(await publish(site, 'privacy-policy', ['es'])).toMatchObject({ ok: true });
  expect(await linkIn('es')).toBe('/privacy-policy');
  expect(await linkIn('en')).toBeUndefined();
});
