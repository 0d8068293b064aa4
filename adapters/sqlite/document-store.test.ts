import { join } from 'node:path';
import { describeDocumentStore } from '../contracts/document-store.contract.ts';
import { createSqliteDocumentStore } from './document-store.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

describeDocumentStore('sqlite', (options) =>
  createSqliteDocumentStore({ file: join(makeTemporaryFolder(), 'meki.db'), ...options }),
);
