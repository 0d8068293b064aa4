import { type IndexFile, isFileFailure, openCopy, openIndexFile, removeIndexFile } from './index-file.ts';

/** The index that a process uses: of its file or, once that fails, a temporary one. */
export interface OpenedIndex {
  current(): IndexFile;
  /** Does some work with the index. If its file fails, an empty temporary one takes its place. */
  using<T>(work: (index: IndexFile) => T): T;
  /** Goes on with a copy, as a temporary index. @throws if it cannot be used */
  continueWith(copy: string): void;
  close(): void;
}

export interface OpenedIndexOptions {
  file: string;
  identity: string;
  onUnusable: ((sentence: string, error?: unknown) => void) | undefined;
  /** Called when work failed, so that what it wrote may be lost. */
  onFailed: () => void;
  /** Called when an empty index has taken the place of one whose file failed. */
  onEmptied: () => void;
}

/** An index that is opened when it is first used. */
export function createOpenedIndex({
  file,
  identity,
  onUnusable,
  onFailed,
  onEmptied,
}: OpenedIndexOptions): OpenedIndex {
  let opened: IndexFile | undefined;
  let isTemporary = file === '';

  function current(): IndexFile {
    if (opened) return opened;
    try {
      opened = openIndexFile(file, identity, (error) =>
        onUnusable?.(
          `The stored search index is ${error ? 'damaged' : 'of another configuration'}; it is built anew`,
          error,
        ),
      );
    } catch (error) {
      opened = openTemporary('The file of the search index cannot be made; this process does without it', error);
    }
    return opened;
  }

  function openTemporary(sentence: string, error: unknown): IndexFile {
    if (isTemporary) throw error;
    isTemporary = true;
    onUnusable?.(sentence, error);
    return openIndexFile('', identity, () => {});
  }

  function using<T>(work: (index: IndexFile) => T): T {
    const index = current();
    try {
      return work(index);
    } catch (error) {
      onFailed();
      if (!index.database.isOpen || !isFileFailure(error)) throw error;
      opened = openTemporary('The file of the search index failed; this process builds it anew without it', error);
      index.database.close();
      removeIndexFile(file);
      onEmptied();
      return work(opened);
    }
  }

  return {
    current,
    using,
    continueWith(copy) {
      const next = openCopy(copy, identity);
      opened?.database.close();
      opened = next;
      isTemporary = true;
    },
    close() {
      if (opened?.database.isOpen) opened.database.close();
    },
  };
}
