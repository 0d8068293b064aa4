import * as Y from 'yjs';
import { type DraftClient, openDraft } from '../../helpers/drafts/draft-client.ts';
import type { Random } from '../../helpers/random.ts';
import type { HostileSite } from '../harness/prepare-site.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { TYPED } from './kill-site.ts';
import type { Ledger } from './ledger.ts';

/** Two people with the same draft open, who type unique characters. */
export interface Editors {
  /** Types until stopped. */
  type(random: Random, stop: AbortSignal): Promise<void>;
  /** Disconnects the browsers, so that resent changes cannot mask lost ones. */
  goOffline(): void;
  /** Reconnects. @throws Error if their texts do not converge */
  goOnline(): Promise<void>;
  /**
   * Checks the draft as opened by another person against what was acknowledged.
   * @returns a sentence per problem
   */
  check(): Promise<string[]>;
  end(): void;
}

const DRAFT = `item/${TYPED}/es`;

/** Milliseconds between characters: fast, so that there are always changes in flight. */
const TYPING = 3;

/** Timeout for a draft to load or to be saved after a start, in milliseconds. */
const PATIENCE = 20_000;

export async function openEditors(site: HostileSite, ledger: Ledger): Promise<Editors> {
  const open = (cookie: string) => openDraft(DRAFT, { address: site.origin, cookie });
  const clients = [open(site.cookies.editor), open(site.cookies.owner)];
  /** The last acknowledged state of each client. */
  const saved = new Map<DraftClient, Uint8Array>();
  let letter = 0x4e00;
  let typedSince = 0;
  for (const client of clients) {
    client.onSaved(() => {
      saved.set(client, Y.encodeStateAsUpdate(client.doc));
      ledger.counts.letters += typedSince;
      typedSince = 0;
    });
  }
  const allSaved = () => waitUntil('both have all saved', () => clients.every((client) => client.isSaved()), PATIENCE);
  const textOf = ({ doc }: DraftClient) => doc.getText('summary');
  await allSaved();

  return {
    async type(random, stop) {
      while (!stop.aborted) {
        const client = clients[random(clients.length)] as DraftClient;
        const text = textOf(client);
        // Keeps the draft short, however long this runs.
        if (text.length > 40) text.delete(random(text.length - 5), 4);
        text.insert(random(text.length + 1), String.fromCodePoint(letter));
        letter = letter < 0x9f00 ? letter + 1 : 0x4e00;
        typedSince++;
        await new Promise((resolve) => setTimeout(resolve, random(TYPING * 2)));
      }
    },
    goOffline() {
      for (const client of clients) client.goOffline();
    },
    async goOnline() {
      for (const client of clients) client.goOnline();
      await allSaved();
      const [one, other] = clients.map(textOf);
      await waitUntil('both have one text', () => one?.toString() === other?.toString(), PATIENCE);
    },
    async check() {
      const reader = open(site.cookies.editor);
      try {
        await waitUntil('the draft is loaded', () => reader.draft.isSynced, PATIENCE);
        const seen = Y.snapshot(reader.doc);
        const lost = [...saved.values()].filter((update) => !Y.snapshotContainsUpdate(seen, update));
        return lost.map(() => 'letters that were said to be saved are not in the draft');
      } finally {
        reader.end();
      }
    },
    end() {
      for (const client of clients) client.end();
    },
  };
}
