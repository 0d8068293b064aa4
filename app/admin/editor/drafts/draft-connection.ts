import { HocuspocusProviderWebsocket, type HocuspocusProviderWebsocketConfiguration } from '@hocuspocus/provider';

/**
 * The connection of a window to the server of its drafts. With each new one, a draft tells the server all that it lacks;
 * what was written in between also waits in the library's queue, and the answers to that would count as the answer to
 * everything: words would be called saved that are not. So the queue does not outlive a connection.
 */
export function createDraftConnection(
  configuration: Omit<HocuspocusProviderWebsocketConfiguration, 'onOpen'>,
): HocuspocusProviderWebsocket {
  const connection = new HocuspocusProviderWebsocket({
    ...configuration,
    onOpen() {
      (connection as unknown as { messageQueue: Uint8Array[] }).messageQueue = [];
    },
  } as HocuspocusProviderWebsocketConfiguration);
  return connection;
}
