import { HocuspocusProvider } from '@hocuspocus/provider';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { createDraftConnection } from '../../../app/admin/editor/drafts/draft-connection.ts';

/** One browser window from the server's point of view, without a browser. */
export interface DraftClient {
  provider: HocuspocusProvider;
  doc: Y.Doc;
  /** Close codes of the server. */
  closeCodes: number[];
  /** The granted scope of each connection, or `refused`. */
  answers: string[];
  /** Whether the server has acknowledged everything. */
  isSaved(): boolean;
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
  const websocketProvider = createDraftConnection({
    url: `${address.replace(/^http/, 'ws')}/admin/drafts`,
    WebSocketPolyfill: socketWith(
      { ...(origin !== null && { Origin: origin }), ...(cookie && { Cookie: cookie }) },
      network,
    ),
    delay: 30,
    minDelay: 10,
    maxDelay: 100,
    onClose: ({ event }) => void closeCodes.push(event.code),
  });
  const provider = new HocuspocusProvider({
    websocketProvider,
    name,
    document: doc,
    onAuthenticated: ({ scope }) => void answers.push(scope),
    onAuthenticationFailed: () => void answers.push('refused'),
  });
  provider.attach();
  return {
    provider,
    doc,
    closeCodes,
    answers,
    isSaved: () => provider.synced && provider.unsyncedChanges === 0,
    goOffline() {
      // A pending connection attempt cannot be cancelled.
      network.isDown = true;
      websocketProvider.disconnect();
    },
    goOnline() {
      network.isDown = false;
      void websocketProvider.connect();
    },
    end() {
      provider.destroy();
      websocketProvider.destroy();
    },
  };
}
