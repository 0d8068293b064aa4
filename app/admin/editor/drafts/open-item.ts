import { formatDraftName, SHARED } from '#core/drafts/draft-name.ts';
import type { Locale } from '#core/locales/locale.ts';
import { createDraftConnection } from './draft-connection.ts';
import { type EditorDraft, openEditorDraft } from './editor-draft.ts';

/** The path of the WebSocket through which drafts are written together. */
const DRAFTS_PATH = '/admin/drafts';

/** The code with which a window takes its connection for closed, where no answer can come. */
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
  /** What the person could write when the page was made. */
  languages: readonly { code: Locale; canEdit: boolean }[];
  canEditShared: boolean;
}

/** Opens what is written of an item over one connection, which comes back by itself as long as the window is open. */
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

  // A browser that knows of its network is quicker than a connection that waits for an answer, also to its farewell.
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
