import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../../test/helpers/temporary-folder.ts';
import { readFormerSite } from './former-site.ts';

test('a configuration is read only if it is a file of the site, whose links may lead to endless devices', () => {
  const [site, elsewhere] = [makeTemporaryFolder(), makeTemporaryFolder()];
  writeFileSync(join(site, '.git'), '');
  writeFileSync(join(elsewhere, 'own.yml'), 'url: https://example.org/base\n');
  symlinkSync(join(elsewhere, 'own.yml'), join(site, '_config.yml'));
  expect(readFormerSite(site)).toMatchObject({ hosts: new Set(), base: '' });
  writeFileSync(join(site, 'hugo.yaml'), 'baseURL: https://example.com/docs/\n');
  expect(readFormerSite(site)).toMatchObject({ hosts: new Set(['example.com']), base: '/docs' });
});
