import {
  LIVE_PATHS,
  type ListenedTarget,
  type ListenRequest,
  LONG_POLLING,
  type StreamEvent,
} from '#core/live/live-protocol.ts';
import { backoffAfter, wait } from './backoff.ts';
import type { ConnectionState } from './connection-state.ts';
import { CONNECT_TIMEOUT, IDLE_TIMEOUT, REQUEST_TIMEOUT } from './data-limits.ts';
import { DataError, type Transport } from './transport.ts';

/** The stream of everything that a window listens to. */
export interface ListenStream {
  /** Connects, at once also where an attempt was waiting; without effect after the server has ended it for good. */
  resume(): void;
  /** Disconnects, for example while nobody sees the page. */
  pause(): void;
  /** Connects again, if connected, because the targets have changed. */
  restart(): void;
  /** Whether lasting streams do not pass, so that long polling is used. */
  isPolling(): boolean;
}

export interface ListenStreamOptions {
  transport: Pick<Transport, 'stream'>;
  state: ConnectionState;
  /** What to listen to, and what is known of it. */
  request: () => { targets: ListenedTarget[]; revisions: string[] };
  onEvent: (event: Exclude<StreamEvent, { end: true }>) => void;
  onInvalidated: () => void;
}

/** @see ListenStream */
export function createListenStream({
  transport,
  state,
  request,
  onEvent,
  onInvalidated,
}: ListenStreamOptions): ListenStream {
  let running: AbortController | undefined;
  let isEnded = false;
  let isPolling = false;
  /** Whether long polling has had an answer since the last failure. */
  let isAnswered = false;

  /** Reads one stream or poll to its end. @returns whether the server answered */
  async function readOnce(signal: AbortSignal): Promise<boolean> {
    const { least, most } = LONG_POLLING;
    // The first answer decides whether the server can be reached: it must not take long.
    const waits = isPolling ? (isAnswered ? most : least) : undefined;
    const body: ListenRequest = { ...request(), ...(waits !== undefined && { wait: waits }) };
    const limits =
      waits === undefined
        ? { first: CONNECT_TIMEOUT, idle: IDLE_TIMEOUT, signal }
        : { first: waits + REQUEST_TIMEOUT, idle: waits + REQUEST_TIMEOUT, signal };
    let hasAnswer = false;
    try {
      for await (const line of transport.stream(LIVE_PATHS.listen, body, limits)) {
        if (signal.aborted) return true;
        hasAnswer = true;
        state.reached();
        if (line !== '') take(JSON.parse(line) as StreamEvent);
        if (isEnded) return true;
      }
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      if (error.code === 'ended') isEnded = true;
      // Something on the way may collect what is streamed: the other manner is tried next.
      if (error.code === 'deadline-exceeded' && !hasAnswer) isPolling = !isPolling;
      throw error;
    }
    return hasAnswer;
  }

  function take(event: StreamEvent): void {
    if ('end' in event) isEnded = true;
    else onEvent(event);
  }

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted && !isEnded) {
      state.starting();
      const asked = isPolling;
      let hasAnswer = false;
      try {
        hasAnswer = await readOnce(signal);
      } catch (error) {
        if (!(error instanceof DataError)) console.error(error);
      }
      if (signal.aborted) return;
      isAnswered = asked && hasAnswer;
      if (state.read() === 'online') failures = 0;
      if (isAnswered) continue;
      onInvalidated();
      if (isEnded) return;
      state.failed();
      await wait(backoffAfter(failures++), signal);
    }
  }

  function start(): void {
    running?.abort();
    running = new AbortController();
    void run(running.signal);
  }

  return {
    resume() {
      if (isEnded || (running && state.read() === 'online')) return;
      start();
    },
    pause() {
      running?.abort();
      running = undefined;
      state.stop();
    },
    restart() {
      if (running && !isEnded) start();
    },
    isPolling: () => isPolling,
  };
}
