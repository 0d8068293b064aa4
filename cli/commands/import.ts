import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IMPORT_FORMATS, type ImportFormat } from '#core/importing/item-reader.ts';
import { type ImportSettings, importFiles } from '#server/importing/import-files.ts';
import { readImportMap } from '#server/importing/read-import-map.ts';
import { type Command, CommandFailure, type CommandOptions, WrongUsage } from '../command-line/command.ts';
import { withSite } from '../command-line/open-site.ts';
import { createImportReport, createProgress, reportImport } from '../command-line/report-import.ts';

/** The format of files with an extension; others are files of items. */
const EXTENSIONS: { [extension: string]: ImportFormat } = {
  csv: 'csv',
  md: 'markdown',
  mdx: 'markdown',
  markdown: 'markdown',
  xml: 'wordpress',
};

export const importCommand: Command = {
  name: 'import',
  operands: 'FILE|FOLDER…',
  summary: 'creates, replaces and publishes items, and files of the library, from YAML, JSON, JSONL and other formats',
  details: [
    `  --format FORMAT    ${IMPORT_FORMATS.join(', ')}; otherwise by the extension of the first file`,
    '  --dry-run          says what would be created, changed, left as it is and refused; nothing is stored',
    '  --type KEY         the content type of items that name none',
    '  --language CODE    the language of texts that name none',
    '  --map FILE|PAIRS   what becomes of columns or properties: a YAML or JSON file, or Name=member,Other=member',
    '  --media FOLDER     the folder of pictures that are named by an address',
    '  --lenient          leaves out what a text cannot have, and tells it, instead of refusing the item',
    '',
    'A text that fails the checks for publishing stays a draft. A second import changes only what has changed; items whose',
    'file is gone are named and stay. Every line about an item begins with its file and line. See docs/importing.md.',
  ],
  operandCount: [1, Number.POSITIVE_INFINITY],
  options: {
    format: { type: 'string' },
    type: { type: 'string' },
    language: { type: 'string' },
    map: { type: 'string' },
    media: { type: 'string' },
    lenient: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  run: async (paths, { json, values }, context) => {
    const settings = await readSettings(paths, values);
    return withSite(
      context,
      async (site) => {
        const known = site.config.locales.map(({ code }) => code);
        if (settings.language !== undefined && !known.includes(settings.language)) {
          throw new CommandFailure([`The site has no language "${settings.language}", only ${known.join(', ')}.`]);
        }
        const types = site.config.contentTypes.map(({ key }) => key);
        if (settings.type !== undefined && !types.includes(settings.type)) {
          throw new CommandFailure([`The site has no content type "${settings.type}", only ${types.join(', ')}.`]);
        }
        const { tell, report } = createImportReport(context, { json, isDryRun: settings.isDryRun === true });
        return report(await importFiles(site, paths, { ...settings, ...tell }));
      },
      { isNew: settings.isDryRun !== true },
    );
  },
};

async function readSettings(paths: string[], values: CommandOptions['values']): Promise<ImportSettings> {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
  const [type, language, map, media] = ['type', 'language', 'map', 'media'].map(text);
  return {
    format: readFormat(
      text('format') ??
        EXTENSIONS[
          extname(paths[0] ?? '')
            .toLowerCase()
            .slice(1)
        ] ??
        'items',
    ),
    isDryRun: values['dry-run'] === true,
    lenient: values.lenient === true,
    ...(type !== undefined && { type }),
    ...(language !== undefined && { language }),
    ...(media !== undefined && { media }),
    ...(map !== undefined && { map: await readMap(map) }),
  };
}

function readFormat(given: string): ImportFormat {
  const found = IMPORT_FORMATS.find((format) => format === given);
  if (!found) throw new WrongUsage(`There is no format "${given}", only ${IMPORT_FORMATS.join(', ')}.`);
  return found;
}

async function readMap(given: string) {
  try {
    return await readImportMap(given);
  } catch (error) {
    throw new CommandFailure([error instanceof Error ? error.message : String(error)], { cause: error });
  }
}

const SAMPLE = fileURLToPath(new URL('../../sample', import.meta.url));

export const seed: Command = {
  name: 'seed',
  operands: '',
  summary: "brings in the sample site's items",
  operandCount: [0, 0],
  run: (_operands, { json }, context) =>
    withSite(
      context,
      async (site) => {
        const report = await importFiles(site, [SAMPLE], { onProgress: createProgress(context, json) });
        return reportImport(report, json, context);
      },
      { isNew: true },
    ),
};
