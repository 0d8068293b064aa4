/** Messages, or a branch of them, as a file of `locales/` holds them. */
export type MessageTree<Text> = Text | { [key: string]: MessageTree<Text> };

/** Puts every message of a tree through a function, and keeps the tree's form. */
export function mapMessages<Text>(tree: MessageTree<string>, map: (message: string) => Text): MessageTree<Text> {
  if (typeof tree === 'string') return map(tree);
  return Object.fromEntries(Object.entries(tree).map(([key, branch]) => [key, mapMessages(branch, map)]));
}
