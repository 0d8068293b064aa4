/** What is done with several files at once. */
export const FILE_ACTIONS = ['tag', 'untag', 'trash', 'untrash', 'purge'] as const;

export type FileAction = (typeof FILE_ACTIONS)[number];

/** A question before files are removed that texts use, or for good. */
export interface RemovalQuestion {
  kind: 'ask';
  action: 'trash' | 'purge';
  ids: string[];
  /** Of the files that are used: a sentence each, with the items. */
  uses: string[];
}

/** The answer to a form of the list. */
export type FilesAnswer =
  | { kind: 'done'; sentence: string; note?: string }
  | { kind: 'problem'; sentence: string }
  | RemovalQuestion;
