import { join } from 'node:path';
import { describeDocumentStore } from '../contracts/document-store.contract.ts';
import { makeTemporaryFolder } from './database/temporary-folder.ts';
import { createSqliteDocumentStore } from './document-store.ts';

describeDocumentStore('sqlite', (options) =>
  createSqliteDocumentStore({ file: join(makeTemporaryFolder(), 'meki.db'), ...options }),
);
