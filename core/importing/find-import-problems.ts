import type { SiteConfig } from '../site/site-config.ts';
import { ANY_PICTURE, withPictures } from './import-pictures.ts';
import { isFileValue, readImportedFile } from './imported-file.ts';
import { readImportedItem } from './imported-item.ts';
import { importedItemProblems } from './imported-item-problems.ts';
import { isSettingEntry, readImportedSetting } from './imported-setting.ts';
import { reportProblem, type SourcedItem, type UnreadableItem } from './sourced-item.ts';

/** What would prevent items from being imported into any site with a configuration, one line each. Nothing is stored. */
export async function findImportProblems(
  config: SiteConfig,
  sources: AsyncIterable<SourcedItem | UnreadableItem>,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const source of sources) {
    if ('unreadable' in source) {
      lines.push(`${source.file}:${source.line}: ${source.unreadable}`);
      continue;
    }
    if (isSettingEntry(source.value)) {
      lines.push(
        ...readImportedSetting(source.value, config).problems.map((problem) => reportProblem(source, problem)),
      );
      continue;
    }
    if (isFileValue(source.value)) {
      lines.push(...readImportedFile(source.value, config).problems.map((problem) => reportProblem(source, problem)));
      continue;
    }
    const { item, problems } = readImportedItem(source.value, config);
    const complete = item && (await withPictures(config, source, item, async () => ANY_PICTURE));
    const all = [...problems, ...(complete ? importedItemProblems(config, complete) : [])];
    lines.push(...all.map((problem) => reportProblem(source, problem)));
  }
  return lines;
}
