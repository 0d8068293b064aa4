import { formatPath } from '../problems/problem.ts';
import type { MarkdownParser } from '../rich-text/markdown-parser.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { ANY_PICTURE, withPictures } from './import-pictures.ts';
import { importedItemProblems } from './imported-group.ts';
import { readImportedItem } from './imported-item.ts';
import type { SourcedItem, UnreadableItem } from './sourced-item.ts';

/** What would prevent items from being imported into any site with a configuration, one line each. Nothing is stored. */
export async function findImportProblems(
  { config, parseMarkdown }: { config: SiteConfig; parseMarkdown: MarkdownParser },
  sources: AsyncIterable<SourcedItem | UnreadableItem>,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const source of sources) {
    if ('unreadable' in source) {
      lines.push(`${source.file}:${source.line}: ${source.unreadable}`);
      continue;
    }
    const { item, problems } = readImportedItem(source.value, parseMarkdown);
    const complete = item && (await withPictures(config, source, item, async () => ANY_PICTURE));
    const all = [...problems, ...(complete ? importedItemProblems(config, complete) : [])];
    for (const problem of all) {
      lines.push(`${source.file}:${source.lineOf(problem)}: ${formatPath(problem.path)}: ${problem.message}`);
    }
  }
  return lines;
}
