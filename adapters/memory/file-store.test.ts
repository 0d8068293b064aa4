import { fileStoreContract } from '../contracts/file-store.contract.ts';
import { createMemoryFileStore } from './file-store.ts';

fileStoreContract('memory', async () => createMemoryFileStore());
