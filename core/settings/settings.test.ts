import { expect, test } from 'vitest';
import { createContentSite, testConfig } from '../../test/helpers/content/create-content-site.ts';
import { person } from '../../test/helpers/content/create-item-site.ts';
import { auditLog } from '../audit/audit-log.ts';
import { setDocument } from '../documents/typed-documents.ts';
import { createPublishedContent } from '../public-content/published-content-reader.ts';
import { changeSettings } from './change-settings.ts';
import { settingRef } from './setting-documents.ts';
import { isSettingValue, readConfig, readSetting, type Setting, settingsOf, tidySetting } from './settings.ts';

const owner = person('owner', 'ana');
const settings = settingsOf(testConfig, 'invite');

function settingOf(id: string): Setting {
  const found = settings.find((setting) => setting.id === id);
  if (!found) throw new Error(`There is no setting "${id}"`);
  return found;
}

function createSite() {
  const { store } = createContentSite();
  return {
    store,
    /** @param changes what each setting was for the person, and is to be */
    change: (changes: { [id: string]: [before: string, after: string] }, actor = owner) =>
      changeSettings(
        { store },
        actor,
        Object.entries(changes).map(([id, [before, after]]) => ({ setting: settingOf(id), before, after })),
      ),
    read: (id: string) => readSetting(store, testConfig, id),
    audited: async () => (await store.runQuery({ collection: auditLog.name })).map(({ data }) => data),
  };
}

test('a setting that nobody changed is as the configuration says', async () => {
  const { store, read } = createSite();
  expect(await readConfig(store, testConfig)).toBe(testConfig);
  expect(await read('page-size')).toBe('12');
  expect(await readSetting(store, testConfig, 'sign-up', 'invite')).toBe('invite');
  expect(await read('missing-language:notice')).toBe('notice');
  expect(await read('time-zone')).toBe(testConfig.timeZone);
});

test('a saved value wins, an empty one returns to the configuration, and both are in the audit log', async () => {
  const { store, change, read, audited } = createSite();
  const chosen = { 'page-size': ['', ' 24 '], 'inbox-recipients': ['', 'b@example.org, a@example.org\na@example.org'] };
  expect(await change(chosen as never)).toEqual({ ok: true, conflicts: new Map() });
  expect(await read('page-size')).toBe('24');
  expect((await readConfig(store, testConfig)).inbox?.mailTo).toEqual(['b@example.org', 'a@example.org']);
  await change({ 'page-size': ['24', ''] });
  expect(await read('page-size')).toBe('12');
  const details = (await audited()).map((entry) => entry.details);
  expect(details).toHaveLength(3);
  expect(details).toEqual(
    expect.arrayContaining([
      { setting: 'page-size', before: '12', after: '24' },
      { setting: 'page-size', before: '24', after: '12' },
      // The log has no emails.
      { setting: 'inbox-recipients', before: '0', after: '2' },
    ]),
  );
});

test('of two owners at once, the second keeps what the first did not change, and is told of the rest', async () => {
  const { change, read } = createSite();
  await change({ 'page-size': ['', '24'], 'inbox-days': ['', '90'] });
  const outcome = await change({ 'page-size': ['', '30'], 'inbox-days': ['', '90'], 'sign-up': ['', 'closed'] });
  expect(outcome).toEqual({ ok: true, conflicts: new Map([['page-size', '24']]) });
  expect([await read('page-size'), await read('sign-up')]).toEqual(['24', 'closed']);
  await change({ 'page-size': ['24', '30'] });
  expect(await read('page-size')).toBe('30');
});

test('two changes in the same moment are both there', async () => {
  const { change, read } = createSite();
  await Promise.all([change({ 'page-size': ['', '24'] }), change({ 'inbox-days': ['', '90'] })]);
  expect([await read('page-size'), await read('inbox-days')]).toEqual(['24', '90']);
});

test.each([
  ['page-size', ['2', '60', ''], ['1', '61', '-3', '12.5', '1e1', 'doce', '99999999999']],
  ['inbox-days', ['1', '3650'], ['0', '3651']],
  ['time-zone', ['Europe/Madrid', 'UTC'], ['Mars/Olympus', 'javascript:']],
  ['sign-up', ['open', 'invite', 'closed'], ['all', 'OPEN', '__proto__']],
  ['missing-language:notice', ['not-found', 'notice', 'listing'], ['none']],
  ['inbox-recipients', ['a@example.org', 'a@example.org b@example.org'], ['a@', 'Ana <a@example.org>']],
])('%s can be %j and not %j', async (id, possible, impossible) => {
  const { change, read } = createSite();
  const isPossible = (value: string) => isSettingValue(settingOf(id), tidySetting(settingOf(id), value));
  expect(possible.filter((value) => !isPossible(value))).toEqual([]);
  expect(impossible.filter(isPossible)).toEqual([]);
  const before = await read('search-engines');
  const refused = await change({ [id]: ['', impossible[0] ?? ''], 'search-engines': ['', 'none'] });
  expect(refused).toEqual({ ok: false, refused: [settingOf(id)] });
  expect(await read('search-engines'), 'nothing of it was saved').toBe(before);
});

test('whoever is not an owner changes nothing', async () => {
  const { change } = createSite();
  for (const role of ['viewer', 'author', 'translator', 'editor'] as const) {
    await expect(change({ 'page-size': ['', '24'] }, person(role))).rejects.toThrow();
  }
});

test('a stored value that is impossible is as if there were none', async () => {
  const { store, read } = createSite();
  await store.commit([setDocument(settingRef({ id: 'page-size' }), { value: 'muchos' })]);
  await store.commit([setDocument(settingRef({ id: 'missing-language:notice' }), { value: '__proto__' })]);
  expect(await read('page-size')).toBe('12');
  expect((await readConfig(store, testConfig)).contentTypes).toEqual(testConfig.contentTypes);
  expect(await createPublishedContent({ store, config: testConfig }).setting('missing-language:notice')).toBe('notice');
});
