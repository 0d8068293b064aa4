import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { DraftConnection, type RemoteDraft } from '../../../app/admin/editor/drafts/draft-connection.ts';

/** One browser window from the server's point of view, without a browser. */
export interface DraftClient {
  connection: DraftConnection;
  draft: RemoteDraft;
  doc: Y.Doc;
  /** Close codes of the server. */
  closeCodes: number[];
  /** The right that each connection was granted, or `refused`. */
  answers: string[];
  /** Whether the server has acknowledged everything. */
  isSaved(): boolean;
  /** Calls back whenever the server has acknowledged everything. */
  onSaved(listener: () => void): void;
  goOffline(): void;
  goOnline(): void;
  end(): void;
}

export interface DraftClientOptions {
  /** The server's address: `http://localhost:3000`. */
  address: string;
  /** The page's origin; default: the server's. `null`: no header. */
  origin?: string | null;
  cookie?: string;
  doc?: Y.Doc;
}

/** A port without a listener. */
const NOWHERE = 'ws://127.0.0.1:1';

/** A `WebSocket` with a browser's headers and a simulated network failure. */
function socketWith(headers: { [name: string]: string }, network: { isDown: boolean }) {
  return class extends WebSocket {
    constructor(url: string) {
      super(network.isDown ? NOWHERE : url, { headers });
      // In a browser, an unhandled error event has no effect.
      this.on('error', () => {});
    }
  };
}

export function openDraft(name: string, options: DraftClientOptions): DraftClient {
  const { address, origin = address, cookie, doc = new Y.Doc() } = options;
  const closeCodes: number[] = [];
  const answers: string[] = [];
  const network = { isDown: false };
  const connection = new DraftConnection({
    url: `${address.replace(/^http/, 'ws')}/admin/drafts`,
    WebSocket: socketWith({ ...(origin !== null && { Origin: origin }), ...(cookie && { Cookie: cookie }) }, network),
    pauses: { least: 10, first: 30, longest: 100 },
  });
  connection.on('close', (code) => void closeCodes.push(code));
  const draft = connection.open(name, doc);
  draft.on('granted', (right) => void answers.push(right));
  draft.on('denied', () => void answers.push('refused'));
  const isSaved = () => draft.isSynced && draft.unsyncedChanges === 0;
  return {
    connection,
    draft,
    doc,
    closeCodes,
    answers,
    isSaved,
    onSaved: (listener) => void draft.on('change', () => isSaved() && listener()),
    goOffline() {
      network.isDown = true;
      connection.disconnect();
    },
    goOnline() {
      network.isDown = false;
      connection.connect();
    },
    end() {
      draft.close();
      connection.destroy();
    },
  };
}
