import { formatDraftName, SHARED } from '#core/drafts/draft-name.ts';
import type { Locale } from '#core/locales/locale.ts';
import { takeStartedSocket } from '../../../rendering/early-socket.ts';
import type { EditorData } from '../context/read-editor.ts';
import { DraftConnection } from './draft-connection.ts';
import { DRAFTS_PATH } from './early-request.ts';
import { type EditorDraft, openEditorDraft } from './editor-draft.ts';
import { colorOf } from './presence.ts';

/** An item whose drafts are open in this window. */
export interface OpenItem {
  languages: { [language: Locale]: EditorDraft };
  shared: EditorDraft;
  close(): void;
}

/**
 * Opens the drafts of an item over one connection, which reconnects automatically while the window is open. Only for browsers: on the
 * server, the module is empty.
 * @param noteBuild called with the version of the server's client files, on each connection
 */
export function openItem(
  { item, languages: parts, canEditShared, user }: EditorData,
  noteBuild: (version: string) => void,
): OpenItem {
  const { protocol, host } = window.location;
  const connection = new DraftConnection({
    url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${DRAFTS_PATH}`,
    started: takeStartedSocket(),
  });
  connection.on('build', noteBuild);
  const open = (part: Locale | typeof SHARED, canEdit: boolean) =>
    openEditorDraft({ name: formatDraftName({ itemId: item.id, part }), userId: user.id, canEdit, connection });
  const languages = Object.fromEntries(parts.map(({ code, canEdit }) => [code, open(code, canEdit)]));
  const shared = open(SHARED, canEditShared);
  for (const { awareness } of Object.values(languages)) {
    awareness.setLocalStateField('user', { id: user.id, name: user.name, color: colorOf(user.id) });
  }

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
