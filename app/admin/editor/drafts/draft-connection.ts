import { HocuspocusProviderWebsocket, type HocuspocusProviderWebsocketConfiguration } from '@hocuspocus/provider';

/**
 * The WebSocket connection of a window to the drafts. On every connection, a draft syncs completely; changes made meanwhile
 * would also be in the library's queue, and their acknowledgements would be counted for later changes, so that unsaved changes
 * would appear saved. Therefore the queue is cleared when a connection ends.
 */
export function createDraftConnection(
  configuration: Omit<HocuspocusProviderWebsocketConfiguration, 'onOpen' | 'onDestroy'>,
): HocuspocusProviderWebsocket {
  const connection = new HocuspocusProviderWebsocket({
    ...configuration,
    onOpen() {
      // The library types its queue as private.
      (connection as unknown as { messageQueue: Uint8Array[] }).messageQueue = [];
    },
    onDestroy() {
      // A connection that was lost before would be made again after the pause, and stay.
      connection.connect = async () => {};
    },
  } as HocuspocusProviderWebsocketConfiguration);
  return connection;
}
