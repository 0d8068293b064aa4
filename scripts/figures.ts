import { parseSync, Visitor } from 'vite';

/** A module of production with what it holds and which modules of production it imports. Paths are relative to the root. */
export interface SourceModule {
  path: string;
  text: string;
  /** Static imports of values: neither types nor `import(…)`. */
  imports: readonly string[];
}

export interface Figures {
  files: number;
  lines: number;
  /** Files with fewer than `SHORT_FILE` lines. */
  shortFiles: number;
  /** Functions with more than `LONG_FUNCTION` lines, a function within a function included. */
  longFunctions: number;
  flows: { name: string; files: number; lines: number }[];
}

const SHORT_FILE = 20;

const LONG_FUNCTION = 100;

const PRODUCTION = /^(?:app|core|adapters|server|cli)\/.*\.tsx?$/;

const NOT_PRODUCTION = /\.(?:test|contract|spec|hostile)\.tsx?$|^adapters\/contracts\//;

/**
 * Where each flow begins: the modules that handle it, and the adapters behind the ports that they are given.
 *
 * The files of a flow are these modules and all that they import, directly or through others. That is what somebody may have to open
 * to follow the flow from its beginning to its end, and more than one pass through it executes. Left out are types, which explain
 * but do nothing; `import(…)`, by which a flow hands over to another part; the modules that assemble the server
 * (`server/site-server.ts` and the `create-…` that it calls), since they belong to all flows; and the document store, which
 * lies below all flows and has a line of its own.
 *
 * - _kept page_: from the socket to the answer from memory
 * - _rendered page_: from the socket to the document of an item's page that the cache did not have, and what is kept of it
 * - _keystroke_: a frame of a draft, from the socket through log and document to the snapshot in the item
 * - _publish_: the form that the editor's panel sends
 * - _picture_: a form of a picture, from the route to the process that draws it
 */
export const FLOWS: Readonly<Record<string, readonly string[]>> = {
  'kept page': [
    'server/http/http-server.ts',
    'server/http/request-listener.ts',
    'server/page-cache/answer-hit.ts',
    'server/page-cache/page-cache.ts',
  ],
  'rendered page': [
    'server/http/http-server.ts',
    'server/http/request-listener.ts',
    'server/page-cache/answer-hit.ts',
    'server/pages/page-routes.ts',
    'server/pages/answer-page.ts',
    'server/page-cache/page-cache.ts',
    'server/page-cache/read-index.ts',
    'server/page-cache/remember-reads.ts',
    'server/rendering/render-page.ts',
    'app/entry.server.tsx',
    'app/root.tsx',
    'app/site/item/route.tsx',
  ],
  keystroke: ['server/drafts/draft-sockets.ts', 'server/drafts/draft-documents.ts', 'adapters/sqlite/draft-log.ts'],
  publish: ['app/admin/publishing/panel/route.tsx'],
  picture: [
    'server/api/media.ts',
    'adapters/disk/file-store.ts',
    'adapters/sharp/create-pictures.ts',
    'adapters/sharp/picture-process.ts',
  ],
  'document store': ['adapters/sqlite/document-store.ts'],
};

/** Whether a file counts: code of the product, without tests and the suites of contracts. */
export function isProduction(path: string): boolean {
  return PRODUCTION.test(path) && !NOT_PRODUCTION.test(path);
}

/** @throws {Error} if a flow begins at a module that is not there. */
export function measure(modules: readonly SourceModule[], flows = FLOWS): Figures {
  const byPath = new Map(modules.map((module) => [module.path, { ...module, lines: countLines(module.text) }]));
  const all = [...byPath.values()];
  return {
    files: all.length,
    lines: sumLines(all),
    shortFiles: all.filter(({ lines }) => lines < SHORT_FILE).length,
    longFunctions: all.reduce((sum, { path, text }) => sum + countLongFunctions(path, text), 0),
    flows: Object.entries(flows).map(([name, entries]) => {
      const reached = reach(byPath, name, entries);
      return { name, files: reached.length, lines: sumLines(reached) };
    }),
  };
}

function reach<M extends SourceModule>(modules: ReadonlyMap<string, M>, name: string, entries: readonly string[]): M[] {
  const missing = entries.filter((path) => !modules.has(path));
  if (missing.length > 0)
    throw new Error(`The flow “${name}” begins at files that are not there: ${missing.join(', ')}`);
  const reached = new Set<M>();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const module = modules.get(path);
    if (!module || reached.has(module)) continue;
    reached.add(module);
    open.push(...module.imports);
  }
  return [...reached];
}

function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function sumLines(files: readonly { lines: number }[]): number {
  return files.reduce((sum, { lines }) => sum + lines, 0);
}

function countLongFunctions(path: string, text: string): number {
  let count = 0;
  const see = ({ start, end }: { start: number; end: number }) => {
    if (countLines(text.slice(start, end)) > LONG_FUNCTION) count++;
  };
  const visitor = new Visitor({ FunctionDeclaration: see, FunctionExpression: see, ArrowFunctionExpression: see });
  visitor.visit(parseSync(path, text).program);
  return count;
}

/** The figures as lines of text. */
export function formatFigures({ files, lines, shortFiles, longFunctions, flows }: Figures): string {
  const rows = [
    ['production', `${files} files`, `${lines} lines`],
    [`files below ${SHORT_FILE} lines`, `${shortFiles}`],
    [`functions over ${LONG_FUNCTION} lines`, `${longFunctions}`],
    ...flows.map((flow) => [flow.name, `${flow.files} files`, `${flow.lines} lines`]),
  ];
  return rows
    .map(([name = '', ...cells]) => `${name.padEnd(26)}${cells.map((cell) => cell.padStart(13)).join('')}\n`)
    .join('');
}
