import { join } from 'node:path';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { describeDocumentStore } from '../contracts/document-store.contract.ts';
import { createSqliteDocumentStore } from './document-store.ts';

describeDocumentStore('sqlite', (options) =>
  createSqliteDocumentStore({ file: join(makeTemporaryFolder(), 'meki.db'), ...options }),
);
