import { type Doc, encodeStateAsUpdate } from 'yjs';

/** Maximum answers that are kept, of all drafts. Those who reconnect after a restart ask the same. */
const MOST_KEPT = 4;

/** What a browser lacks of a document, given what it has as a Yjs state vector. */
export type AnswerState = (doc: Doc, state: Uint8Array) => Uint8Array;

/** Encodes each state once, as long as the document stays as it is. */
export function createStateAnswers(): AnswerState {
  const watched = new WeakSet<Doc>();
  let kept: { doc: Doc; state: Uint8Array; update: Uint8Array }[] = [];

  return (doc, state) => {
    const known = kept.find((each) => each.doc === doc && Buffer.compare(each.state, state) === 0);
    if (known) return known.update;
    const update = encodeStateAsUpdate(doc, state);
    const forget = () => {
      kept = kept.filter((each) => each.doc !== doc);
    };
    if (!watched.has(doc)) {
      watched.add(doc);
      doc.on('update', forget);
      doc.on('destroy', forget);
    }
    kept = [{ doc, state, update }, ...kept].slice(0, MOST_KEPT);
    return update;
  };
}
