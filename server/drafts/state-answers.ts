import { type Connection, type Document, OutgoingMessage } from '@hocuspocus/server';
import { encodeStateAsUpdate } from 'yjs';
import { createTurns } from './budgets/turns.ts';

/** `messageYjsSyncStep2` of y-protocols: what a browser lacks. */
const WHAT_YOU_LACK = 1;

/** Maximum answers that are kept, of all drafts. Those who reconnect after a restart ask the same. */
const MOST_KEPT = 4;

interface KeptAnswer {
  document: Document;
  state: Uint8Array;
  update: Uint8Array;
}

/** Answers browsers that ask for what they lack of a draft: each state once, and one answer per turn of the event loop. */
export interface StateAnswers {
  /** @param state what the browser has, as a Yjs state vector */
  answer(connection: Connection, state: Uint8Array): void;
}

export function createStateAnswers(): StateAnswers {
  const watched = new WeakSet<Document>();
  const inTurn = createTurns();
  let kept: KeptAnswer[] = [];

  function updateSince(document: Document, state: Uint8Array): Uint8Array {
    const known = kept.find((each) => each.document === document && Buffer.compare(each.state, state) === 0);
    if (known) return known.update;
    const update = encodeStateAsUpdate(document, state);
    const forget = () => {
      kept = kept.filter((each) => each.document !== document);
    };
    if (!watched.has(document)) {
      watched.add(document);
      document.on('update', forget);
      document.on('destroy', forget);
    }
    kept = [{ document, state, update }, ...kept].slice(0, MOST_KEPT);
    return update;
  }

  return {
    answer(connection, state) {
      inTurn(() => {
        const { document, messageAddress } = connection;
        if (!document.hasConnection(connection)) return;
        const begin = () => new OutgoingMessage(messageAddress).createSyncMessage();
        const update = updateSince(document, state);
        connection.send(begin().writeFirstSyncStepFor(document).toUint8Array());
        const head = [...begin().toUint8Array(), WHAT_YOU_LACK, ...varUint(update.byteLength)];
        connection.send(Buffer.concat([Buffer.from(head), update]));
      });
    },
  };
}

/** A variable-length integer: seven bits per byte. */
function varUint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varUint(Math.floor(value / 128))];
}
