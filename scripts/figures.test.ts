import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FLOWS, isProduction, measure, type SourceModule } from './figures.ts';

function module(path: string, imports: string[], text = 'export {};\n'): SourceModule {
  return { path, imports, text };
}

const LONG = `export function outer() {\n${'  work();\n'.repeat(99)}}\n`;

describe('the figures of the code', () => {
  it('count the files and lines of production, and which files are short', () => {
    const long = module('core/long.ts', [], '// a line\n'.repeat(20));
    const { files, lines, shortFiles } = measure([long, module('core/short.ts', [])], {});
    expect({ files, lines, shortFiles }).toEqual({ files: 2, lines: 21, shortFiles: 1 });
  });

  it('count functions of more than 100 lines, of each kind and inside others', () => {
    const inside = `${LONG.replace('outer() {', 'outer() {\n  return () => {').slice(0, -2)}};\n}\n`;
    const count = (text: string, path = 'core/a.ts') => measure([module(path, [], text)], {}).longFunctions;
    expect(count(LONG)).toBe(1);
    expect(count(LONG.replace('  work();\n', ''))).toBe(0);
    expect(count(inside)).toBe(2);
    expect(count(`export const Page = () => (\n<p>\n${'text\n'.repeat(99)}</p>);\n`, 'app/page.tsx')).toBe(1);
    expect(count(`export class Work {\n  run(): void {\n${'    work();\n'.repeat(99)}  }\n}\n`)).toBe(1);
  });

  it('count each file of a flow once, however it is reached', () => {
    const modules = [
      module('server/start.ts', ['core/a.ts', 'core/b.ts']),
      module('core/a.ts', ['core/b.ts', 'node_modules/zod/index.js']),
      module('core/b.ts', ['core/a.ts']),
      module('core/other.ts', ['core/a.ts']),
    ];
    expect(measure(modules, { start: ['server/start.ts'] }).flows).toEqual([{ name: 'start', files: 3, lines: 3 }]);
  });

  it('fail if a flow begins at a file that is not there', () => {
    expect(() => measure([], { publish: ['app/gone.tsx'] })).toThrow(
      '“publish” begins at files that are not there: app/gone.tsx',
    );
  });

  it('leave out tests and contracts, and begin at files that exist', () => {
    expect(
      ['core/a.test.ts', 'adapters/contracts/any-text.ts', 'bench/main.ts', 'app/a.tsx'].filter(isProduction),
    ).toEqual(['app/a.tsx']);
    const entries = Object.values(FLOWS).flat();
    expect(entries.filter((path) => !existsSync(path) || !isProduction(path))).toEqual([]);
  });
});
