/**
 * Serves the drafts of a database file, or with `FIRESTORE_EMULATOR_HOST` of a project, and says `ready` when it does. Tests kill
 * it. Run as `node serve-drafts.ts FILE|PROJECT PORT`.
 */
import { createDocumentIdentity } from '#adapters/document-identity/identity.ts';
import { openFirestore } from '#adapters/firestore/open-firestore.ts';
import { openSqlite } from '#adapters/sqlite/open-sqlite.ts';
import { accountCollections } from '#core/accounts/account-collections.ts';
import { presence } from '#core/drafts/presence.ts';
import { createAccountCookies } from '#server/accounts/account-cookies.ts';
import { createDraftsService } from '#server/drafts/create-drafts.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { createLog } from '#server/log/log.ts';
import { testCollections, testConfig } from '../content/create-content-site.ts';

const [place = '', port = '0'] = process.argv.slice(2);
const emulatorHost = process.env.FIRESTORE_EMULATOR_HOST;
const origin = `http://127.0.0.1:${port}`;
const collections = [...testCollections, ...accountCollections, presence];
const { store, draftLog } = emulatorHost
  ? openFirestore({ collections, project: place, database: '(default)', emulatorHost })
  : openSqlite({ file: place, collections });
const service = createDraftsService({
  config: testConfig,
  origin,
  store,
  draftLog,
  identity: createDocumentIdentity({
    store,
    secret: 'a secret of the tests, long enough for all',
    origins: [origin],
    languages: ['es', 'en'],
    readSignUpMode: async () => 'open',
    send: async () => {},
    record: () => {},
    onError: (error) => {
      throw error;
    },
  }),
  cookies: createAccountCookies(origin),
  trustedProxies: 0,
  log: await createLog('json'),
  isShared: emulatorHost !== undefined,
});
const { server: http } = createHttpServer((_, response) => response.end(), { sockets: service.sockets });
service.startBackgroundWork();
http.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
