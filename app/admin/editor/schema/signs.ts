import { type Mark, markInputRule, markPasteRule } from '@tiptap/core';

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
