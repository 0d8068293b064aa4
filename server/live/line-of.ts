const encoder = new TextEncoder();

/** An event as a line of a stream. */
export function lineOf(event: unknown): Uint8Array {
  return encoder.encode(`${JSON.stringify(event)}\n`);
}
