import { formatDraftName, SHARED } from '#core/drafts/draft-name.ts';
import type { Locale } from '#core/locales/locale.ts';
import { takeStartedSocket } from '../../../rendering/early-socket.ts';
import { DraftConnection } from './draft-connection.ts';
import { DRAFTS_PATH } from './early-request.ts';
import { type EditorDraft, openEditorDraft } from './editor-draft.ts';

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
  /** Called with the version of the server's client files, on each connection. */
  noteBuild: (version: string) => void;
}

/** Opens the drafts of an item over one connection, which reconnects automatically while the window is open. */
export function openItem({ itemId, userId, languages: parts, canEditShared, noteBuild }: OpenItemOptions): OpenItem {
  const { protocol, host } = window.location;
  const connection = new DraftConnection({
    url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${DRAFTS_PATH}`,
    started: takeStartedSocket(),
  });
  connection.on('build', noteBuild);
  const open = (part: Locale | typeof SHARED, canEdit: boolean) =>
    openEditorDraft({ name: formatDraftName({ itemId, part }), userId, canEdit, connection });
  const languages = Object.fromEntries(parts.map(({ code, canEdit }) => [code, open(code, canEdit)]));
  const shared = open(SHARED, canEditShared);

  // The browser's offline event is faster than a connection timeout or closing handshake.
  const goOffline = () => connection.disconnect();
  const goOnline = () => connection.connect();
  window.addEventListener('offline', goOffline);
  window.addEventListener('online', goOnline);
  return {
    languages,
    shared,
    close() {
      window.removeEventListener('offline', goOffline);
      window.removeEventListener('online', goOnline);
      for (const draft of [...Object.values(languages), shared]) draft.close();
      connection.destroy();
    },
  };
}
