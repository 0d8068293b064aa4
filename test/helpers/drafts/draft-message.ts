/** Encodes a protocol message. */
export function draftMessage(name: string, type: number, sync: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const address = new TextEncoder().encode(name);
  const head = [...bytesOf(address.byteLength), ...address, type, sync, ...bytesOf(payload.byteLength)];
  // Not element by element: some payloads are megabytes.
  const message = new Uint8Array(head.length + payload.byteLength);
  message.set(head);
  message.set(payload, head.length);
  return message;
}

/** A variable-length integer: seven bits per byte. */
export function bytesOf(count: number): number[] {
  return count < 128 ? [count] : [(count % 128) + 128, ...bytesOf(Math.floor(count / 128))];
}
