import { type Attrs, Fragment, type Node, Slice } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep, StepMap } from '@tiptap/pm/transform';

/** Replaces nodes by the same ones with other attributes: what is before stays before, and the selection where it is. */
class AttributesStep extends ReplaceStep {
  override getMap(): StepMap {
    return StepMap.empty;
  }
}

/**
 * Changes attributes of nodes in one step. A step for each would copy the list of blocks for each.
 * @param changes the attributes to change, by the position of the node
 */
export function setAttributes(transaction: Transaction, changes: ReadonlyMap<number, Attrs>): void {
  const { doc } = transaction;
  const positions = [...changes.keys()].sort((one, other) => one - other);
  if (positions.length === 0) return;
  let next = 0;
  const changed = (parent: Node, start: number): Fragment => {
    const children: Node[] = [];
    parent.forEach((child, offset) => {
      const position = start + offset;
      const own = positions[next] === position ? changes.get(position) : undefined;
      if (own) next += 1;
      const goesOn = (positions[next] ?? doc.content.size) < position + child.nodeSize;
      const content = goesOn ? changed(child, position + 1) : child.content;
      const attributes = own ? { ...child.attrs, ...own } : child.attrs;
      children.push(own || goesOn ? child.type.create(attributes, content, child.marks) : child);
    });
    return Fragment.fromArray(children);
  };
  transaction.step(new AttributesStep(0, doc.content.size, new Slice(changed(doc, 0), 0, 0)));
}
