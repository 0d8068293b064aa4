import { readdir, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';

const EXTENSIONS = ['.yaml', '.yml', '.json', '.jsonl', '.ndjson'];

/** A file, and the folder in which the files that it names must be. */
export type FoundFile = { file: string; root: string } | { file: string; problem: string };

/** The files of items at a path: the file itself, or all files below the folder, sorted by name, but those in `media` first. */
export async function* findItemFiles(path: string, extensions = EXTENSIONS): AsyncGenerator<FoundFile> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) {
    yield { file: path, problem: 'there is no such file or folder' };
  } else if (!stats.isDirectory()) {
    yield hasExtension(path, extensions)
      ? { file: path, root: dirname(path) }
      : { file: path, problem: `is not one of ${extensions.join(', ')}` };
  } else {
    let found = false;
    for await (const file of walk(path, extensions)) {
      found = true;
      yield { file, root: path };
    }
    if (!found) yield { file: path, problem: `the folder has no files of items (${extensions.join(', ')})` };
  }
}

async function* walk(folder: string, extensions: string[]): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  // The files of the library first: texts without an alternative text of their own are published with that of their pictures.
  const rank = ({ name }: { name: string }) => (name === 'media' ? 0 : 1);
  for (const entry of entries.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path, extensions);
    else if (entry.isFile() && hasExtension(path, extensions)) yield path;
  }
}

function hasExtension(path: string, extensions: string[]): boolean {
  return extensions.includes(extname(path).toLowerCase());
}
