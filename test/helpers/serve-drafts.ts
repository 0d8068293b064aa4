/**
 * The victim of `server/drafts/crash.test.ts`: serves the drafts of a database file, and says `ready` when it does.
 * Run as `node serve-drafts.ts FILE PORT`.
 */
import { createDocumentIdentity } from '#adapters/document-identity/identity.ts';
import { openSqlite } from '#adapters/sqlite/open-sqlite.ts';
import { yjsDraftMapping } from '#adapters/yjs/draft-mapping.ts';
import { accountCollections } from '#core/accounts/account-collections.ts';
import { createAccountCookies } from '#server/accounts/account-cookies.ts';
import { createDraftsService } from '#server/drafts/create-drafts.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { createLog } from '#server/log/log.ts';
import { testCollections, testConfig } from './create-content-site.ts';

const [file = '', port = '0'] = process.argv.slice(2);
const origin = `http://127.0.0.1:${port}`;
const { store, draftLog } = openSqlite({ file, collections: [...testCollections, ...accountCollections] });
const service = createDraftsService({
  config: testConfig,
  origin,
  store,
  draftLog,
  loadMapping: async () => yjsDraftMapping,
  identity: createDocumentIdentity({
    store,
    secret: 'a secret of the tests, long enough for all',
    origins: [origin],
    languages: ['es', 'en'],
    signUpMode: 'open',
    send: async () => {},
    record: () => {},
    onError: (error) => {
      throw error;
    },
  }),
  cookies: createAccountCookies(origin),
  trustedProxies: 0,
  log: await createLog('json'),
});
const { server: http } = createHttpServer((_, response) => response.end(), { sockets: service.sockets });
service.startBackgroundWork();
http.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
