import { MessageType } from '@hocuspocus/provider';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDraftConnection } from './draft-connection.ts';

/** A socket without a network. */
class ClosingSocket extends EventTarget {
  static opened = 0;

  constructor() {
    super();
    ClosingSocket.opened += 1;
  }

  close() {}
}

test('a connection that ended before the window was closed is not made again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const connection = createDraftConnection({
    url: 'ws://localhost/drafts',
    WebSocketPolyfill: ClosingSocket,
    delay: 500,
    minDelay: 250,
    maxDelay: 8_000,
  });
  /** The server sends one message before the connection is lost. */
  const lose = () => {
    connection.webSocket?.dispatchEvent(new Event('open'));
    connection.webSocket?.dispatchEvent(new MessageEvent('message', { data: Uint8Array.of(MessageType.Ping).buffer }));
    connection.webSocket?.dispatchEvent(new Event('close'));
  };
  await vi.advanceTimersByTimeAsync(0);
  expect(ClosingSocket.opened).toBe(1);
  lose();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ClosingSocket.opened).toBe(2);
  lose();
  connection.destroy();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ClosingSocket.opened).toBe(2);
});
