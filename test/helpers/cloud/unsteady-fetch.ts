import type { Fetch } from '../../../app/data/transport.ts';
import type { Random } from '../random.ts';

/** A network that fails at random while it is unsteady: before the server, after it, or in the middle of an answer. */
export function createUnsteadyFetch(fetch: Fetch, random: Random) {
  let isCut = false;
  let isUnsteady = true;
  const open = new Set<() => void>();

  const lost = () => new TypeError('Failed to fetch');

  /** The body until the network is cut; perhaps broken off in the middle of a line. */
  function carried(response: Response): Response {
    const reader = response.body?.getReader();
    let bytesLeft = isUnsteady && random(3) === 0 ? random(400) : Number.POSITIVE_INFINITY;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const end = () => {
          open.delete(end);
          void reader?.cancel().catch(() => {});
          try {
            controller.error(lost());
          } catch {
            // It has ended.
          }
        };
        open.add(end);
        void (async () => {
          for (;;) {
            const part = await reader?.read();
            if (!part || part.done) {
              open.delete(end);
              return controller.close();
            }
            const sent = part.value.subarray(0, Math.max(0, bytesLeft));
            bytesLeft -= part.value.length;
            if (sent.length > 0) controller.enqueue(sent);
            if (bytesLeft < 0) return end();
          }
        })().catch(end);
      },
    });
    return new Response(body, { status: response.status, headers: response.headers });
  }

  return {
    fetch: (async (path, init) => {
      if (isCut || (isUnsteady && random(5) === 0)) throw lost();
      const response = await fetch(path, init);
      // The server has done what was asked, and nobody hears of it.
      if (isCut || (isUnsteady && random(5) === 0)) throw lost();
      return carried(response);
    }) satisfies Fetch as Fetch,
    cut() {
      isCut = true;
      for (const end of [...open]) end();
    },
    restore() {
      isCut = false;
    },
    calm() {
      isCut = false;
      isUnsteady = false;
    },
  };
}
