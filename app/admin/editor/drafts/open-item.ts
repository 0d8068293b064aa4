import { formatDraftName, SHARED } from '#core/drafts/draft-name.ts';
import type { Locale } from '#core/locales/locale.ts';
import { createDraftConnection } from './draft-connection.ts';
import { type EditorDraft, openEditorDraft } from './editor-draft.ts';

/** The WebSocket path of drafts. */
const DRAFTS_PATH = '/admin/drafts';

/** The close code that a window uses itself when the server cannot respond. */
const OFFLINE = 4408;

/** An item whose drafts are open in this window. */
export interface OpenItem {
  languages: { [language: Locale]: EditorDraft };
  shared: EditorDraft;
  close(): void;
}

interface OpenItemOptions {
  itemId: string;
  userId: string;
  /** The person's rights when the page was loaded. */
  languages: readonly { code: Locale; canEdit: boolean }[];
  canEditShared: boolean;
}

/** Opens the drafts of an item over one connection, which reconnects automatically while the window is open. */
export function openItem({ itemId, userId, languages: parts, canEditShared }: OpenItemOptions): OpenItem {
  const { protocol, host } = window.location;
  const socket = createDraftConnection({
    url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${DRAFTS_PATH}`,
    delay: 500,
    minDelay: 250,
    maxDelay: 8_000,
  });
  const open = (part: Locale | typeof SHARED, canEdit: boolean) =>
    openEditorDraft({ name: formatDraftName({ itemId, part }), userId, canEdit, socket });
  const languages = Object.fromEntries(parts.map(({ code, canEdit }) => [code, open(code, canEdit)]));
  const shared = open(SHARED, canEditShared);

  // The browser's offline event is faster than a connection timeout or closing handshake.
  const goOffline = () => {
    socket.disconnect();
    socket.onClose({ event: { code: OFFLINE, reason: 'offline' } });
  };
  const goOnline = () => void socket.connect();
  window.addEventListener('offline', goOffline);
  window.addEventListener('online', goOnline);
  return {
    languages,
    shared,
    close() {
      window.removeEventListener('offline', goOffline);
      window.removeEventListener('online', goOnline);
      for (const draft of [...Object.values(languages), shared]) draft.close();
      socket.destroy();
    },
  };
}
