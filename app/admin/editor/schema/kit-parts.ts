import { type AnyExtension, flattenExtensions, type Mark, type Node } from '@tiptap/core';
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
