const ESCAPES: { [character: string]: string } = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** The inline scripts that pass the complete loader data to React Router's client. */
export async function handoffScripts(stream: ReadableStream<Uint8Array>, nonce: string): Promise<string> {
  const decoder = new TextDecoder();
  let data = '';
  for await (const chunk of stream) data += decoder.decode(chunk, { stream: true });
  const text = JSON.stringify(data).replace(/[&><\u2028\u2029]/g, (character) => ESCAPES[character] ?? character);
  const script = (code: string) =>
    `<script nonce="${nonce}">window.__reactRouterContext.streamController.${code}</script>`;
  return script(`enqueue(${text});`) + script('close();');
}
