import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { partial } from '../../../../test/helpers/partial.ts';
import { bindSharedText, movePosition, type TextControl, textChange } from './bind-shared-text.ts';

/** A fake text control with what the binding uses. */
function createControl() {
  const listeners = new Map<string, (event: unknown) => void>();
  const control = {
    value: '',
    selectionStart: 0,
    selectionEnd: 0,
    selectionDirection: 'none' as const,
    ownerDocument: { activeElement: undefined as unknown },
    setSelectionRange(start: number, end: number) {
      control.selectionStart = start;
      control.selectionEnd = end;
    },
    addEventListener: (type: string, listener: (event: unknown) => void) => void listeners.set(type, listener),
    removeEventListener: (type: string) => void listeners.delete(type),
  };
  control.ownerDocument.activeElement = control;
  const fire = (type: string, event: object = {}) => listeners.get(type)?.({ preventDefault() {}, ...event });
  return {
    control: partial<TextControl>(control),
    fire,
    /** Types at the caret. */
    type(letters: string) {
      const at = control.selectionStart;
      control.value = control.value.slice(0, at) + letters + control.value.slice(control.selectionEnd);
      control.setSelectionRange(at + letters.length, at + letters.length);
      fire('input');
    },
    caret: (at: number) => control.setSelectionRange(at, at),
    where: () => control.selectionStart,
    listening: () => listeners.size,
  };
}

function createShared(initial = '') {
  const doc = new Doc();
  const text = doc.getText('title');
  text.insert(0, initial);
  return { doc, text };
}

describe('the change between two texts', () => {
  test('makes one of the other, for any two', () => {
    const sample = fc.string({ unit: fc.constantFrom('a', 'b', 'ñ', '😀', '😁', ' ') });
    fc.assert(
      fc.property(sample, sample, fc.nat(20), (before, after, caret) => {
        const change = textChange(before, after, Math.min(caret, after.length));
        if (!change) {
          expect(after).toBe(before);
          return;
        }
        const { at, remove, insert } = change;
        expect(before.slice(0, at) + insert + before.slice(at + remove)).toBe(after);
        expect(insert.isWellFormed()).toBe(true);
      }),
    );
  });

  test('stands where the caret is when a letter is doubled', () => {
    expect(textChange('llama', 'lllama', 1)).toEqual({ at: 0, remove: 0, insert: 'l' });
    expect(textChange('llama', 'lllama', 3)).toEqual({ at: 2, remove: 0, insert: 'l' });
  });
});

test('a position follows its letter through the changes of others', () => {
  expect(movePosition(3, [{ insert: 'xx' }])).toBe(5);
  expect(movePosition(3, [{ retain: 3 }, { insert: 'xx' }])).toBe(3);
  expect(movePosition(3, [{ retain: 1 }, { delete: 1 }])).toBe(2);
  expect(movePosition(3, [{ delete: 5 }])).toBe(0);
  expect(movePosition(3, [{ retain: 4 }, { delete: 1 }])).toBe(3);
});

describe('a field of a shared text', () => {
  test('sends what is typed as a change, and keeps the caret when others type', () => {
    const { text } = createShared('Rayos');
    const { control, type, caret, where } = createControl();
    bindSharedText(control, text);
    caret(5);
    type(' X');
    expect(text.toString()).toBe('Rayos X');
    text.insert(0, '¿');
    expect(control.value).toBe('¿Rayos X');
    expect(where()).toBe(8);
  });

  test('takes back the own changes alone', () => {
    const { text } = createShared('uno');
    const { control, type, caret, fire } = createControl();
    bindSharedText(control, text);
    caret(3);
    type(' dos');
    text.insert(0, 'cero ');
    fire('keydown', { key: 'z', ctrlKey: true });
    expect(control.value).toBe('cero uno');
    fire('keydown', { key: 'Z', ctrlKey: true, shiftKey: true });
    expect(control.value).toBe('cero uno dos');
  });

  test('leaves the control alone while a letter is being composed, and merges afterwards', () => {
    const { text } = createShared('ab');
    const { control, type, caret, fire } = createControl();
    bindSharedText(control, text);
    caret(1);
    fire('compositionstart');
    type('´');
    text.insert(0, 'XX');
    expect(control.value).toBe('a´b');
    control.value = 'aéb';
    fire('compositionend');
    expect(text.toString()).toBe('XXaéb');
    expect(control.value).toBe('XXaéb');
  });

  test('makes one line of what is pasted into one', () => {
    const { text } = createShared();
    const { control, type } = createControl();
    bindSharedText(control, text, { singleLine: true });
    type('uno\n  dos');
    expect(text.toString()).toBe('uno dos');
    expect(control.value).toBe('uno dos');
  });

  test('hears nothing any more once it is let go', () => {
    const { text } = createShared('a');
    const { control, listening } = createControl();
    bindSharedText(control, text)();
    text.insert(0, 'b');
    expect(control.value).toBe('a');
    expect(listening()).toBe(0);
  });

  test('loses no letter that two people type at the same time, whatever they type where', () => {
    const typing = fc.array(fc.record({ who: fc.nat(1), at: fc.nat(30), sync: fc.boolean() }), { maxLength: 40 });
    fc.assert(
      fc.property(typing, (strokes) => {
        const people = [createShared(), createShared()] as const;
        const controls = people.map(({ text }) => {
          const made = createControl();
          bindSharedText(made.control, text);
          return made;
        });
        const sync = () => {
          applyUpdate(people[1].doc, encodeStateAsUpdate(people[0].doc));
          applyUpdate(people[0].doc, encodeStateAsUpdate(people[1].doc));
        };
        for (const [index, { who, at, sync: syncs }] of strokes.entries()) {
          const made = controls[who];
          made?.caret(Math.min(at, made.control.value.length));
          made?.type(String.fromCodePoint(0x4e00 + index));
          if (syncs) sync();
        }
        sync();
        expect(controls[0]?.control.value).toBe(controls[1]?.control.value);
        expect([...(controls[0]?.control.value ?? '')].sort()).toEqual(
          strokes.map((_, index) => String.fromCodePoint(0x4e00 + index)),
        );
      }),
    );
  });
});
