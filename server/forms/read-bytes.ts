/**
 * Reads a body up to a limit. A `Content-Length` above the limit is refused without reading.
 * @returns `too-large` beyond the limit, `incomplete` if the connection ended early
 */
export async function readBytes(
  { headers, body }: Pick<Request, 'headers' | 'body'>,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer> | 'too-large' | 'incomplete'> {
  if (Number(headers.get('content-length')) > mostBytes) return 'too-large';
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.length;
      if (size > mostBytes) return 'too-large';
      chunks.push(chunk);
    }
  } catch {
    return 'incomplete';
  }
  return new Uint8Array(Buffer.concat(chunks));
}
