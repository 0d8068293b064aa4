/** A tree of messages, as in a file of `locales/`. */
export type MessageTree<Text> = Text | { [key: string]: MessageTree<Text> };

/** Maps every message of a tree and keeps its structure. */
export function mapMessages<Text>(tree: MessageTree<string>, map: (message: string) => Text): MessageTree<Text> {
  if (typeof tree === 'string') return map(tree);
  return Object.fromEntries(Object.entries(tree).map(([key, branch]) => [key, mapMessages(branch, map)]));
}
