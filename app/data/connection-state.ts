import { createStore, type Store } from '../ui/kit/create-store.ts';
import { ONLINE_TIMEOUT } from './data-limits.ts';

/** Whether the server answers; `unknown` at the start, and right after an answering server was lost. */
export type Connectivity = 'unknown' | 'online' | 'offline';

/** The connection state of a window, from what happens to its attempts. */
export interface ConnectionState extends Pick<Store<Connectivity>, 'read' | 'subscribe'> {
  /** An attempt begins: if nothing is known 10 s later, the server counts as unreachable. */
  starting(): void;
  reached(): void;
  /** An attempt failed, or a connection was lost. */
  failed(): void;
  /** The device has no network. */
  cut(): void;
  /** Attempts stop; the state stays. */
  stop(): void;
}

/** @param log told once that the server cannot be reached */
export function createConnectionState(log: (message: string) => void): ConnectionState {
  const state = createStore<Connectivity>('unknown');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLogged = false;

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function setOffline(): void {
    stop();
    if (!isLogged) log('The server cannot be reached. Changes are kept and sent when it answers again.');
    isLogged = true;
    state.write('offline');
  }

  return {
    read: state.read,
    subscribe: state.subscribe,
    starting() {
      if (state.read() === 'unknown') timer ??= setTimeout(setOffline, ONLINE_TIMEOUT);
    },
    reached() {
      stop();
      state.write('online');
    },
    failed() {
      if (state.read() === 'online') state.write('unknown');
      else setOffline();
    },
    cut: setOffline,
    stop,
  };
}
