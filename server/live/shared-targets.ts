import type { Document, DocumentPath, DocumentStore, Snapshot } from '#core/documents/document-store.ts';
import type { LiveTarget, TargetEvent } from '#core/live/live-protocol.ts';

/** A snapshot of a target, serialised once for all streams. */
export interface SharedEvent {
  /** Whether it tells more than that nothing has changed. */
  isNew: boolean;
  /** The `TargetEvent` as a line of a stream that names the target by this id. */
  lineFor(id: string): Uint8Array;
}

/** A stream that listens to a target. */
export interface TargetListener {
  onEvent(event: SharedEvent): void;
  /** Called once if listening failed. */
  onError(): void;
}

/** Listens to each target once in the store, for all streams. */
export interface SharedTargets {
  /**
   * Adds a listener. Its first event, perhaps before this returns, is the whole result or, with a resume token, what has changed
   * since. Permissions are the caller's matter.
   * @returns a function that stops listening
   * @throws {InvalidQuery}
   */
  join(target: LiveTarget, listener: TargetListener, resumeToken?: string): () => void;
}

/** Listeners that have had the same events since they joined, with one listener in the store. */
interface Group {
  listeners: Set<TargetListener>;
  /** The whole result; `undefined` if only what has changed since a resume token is known. */
  documents: Map<DocumentPath, Document> | undefined;
  /** Of the last event; `undefined` before the first. */
  resumeToken: string | undefined;
  /** The whole result as an event, for those who join. */
  state: SharedEvent | undefined;
  stop: () => void;
}

const encoder = new TextEncoder();

/**
 * Whoever joins without a resume token shares one group per target. Whoever resumes from somewhere else has a group of its own
 * until its next event: two groups with the same resume token know the same, and become one.
 */
export function createSharedTargets(store: Pick<DocumentStore, 'listen'>): SharedTargets {
  const targets = new Map<string, Set<Group>>();

  function remove(key: string, group: Group): void {
    group.stop();
    const groups = targets.get(key);
    groups?.delete(group);
    if (groups?.size === 0) targets.delete(key);
  }

  function merge(key: string, from: Group, to: Group): void {
    for (const listener of from.listeners) to.listeners.add(listener);
    remove(key, from);
  }

  /** Another group of the target that has had its first event. */
  function findOther(key: string, group: Group, isFit: (other: Group) => boolean): Group | undefined {
    const groups = [...(targets.get(key) ?? [])];
    return groups.find((other) => other !== group && other.resumeToken !== undefined && isFit(other));
  }

  function onSnapshot(key: string, group: Group, snapshot: Snapshot): void {
    const isFirstState = group.resumeToken === undefined && snapshot.kind === 'state';
    const whole = isFirstState && findOther(key, group, ({ documents }) => documents !== undefined);
    if (whole) {
      // The store does not know the token: the state that others have is as good.
      const joining = [...group.listeners];
      merge(key, group, whole);
      for (const listener of joining) listener.onEvent(firstEvent(whole, undefined));
      return;
    }
    take(group, snapshot);
    const same = findOther(key, group, ({ resumeToken }) => resumeToken === snapshot.resumeToken);
    if (!same || group.listeners.size === 0) return;
    if (same.documents) merge(key, group, same);
    else merge(key, same, group);
  }

  function take(group: Group, snapshot: Snapshot): void {
    const { kind, changes, resumeToken } = snapshot;
    if (kind === 'state') group.documents = new Map();
    for (const { path, document } of changes) {
      if (document) group.documents?.set(path, document);
      else group.documents?.delete(path);
    }
    group.resumeToken = resumeToken;
    const documents = changes.flatMap(({ document }) => document ?? []);
    const removed = changes.filter(({ document }) => !document).map(({ path }) => path);
    const event = createEvent({ kind, documents, removed, resumeToken });
    group.state = kind === 'state' ? event : undefined;
    for (const listener of group.listeners) listener.onEvent(event);
  }

  /** @throws {InvalidQuery} */
  function open(key: string, target: LiveTarget, resumeToken: string | undefined): Group {
    const group: Group = {
      listeners: new Set(),
      documents: resumeToken === undefined ? new Map() : undefined,
      ...{ resumeToken: undefined, state: undefined, stop: () => {} },
    };
    group.stop = store.listen(target, (snapshot) => onSnapshot(key, group, snapshot), {
      onError() {
        remove(key, group);
        for (const listener of group.listeners) listener.onError();
      },
      ...(resumeToken !== undefined && { resumeToken }),
    });
    const groups = targets.get(key) ?? new Set();
    targets.set(key, groups.add(group));
    return group;
  }

  return {
    join(target, listener, resumeToken) {
      const key = JSON.stringify(target);
      const fits = (one: Group) => (resumeToken === undefined ? one.documents : one.resumeToken === resumeToken);
      const group = [...(targets.get(key) ?? [])].find(fits) ?? open(key, target, resumeToken);
      group.listeners.add(listener);
      if (group.resumeToken !== undefined) listener.onEvent(firstEvent(group, resumeToken));
      return () => {
        for (const one of targets.get(key) ?? []) {
          if (one.listeners.delete(listener) && one.listeners.size === 0) remove(key, one);
        }
      };
    },
  };
}

/** What somebody gets who joins a group that has had its first event. */
function firstEvent(group: Group, known: string | undefined): SharedEvent {
  const { documents, resumeToken = '' } = group;
  if (known !== undefined) return createEvent({ kind: 'changes', documents: [], removed: [], resumeToken });
  group.state ??= createEvent({ kind: 'state', documents: [...(documents?.values() ?? [])], removed: [], resumeToken });
  return group.state;
}

/** Keeps only the last line: most streams name a target alike. */
function createEvent(event: Omit<TargetEvent, 'target'>): SharedEvent {
  let json: string | undefined;
  let last: { id: string; line: Uint8Array } | undefined;
  return {
    isNew: event.kind === 'state' || event.documents.length + event.removed.length > 0,
    lineFor(id) {
      json ??= JSON.stringify(event).slice(1);
      if (last?.id !== id) last = { id, line: encoder.encode(`{"target":${JSON.stringify(id)},${json}\n`) };
      return last.line;
    },
  };
}
