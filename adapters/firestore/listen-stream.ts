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

/**
 * Listens to one target by a stream of the service, and connects again, where it was, after a failure.
 * @returns a function that stops listening
 */
export function openListenStream(connection: Connection, target: StreamTarget, handlers: StreamHandlers): () => void {
  const stream = new ListenStream(connection, target, handlers);
  void stream.open();
  return () => stream.end();
}

class ListenStream {
  readonly #connection: Connection;
  readonly #target: StreamTarget;
  readonly #handlers: StreamHandlers;
  #isEnded = false;
  #stream: ReturnType<FirestoreRpc['listen']> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #resumeToken: Uint8Array | undefined;
  /** Since the last consistent state. */
  #changes = new Map<string, RpcDocument | undefined>();
  #isReset = true;
  #isCurrent = false;

  constructor(connection: Connection, target: StreamTarget, handlers: StreamHandlers) {
    this.#connection = connection;
    this.#target = target;
    this.#handlers = handlers;
  }

  async open(): Promise<void> {
    if (this.#isEnded) return;
    this.#isCurrent = false;
    this.#changes = new Map();
    try {
      const rpc = await this.#connection.rpc();
      if (this.#isEnded) return;
      const opened = rpc.listen(this.#connection.options());
      this.#stream = opened;
      const giveUp = () => this.#fail(new Error('The stream did not begin in time'));
      this.#timer = setTimeout(giveUp, CONNECTION_TIMEOUT).unref();
      const isMine = () => this.#stream === opened && !this.#isEnded;
      opened.on('data', (response: RpcListenResponse) => isMine() && this.#guard(() => this.#take(response)));
      opened.on('error', (error) => isMine() && this.#fail(error));
      opened.on('end', () => isMine() && this.#fail(new Error('The stream ended')));
      opened.write({ database: this.#connection.database, addTarget: this.#asked() });
    } catch (error) {
      this.#fail(error);
    }
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#stream?.cancel();
  }

  #asked(): object {
    const { root } = this.#connection;
    const asked =
      'documents' in this.#target
        ? { documents: { documents: this.#target.documents } }
        : { query: { parent: root, structuredQuery: this.#target.query } };
    return { targetId: 1, ...asked, ...(this.#resumeToken && { resumeToken: this.#resumeToken }) };
  }

  #fail(error: unknown): void {
    if (this.#isEnded) return;
    clearTimeout(this.#timer);
    this.#stream?.cancel();
    if (FINAL.includes(codeOf(error) ?? -1) || error instanceof StoreUnavailable) {
      this.end();
      this.#handlers.onError(toStoreError(error, 'read') as Error);
      return;
    }
    const wait = Math.min(BACKOFF.longest, Math.round(BACKOFF.first * BACKOFF.factor ** this.#failures++));
    this.#timer = setTimeout(() => void this.open(), wait);
    this.#timer.unref();
  }

  #take(response: RpcListenResponse): void {
    const { documentChange, documentDelete, documentRemove, targetChange } = response;
    if (documentChange) {
      const isInside = !documentChange.removedTargetIds?.length;
      this.#changes.set(documentChange.document.name, isInside ? documentChange.document : undefined);
    }
    const gone = documentDelete ?? documentRemove;
    if (gone) this.#changes.set(gone.document, undefined);
    if (!targetChange) return;
    switch (targetChange.targetChangeType) {
      case 'CURRENT':
        this.#isCurrent = true;
        break;
      case 'RESET':
        this.#changes = new Map();
        this.#isReset = true;
        this.#isCurrent = false;
        break;
      case 'REMOVE': {
        const { message, code } = targetChange.cause ?? {};
        this.#fail(Object.assign(new Error(message ?? 'The target was removed'), { code }));
        return;
      }
      default:
    }
    if (targetChange.resumeToken?.length) this.#resumeToken = targetChange.resumeToken;
    const isConsistent = targetChange.targetChangeType === 'NO_CHANGE' && !targetChange.targetIds?.length;
    if (!isConsistent || !targetChange.readTime || !this.#isCurrent) return;
    this.#failures = 0;
    clearTimeout(this.#timer);
    this.#tell();
  }

  #tell(): void {
    if (this.#changes.size === 0 && !this.#isReset) return;
    const [told, wasReset] = [this.#changes, this.#isReset];
    this.#changes = new Map();
    this.#isReset = false;
    this.#handlers.onSnapshot(told, wasReset);
  }

  /** Errors of the handler end the stream. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (this.#isEnded) return;
      this.end();
      this.#handlers.onError(error instanceof Error ? error : new Error(String(error), { cause: error }));
    }
  }
}
