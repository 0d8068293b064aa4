import { setDocument } from '#core/documents/typed-documents.ts';
import { type InboxMessage, messages } from '#core/inbox/messages-collection.ts';
import { LIVE_PATHS, type ListenRequest, type Registration, type WriteEvent } from '#core/live/live-protocol.ts';
import { createServices, identityOver } from '#server/services/services.ts';
import config from '#site-config';
import { residentMegabytes } from '../measuring/memory.ts';
import { percentile } from '../measuring/statistics.ts';
import type { Figure } from '../reporting/report.ts';
import { createAccountsForTries } from '../sites/create-accounts-for-tries.ts';
import { type RunningServer, startProduct } from '../sites/start-child.ts';

const LISTENERS = 500;

/** Streams of one person; the server allows some more. */
const OF_ONE = 20;

/** Milliseconds between changes. */
const INTERVAL = 250;

/** Milliseconds before memory is measured for the first time. */
const WARMING = 10_000;

const LIST: ListenRequest = {
  targets: [
    {
      id: '1',
      target: {
        query: {
          collection: messages.name,
          where: [{ field: 'folder', op: '==', value: 'inbox' }],
          orderBy: [{ field: 'at', direction: 'desc' }],
          limit: 30,
        },
      },
    },
  ],
};

/**
 * How long a change takes to reach 500 open lists of the inbox, from before it is sent to the server, and what they need of its
 * memory. @param seconds of changes
 */
export async function benchListeners(dataFolder: string, seconds: number): Promise<Figure[]> {
  const tokens = await prepare(dataFolder);
  const server = await startProduct(dataFolder);
  const ending = new AbortController();
  try {
    const received: { [note: string]: number[] } = {};
    const opened = tokens.flatMap((token) =>
      Array.from({ length: OF_ONE }, () => listen(server, token, ending.signal, received)),
    );
    await Promise.all(opened);
    const write = await createWriter(server, tokens[0] ?? '');
    const startedAt = performance.now();
    const times: number[] = [];
    let warm: number | undefined;
    let missed = 0;
    for (let count = 0; performance.now() - startedAt < WARMING + seconds * 1_000; count++) {
      const note = `change ${count}.`;
      const arrivals: number[] = [];
      received[note] = arrivals;
      const sentAt = performance.now();
      await write(count + 1, note);
      await new Promise((resolve) => setTimeout(resolve, INTERVAL));
      for (let left = 200; arrivals.length < LISTENERS && left > 0; left--) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      delete received[note];
      missed += LISTENERS - arrivals.length;
      if (performance.now() - startedAt < WARMING) continue;
      warm ??= residentMegabytes(server.pid);
      times.push(...arrivals.map((at) => at - sentAt));
    }
    const last = residentMegabytes(server.pid);
    return [
      {
        name: `a change at ${LISTENERS} listeners, 95th percentile`,
        value: percentile(times, 0.95),
        unit: 'ms',
        budget: { atMost: 250 },
      },
      { name: 'changes that did not arrive', value: missed, unit: 'count', budget: { atMost: 0 } },
      { name: `resident with ${LISTENERS} listeners`, value: last, unit: 'MB' },
      {
        name: `growth of memory in ${seconds} s of changes`,
        value: warm === undefined || last === undefined ? undefined : last - warm,
        unit: 'MB',
        budget: { atMost: 20 },
      },
    ];
  } finally {
    ending.abort();
    await server.stop();
  }
}

/** Stores messages and people. @returns a session of each person */
async function prepare(dataFolder: string): Promise<string[]> {
  const emails = Array.from({ length: LISTENERS / OF_ONE }, (_, index) => `bench-listener-${index}@example.org`);
  await createAccountsForTries({ dataDir: dataFolder }, emails, { role: 'editor' });
  const services = await createServices({ dataDir: dataFolder }, config, { warn: () => {} });
  const environment = { dataDir: dataFolder, secret: undefined, signUp: 'open' as const };
  const identity = identityOver(
    services,
    environment,
    config,
  )({ origin: 'http://localhost:3000', send: async () => {}, record: () => {}, onError: () => {} });
  try {
    await services.store.commit(
      Array.from({ length: 60 }, (_, index) => setDocument(messages.at(`bench-${index}`), messageAt(index))),
    );
    const tokens: string[] = [];
    for (const email of emails) {
      const entered = await identity.signIn({ email, password: 'la-buena-lámpara-7', remember: true }, {});
      if (!entered.ok) throw new Error(`${email} cannot sign in: ${entered.error.code}`);
      tokens.push(entered.token);
    }
    return tokens;
  } finally {
    await identity.close();
    await services.close();
  }
}

function messageAt(at: number): InboxMessage {
  return {
    at,
    ...{ name: 'Bench', email: 'bench@example.org', text: '¿Debo suspender la metformina?'.repeat(20), language: 'es' },
    ...{ folder: 'inbox', unread: false, note: '' },
  };
}

function post(server: RunningServer, token: string, path: string, body: object, signal?: AbortSignal) {
  return fetch(server.origin + path, {
    method: 'POST',
    headers: { origin: server.origin.replace('127.0.0.1', 'localhost'), cookie: `meki_session=${token}` },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** Resolves once the stream has the state of the list; then notes when each change arrives. */
async function listen(
  server: RunningServer,
  token: string,
  signal: AbortSignal,
  received: { [note: string]: number[] },
): Promise<void> {
  const response = await post(server, token, LIVE_PATHS.listen, LIST, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const started = Promise.withResolvers<void>();
  const read = async () => {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) throw new Error(`A stream has ended: ${response.status}`);
      if (part.value.includes('"state"')) started.resolve();
      const note = /change \d+\./.exec(part.value)?.[0];
      if (note !== undefined) received[note]?.push(performance.now());
    }
  };
  read().catch((error: unknown) => {
    if (!signal.aborted) started.reject(error);
  });
  await started.promise;
}

async function createWriter(server: RunningServer, token: string) {
  const registered = (await (await post(server, token, LIVE_PATHS.register, {})).json()) as Registration;
  const path = messages.at('bench-59').path;
  let last = '';
  return async (number: number, note: string): Promise<void> => {
    const batches = [{ number, changes: [{ path, fields: { note }, seen: { note: last } }] }];
    const answer = await post(server, token, LIVE_PATHS.commit, { client: registered.client, batches });
    const { events } = (await answer.json()) as { events: WriteEvent[] };
    if (!events[0] || !('documents' in events[0])) throw new Error(`A change was refused: ${JSON.stringify(events)}`);
    last = note;
  };
}
