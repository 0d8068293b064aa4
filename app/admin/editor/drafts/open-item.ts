import { formatDraftName, SHARED } from '#core/drafts/draft-name.ts';
import type { Locale } from '#core/locales/locale.ts';
import { createDraftConnection } from './draft-connection.ts';
import { type OpenDraft, openDraft } from './open-draft.ts';

/** The path of the WebSocket through which drafts are written together. */
const DRAFTS_PATH = '/admin/drafts';

/** The code with which a window takes its connection for closed, where no answer can come. */
const OFFLINE = 4408;

/** An item whose drafts are open in this window. */
export interface OpenItem {
  languages: { [language: Locale]: OpenDraft };
  shared: OpenDraft;
  close(): void;
}

/** Opens what is written of an item over one connection, which comes back by itself as long as the window is open. */
export function openItem(options: { itemId: string; languages: readonly Locale[]; userId: string }): OpenItem {
  const { itemId, userId } = options;
  const { protocol, host } = window.location;
  const socket = createDraftConnection({
    url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${DRAFTS_PATH}`,
    delay: 500,
    minDelay: 250,
    maxDelay: 8_000,
  });
  const open = (part: Locale | typeof SHARED) => openDraft({ name: formatDraftName({ itemId, part }), userId, socket });
  const languages = Object.fromEntries(options.languages.map((language) => [language, open(language)]));
  const shared = open(SHARED);

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
