import { describe, expect, it } from 'vitest';
import { readAdminMessages, readPageMessages, readShellMessages } from './read-admin-messages.ts';

/** The keys of one level of messages. */
const namesOf = (messages: object | undefined) => Object.keys(messages ?? {});

describe('the messages of a page of the admin area', () => {
  it('are on every page those of the shell, and not what belongs to one page or to the server', () => {
    const { admin, account, kit } = readShellMessages('es');
    expect(namesOf(admin)).toEqual(expect.arrayContaining(['connection', 'colorMode', 'palette', 'frame', 'roles']));
    expect(kit, 'the kit’s words in this language alone').toMatchObject({ close: 'Cerrar' });
    expect(readShellMessages('en').languages, 'the names of the languages').toEqual({ es: 'Spanish', en: 'English' });
    for (const part of ['dashboard', 'people', 'audit', 'settings', 'system'])
      expect(namesOf(admin)).not.toContain(part);
    expect(namesOf(account)).toEqual(expect.arrayContaining(['fields', 'problems', 'signin']));
    for (const part of ['account', 'errors']) expect(namesOf(account)).not.toContain(part);
  });

  it.each(['dashboard', 'people'] as const)('are on the page %s its own besides', (part) => {
    expect(readPageMessages('en', part)).toEqual({ admin: { [part]: readAdminMessages('en').admin[part] } });
  });

  it('are on the page of the own account its own besides', () => {
    expect(readPageMessages('en', 'account')).toEqual({
      account: { account: readAdminMessages('en').account.account },
    });
  });

  it('are in the audit log those of the search, without the sentences that the server tells', () => {
    const names = namesOf((readPageMessages('es', 'audit').admin as { audit: object }).audit);
    expect(names).toEqual(expect.arrayContaining(['lead', 'actions', 'groups', 'search']));
    expect(names).not.toContain('sentences');
  });
});
