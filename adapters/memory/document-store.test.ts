import { describeDocumentStore } from '../contracts/document-store.contract.ts';
import { createMemoryDocumentStore } from './document-store.ts';

describeDocumentStore('memory', createMemoryDocumentStore);
