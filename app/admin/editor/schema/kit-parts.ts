import { type AnyExtension, flattenExtensions, type Mark, markInputRule, markPasteRule, type Node } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';

const parts: ReadonlyMap<string, AnyExtension> = new Map(
  flattenExtensions([
    StarterKit.configure({ link: false, underline: false, trailingNode: false, undoRedo: false }),
  ]).map((extension) => [extension.name, extension]),
);

/** An extension of Tiptap's starter kit by name. @throws Error if the kit does not have it */
export function kitPart(name: string): AnyExtension {
  const part = parts.get(name);
  if (!part) throw new Error(`The starter kit has no "${name}"`);
  return part;
}

export function kitNode(name: string): Node {
  return kitPart(name) as Node;
}

export function kitMark(name: string): Mark {
  return kitPart(name) as Mark;
}

/** Words between signs, at the end of a text: with no space within the signs, so that `2 * 3 * 4` stays. */
export function wordsBetween(sign: string): string {
  const [signs, letter] = [sign, sign[0] ?? ''].map((text) => text.replace(/[*]/g, '\\$&'));
  return `(?:^|\\s)(${signs}(?!\\s)([^${letter}]*[^\\s${letter}])${signs})`;
}

/** A mark that signs around words make, when they are typed and in pasted text. */
export function withSigns(mark: Mark, signs: readonly string[]): Mark {
  return mark.extend({
    addInputRules() {
      return signs.map((sign) => markInputRule({ find: new RegExp(`${wordsBetween(sign)}$`), type: this.type }));
    },
    addPasteRules() {
      return signs.map((sign) => markPasteRule({ find: new RegExp(wordsBetween(sign), 'g'), type: this.type }));
    },
  });
}
