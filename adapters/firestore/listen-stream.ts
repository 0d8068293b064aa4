import { StoreUnavailable } from '#core/documents/errors.ts';
import type { Connection } from './connect.ts';
import type { FirestoreRpc, RpcDocument, RpcListenResponse, RpcQuery } from './firestore-rpc.ts';
import { CODE, codeOf, toStoreError } from './service-errors.ts';

/** Waits between attempts to connect in milliseconds, and until an attempt has failed. Source: the specification, section 9. */
const BACKOFF = { first: 1_000, factor: 1.5, longest: 60_000 };
const CONNECTION_TIMEOUT = 10_000;

/** After these, a stream is not opened again: it would be refused each time. */
const FINAL: readonly number[] = [
  CODE.invalidArgument,
  CODE.notFound,
  CODE.permissionDenied,
  CODE.failedPrecondition,
  CODE.unauthenticated,
];

export type StreamTarget = { documents: string[] } | { query: RpcQuery };

export interface StreamHandlers {
  /**
   * A consistent state of the target: what was written since the last one, or everything after a reset; `undefined` for documents
   * that left it.
   */
  onSnapshot(changes: ReadonlyMap<string, RpcDocument | undefined>, isReset: boolean): void;
  /** Called once if the target cannot be listened to. */
  onError(error: Error): void;
}

/** Listens to one target by a stream of the service, and connects again, where it was, after a failure. */
export function openListenStream(connection: Connection, target: StreamTarget, handlers: StreamHandlers): () => void {
  let isEnded = false;
  let stream: ReturnType<FirestoreRpc['listen']> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let resumeToken: Uint8Array | undefined;
  let changes = new Map<string, RpcDocument | undefined>();
  let isReset = true;
  let isCurrent = false;

  function end(): void {
    isEnded = true;
    clearTimeout(timer);
    stream?.cancel();
  }

  function fail(error: unknown): void {
    if (isEnded) return;
    clearTimeout(timer);
    stream?.cancel();
    if (FINAL.includes(codeOf(error) ?? -1) || error instanceof StoreUnavailable) {
      end();
      handlers.onError(toStoreError(error, 'read') as Error);
      return;
    }
    const wait = Math.min(BACKOFF.longest, Math.round(BACKOFF.first * BACKOFF.factor ** failures++));
    timer = setTimeout(() => void open(), wait);
    timer.unref();
  }

  function tell(): void {
    if (changes.size === 0 && !isReset) return;
    const [told, wasReset] = [changes, isReset];
    changes = new Map();
    isReset = false;
    handlers.onSnapshot(told, wasReset);
  }

  function take(response: RpcListenResponse): void {
    const { documentChange, documentDelete, documentRemove, targetChange } = response;
    if (documentChange) {
      const isInside = !documentChange.removedTargetIds?.length;
      changes.set(documentChange.document.name, isInside ? documentChange.document : undefined);
    }
    const gone = documentDelete ?? documentRemove;
    if (gone) changes.set(gone.document, undefined);
    if (!targetChange) return;
    switch (targetChange.targetChangeType) {
      case 'CURRENT':
        isCurrent = true;
        break;
      case 'RESET':
        changes = new Map();
        isReset = true;
        isCurrent = false;
        break;
      case 'REMOVE': {
        const { message, code } = targetChange.cause ?? {};
        fail(Object.assign(new Error(message ?? 'The target was removed'), { code }));
        return;
      }
      default:
    }
    if (targetChange.resumeToken?.length) resumeToken = targetChange.resumeToken;
    const isConsistent = targetChange.targetChangeType === 'NO_CHANGE' && !targetChange.targetIds?.length;
    if (!isConsistent || !targetChange.readTime || !isCurrent) return;
    failures = 0;
    clearTimeout(timer);
    tell();
  }

  async function open(): Promise<void> {
    if (isEnded) return;
    isCurrent = false;
    changes = new Map();
    try {
      const rpc = await connection.rpc();
      if (isEnded) return;
      const opened = rpc.listen(connection.options());
      stream = opened;
      timer = setTimeout(() => fail(new Error('The stream did not begin in time')), CONNECTION_TIMEOUT).unref();
      const isMine = () => stream === opened && !isEnded;
      opened.on('data', (response: RpcListenResponse) => isMine() && guard(() => take(response)));
      opened.on('error', (error) => isMine() && fail(error));
      opened.on('end', () => isMine() && fail(new Error('The stream ended')));
      const asked =
        'documents' in target
          ? { documents: { documents: target.documents } }
          : { query: { parent: connection.root, structuredQuery: target.query } };
      const addTarget = { targetId: 1, ...asked, ...(resumeToken && { resumeToken }) };
      opened.write({ database: connection.database, addTarget });
    } catch (error) {
      fail(error);
    }
  }

  /** Errors of the handler end the stream. */
  function guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (isEnded) return;
      end();
      handlers.onError(error instanceof Error ? error : new Error(String(error), { cause: error }));
    }
  }

  void open();
  return end;
}
