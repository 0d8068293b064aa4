import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import type { ImportedOutcome, ImportProgress, ImportReport } from '#core/importing/import-report.ts';
import { IMPORT_FORMATS, type ImportFormat, type ImportMap } from '#core/importing/item-reader.ts';
import { exportFiles } from '#server/importing/export-files.ts';
import { type ImportSettings, importFiles } from '#server/importing/import-files.ts';
import {
  type Command,
  type CommandContext,
  CommandFailure,
  type CommandOptions,
  DONE,
  type ExitCode,
  WrongUsage,
} from '../command-line/command.ts';
import { withSite } from '../command-line/open-site.ts';

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
        const { tell, report } = createImportReport(context, { json, isDryRun: false });
        return report(await importFiles(site, [SAMPLE], tell));
      },
      { isNew: true },
    ),
};

/** Items between two progress lines if the output is not a terminal. */
const STEP = 1_000;

/** What a dry run says of each outcome. */
const WOULD_BE = { created: 'create', changed: 'change', unchanged: 'leave', refused: 'refuse' } as const;

/** Reports progress: one line that is overwritten on a terminal, otherwise a line every `STEP` items. */
function createProgress(
  context: CommandContext,
  quiet: boolean,
): (progress: Partial<ImportProgress> & { imported: number }) => void {
  let told = 0;
  return ({ imported, unchanged = 0, refused = 0 }) => {
    const done = imported + unchanged + refused;
    if (quiet) return;
    if (context.isTerminal) {
      context.error(`\r${done} items …`);
    } else if (done - told >= STEP) {
      told = done;
      context.error(`${done} items …\n`);
    }
  };
}

/** Prints what an import does: with `isDryRun`, also what would become of each item. */
function createImportReport(
  context: CommandContext,
  { json, isDryRun }: { json: boolean; isDryRun: boolean },
): {
  tell: { onProgress: (progress: ImportProgress) => void; onOutcome?: (outcome: ImportedOutcome) => void };
  report: (report: ImportReport) => ExitCode;
} {
  const items: ImportedOutcome[] = [];
  const say = (lines: readonly string[], prefix = '') => {
    for (const line of lines) context.error(`${prefix}${line}\n`);
  };
  return {
    tell: {
      onProgress: createProgress(context, json),
      ...(isDryRun && { onOutcome: (outcome) => void items.push(outcome) }),
    },
    report(report) {
      const ok = report.problems.length === 0;
      if (json) {
        context.out(`${JSON.stringify({ ok, ...report, ...(isDryRun && { dryRun: true, items }) })}\n`);
        return ok ? 0 : 1;
      }
      if (context.isTerminal) context.error('\r\u001b[K');
      for (const { id, outcome, origin } of items) context.out(`${WOULD_BE[outcome]} ${id || '?'}  ${origin}\n`);
      say(report.problems);
      say(report.drafts);
      say(report.notes);
      say(report.gone, 'not in the files any more: ');
      const parts = [`${report.imported} imported`, `${report.unchanged} unchanged`];
      if (report.refused > 0) parts.push(`${report.refused} refused`);
      if (report.gone.length > 0) parts.push(`${report.gone.length} gone`);
      context.out(`${isDryRun ? 'nothing stored; this would be: ' : ''}${parts.join(', ')}\n`);
      return ok ? 0 : 1;
    },
  };
}

export const exportCommand: Command = {
  name: 'export',
  operands: 'FOLDER',
  summary: 'writes all items and the files of the library into an empty folder, as import reads them',
  details: [
    'One YAML file per item, in a folder per content type, and the library in media/: drafts, languages, tags, covers, fields,',
    'texts with the links between their translations, old addresses, and the settings that owners changed. Not: people, history,',
    'schedules, messages, the trash.',
    'Importing the files elsewhere and exporting them there gives the same files. See docs/importing.md.',
  ],
  operandCount: [1, 1],
  run: ([folder = ''], { json }, context) =>
    withSite(context, async (site) => {
      const tell = createProgress(context, json);
      const report = await exportFiles(site, folder, ({ items }) => tell({ imported: items })).catch(
        (error: unknown) => {
          if (!(error instanceof Error) || error.name !== 'FolderNotEmpty') throw error;
          throw new CommandFailure([
            `${error.message}. An export needs a new or an empty folder; nothing was written.`,
          ]);
        },
      );
      if (json) {
        context.out(`${JSON.stringify({ ok: true, ...report })}\n`);
        return DONE;
      }
      if (context.isTerminal) context.error('\r\u001b[K');
      for (const note of report.notes) context.error(`${note}\n`);
      context.out(`${report.items} items and ${report.files} files written to ${folder}\n`);
      return DONE;
    }),
};

const mapSchema = z.record(z.string(), z.string());

/**
 * Reads what becomes of columns or properties: a YAML or JSON file with the name of each, or `Name=member,Other=member`.
 * @throws Error with a sentence for a person
 */
async function readImportMap(given: string): Promise<ImportMap> {
  if (given.includes('=')) return new Map(given.split(',').map((pair) => readPair(pair)));
  const text = await readFile(given, 'utf8').catch(() => {
    throw new Error(`${given}: there is no such file; a mapping is a file, or Name=member,Other=member.`);
  });
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new Error(`${given}: not YAML: ${reason}`, { cause: error });
  }
  const parsed = mapSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${given}: ${issue?.path.join('.') || 'the file'}: must name a member of an item`);
  }
  return new Map(Object.entries(parsed.data));
}

function readPair(pair: string): [string, string] {
  const at = pair.lastIndexOf('=');
  const [name, member] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  if (at < 0 || name === '' || member === '') throw new Error(`"${pair}" is not Name=member.`);
  return [name, member];
}
