import { join } from 'node:path';
import { accountCollections } from '#core/accounts/account-collections.ts';
import { createIdentityHarness } from '../../test/helpers/cloud/create-identity-harness.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { describeIdentity } from '../contracts/identity/identity.contract.ts';
import { createMemoryDocumentStore } from '../memory/document-store.ts';
import { createSqliteDocumentStore } from '../sqlite/document-store.ts';
import { createPasswordHasher } from './password-hasher.ts';

const options = { collections: accountCollections };
const cheapHashes = () => createPasswordHasher({ memory: 64, passes: 1 });

describeIdentity('accounts in memory', (harness) =>
  createIdentityHarness(createMemoryDocumentStore(options), cheapHashes(), harness),
);

describeIdentity('accounts in SQLite', (harness) =>
  createIdentityHarness(
    createSqliteDocumentStore({ file: join(makeTemporaryFolder(), 'meki.db'), ...options }),
    cheapHashes(),
    harness,
  ),
);
