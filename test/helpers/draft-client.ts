import { HocuspocusProvider } from '@hocuspocus/provider';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { createDraftConnection } from '../../app/admin/editor/drafts/draft-connection.ts';

/** One browser window as the server sees it, without a browser around. */
export interface DraftClient {
  provider: HocuspocusProvider;
  doc: Y.Doc;
  /** Codes with which the server closed its sockets. */
  closeCodes: number[];
  /** The scope of each time that it was let in, and `refused` for each time that it was not. */
  answers: string[];
  /** Whether the server has everything durably. */
  isSaved(): boolean;
  goOffline(): void;
  goOnline(): void;
  end(): void;
}

export interface DraftClientOptions {
  /** Of the server: `http://localhost:3000`. */
  address: string;
  /** Of the page; the server's when missing. `null`: says none. */
  origin?: string | null;
  cookie?: string;
  doc?: Y.Doc;
}

/** Nothing listens there. */
const NOWHERE = 'ws://127.0.0.1:1';

/** A `WebSocket` that says what a browser would say of itself, and reaches nobody while its network is down. */
function socketWith(headers: { [name: string]: string }, network: { isDown: boolean }) {
  return class extends WebSocket {
    constructor(url: string) {
      super(network.isDown ? NOWHERE : url, { headers });
      // In a browser, an error that nobody listens to any more ends nothing.
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
      // A try to connect again that is under way cannot be called off.
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
