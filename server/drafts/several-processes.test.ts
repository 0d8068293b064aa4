import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest';
import { openFirestore } from '#adapters/firestore/open-firestore.ts';
import { accountCollections } from '#core/accounts/account-collections.ts';
import { presence } from '#core/drafts/presence.ts';
import { plainText } from '#core/rich-text/rich-text.ts';
import { type Outage, startCutProxy } from '../../test/helpers/cloud/cut-proxy.ts';
import { type Fireemu, startFireemu, whyNoFireemu } from '../../test/helpers/cloud/start-fireemu.ts';
import { createContentSite, testCollections } from '../../test/helpers/content/create-content-site.ts';
import { openDraft } from '../../test/helpers/drafts/draft-client.ts';
import { createDraftServer, putDraftItem } from '../../test/helpers/drafts/draft-server.ts';
import { body } from '../../test/helpers/drafts/notice-site.ts';
import { typeAndFail } from '../../test/helpers/drafts/type-and-fail.ts';
import type { Random } from '../../test/helpers/random.ts';

const NAME = 'item/a/es';
const COLLECTIONS = [...testCollections, ...accountCollections, presence];
const PROJECT = 'demo-drafts';
const OUTAGES: Outage[] = ['refused', 'answers lost'];
const missing = whyNoFireemu();

describe.skipIf(missing !== undefined)(`Firestore${missing === undefined ? '' : ` (${missing})`}`, () => {
  let emulator: Fireemu | undefined;
  beforeAll(async () => {
    emulator = await startFireemu(['firestore'], { profile: 'emulator' });
  });
  afterAll(() => emulator?.stop());

  /** An instance with a connection of its own to the database. */
  async function startInstance(databaseHost: string) {
    const proxy = await startCutProxy(databaseHost);
    onTestFinished(() => proxy.close());
    const server = await createDraftServer(PROJECT, { FIRESTORE_EMULATOR_HOST: proxy.host });
    await server.start();
    const cut = (random: Random) => {
      // Mostly shorter than the wait before a commit is sent again, sometimes longer.
      proxy.cut(OUTAGES[random(OUTAGES.length)] as Outage, random(random(5) === 0 ? 2_000 : 500));
    };
    return { ...server, cut };
  }

  test('two processes that are killed and cut off from the database lose nothing that three people were told is saved', {
    timeout: 3_600_000,
  }, async () => {
    const emulatorHost = emulator?.hosts.firestore ?? '';
    const { store, draftLog } = openFirestore({
      collections: COLLECTIONS,
      project: PROJECT,
      database: '(default)',
      emulatorHost,
    });
    onTestFinished(() => store.close());
    const cookies = await putDraftItem(store, ['Ana', 'Eva', 'Leo']);
    const instances = await Promise.all([startInstance(emulatorHost), startInstance(emulatorHost)]);
    const clients = cookies.map((cookie, person) => {
      const client = openDraft(NAME, { address: instances[person % 2]?.address ?? '', cookie });
      onTestFinished(() => client.end());
      return client;
    });
    const site = createContentSite(store);
    const textInItem = async () => {
      const { data } = await site.getItem('a');
      return plainText(data.languages.es?.body ?? body());
    };
    await typeAndFail({ name: NAME, instances, clients, draftLog, textInItem }, 2);
  });
});
