import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Connection, connect } from '#adapters/firestore/connect.ts';
import { createStoreOn } from '#adapters/firestore/document-store.ts';
import { createFirestoreDraftLog } from '#adapters/firestore/draft-log.ts';
import { accountCollections } from '#core/accounts/account-collections.ts';
import { presence } from '#core/drafts/presence.ts';
import { type Fireemu, startFireemu, whyNoFireemu } from '../../test/helpers/cloud/start-fireemu.ts';
import { testCollections, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { body, paragraph } from '../../test/helpers/drafts/notice-site.ts';
import { onlyText } from '../../test/helpers/drafts/random-typing.ts';
import { startDrafts } from '../../test/helpers/drafts/start-drafts.ts';
import { until } from '../../test/helpers/eventually.ts';

const missing = whyNoFireemu();

/** Milliseconds between two characters. */
const KEYSTROKE = 200;

/** A connection, and a function that resolves when the database has answered everything. */
function withAnswers(connection: Connection) {
  let underWay = 0;
  async function counted<T>(work: Promise<T>): Promise<T> {
    underWay += 1;
    try {
      return await work;
    } finally {
      underWay -= 1;
    }
  }
  async function rpc() {
    const real = await connection.rpc();
    const commit: typeof real.commit = (request, options) => counted(real.commit(request, options));
    return Object.assign(Object.create(real) as typeof real, { commit });
  }
  const collect: Connection['collect'] = (ask) => counted(connection.collect(ask));
  async function answered(): Promise<void> {
    for (let quiet = 0; quiet < 5; quiet = underWay === 0 ? quiet + 1 : 0) await turn();
  }
  return { connection: { ...connection, rpc, collect }, answered };
}

describe.skipIf(missing !== undefined)(`Firestore${missing === undefined ? '' : ` (${missing})`}`, () => {
  let emulator: Fireemu | undefined;
  beforeAll(async () => {
    emulator = await startFireemu(['firestore'], { profile: 'emulator' });
  });
  afterAll(() => emulator?.stop());
  afterEach(() => void vi.useRealTimers());

  test('a minute of steady typing by one person on a public item takes at most 50 writes, and is saved within four seconds', async () => {
    const emulatorHost = emulator?.hosts.firestore ?? '';
    const real = connect({ project: 'demo-typing', database: '(default)', emulatorHost });
    const { connection, answered } = withAnswers(real);
    const store = createStoreOn(connection, { collections: [...testCollections, ...accountCollections, presence] });
    onTestFinished(() => store.close());
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    });
    const server = await startDrafts({ store, draftLog: createFirestoreDraftLog(connection), isShared: true });
    await server.site.putItem('a', 'notice', { es: testLanguage('a', { body: body(paragraph('p', 'x')) }) });
    // As most items that somebody works on.
    await publish(server.site, 'a', ['es']);
    const client = server.open('item/a/es', await server.signIn('Ana', { role: 'editor' }));
    await until(() => client.isSaved());

    const before = real.usage.writes;
    const text = onlyText(client.doc);
    let unsavedSince = Date.now();
    let longest = 0;
    client.onSaved(() => {
      unsavedSince = Date.now();
    });
    for (let typed = 0; typed < 60_000; typed += KEYSTROKE) {
      text.insert(text.length, 'a');
      await answered();
      await vi.advanceTimersByTimeAsync(KEYSTROKE);
      await answered();
      longest = Math.max(longest, Date.now() - unsavedSince);
    }
    const writes = real.usage.writes - before;
    expect(writes).toBeLessThanOrEqual(50);
    expect(longest).toBeLessThanOrEqual(4_000);
    await until(() => client.isSaved());
    vi.useRealTimers();
  });
});
