import { lineTeller, replaceEnclosed } from '../one-pass.ts';
import { changeOutsideCode } from './outside-code.ts';
import { lineBreaks, type TellChange } from './shortcodes.ts';

/** Each element that names an import repeats its path. Source for the length: Meki's own; file systems have up to 4,096. */
const IMPORT = /^import\s+(?:\*\s+as\s+)?(\w+)\s+from\s+(['"])([^'"]{1,1000})\2/;
const VALUE = String.raw`\{(?:[^{}]|\{[^{}]*\})*\}`;

/**
 * Makes Markdown of MDX: pictures that are imported get their path, and imports, exports, values in braces and comments go.
 * Components stay as elements, for the HTML parser to tell.
 */
export function mdxToMarkdown(mdx: string, tell: TellChange): string {
  const files = new Map<string, string>();
  return changeOutsideCode(mdx, (stretch, firstLine) =>
    withoutExpressions(withElements(withoutModules(stretch, firstLine, files, tell), files), firstLine, tell),
  );
}

/** Blanks the blocks that begin with `import` or `export`. */
function withoutModules(stretch: string, firstLine: number, files: Map<string, string>, tell: TellChange): string {
  let isModule = false;
  let isStart = true;
  const lines = stretch.split('\n').map((line, index) => {
    const begins = (isStart || isModule) && /^(?:import|export)\s/.test(line);
    isModule = line.trim() !== '' && (begins || isModule);
    isStart = line.trim() === '';
    if (!isModule) return line;
    const [, name, , path] = IMPORT.exec(line) ?? [];
    if (name && path) files.set(name, path);
    if (line.startsWith('export')) tell(firstLine + index, `what a post exports is left out: ${line.slice(0, 60)}`);
    return '';
  });
  return lines.join('\n');
}

function withElements(stretch: string, files: ReadonlyMap<string, string>): string {
  const keepingLines = (text: string) => '\n'.repeat(lineBreaks(text));
  const comment = () => '*/}';
  return replaceEnclosed(stretch, /\{\/\*/g, comment, ({ text }) => keepingLines(text))
    .replace(/<\/?>/g, '')
    .replace(
      /<([A-Za-z][\w.]*)(?![\w.])((?:[^<>{}]|\{(?:[^{}]|\{[^{}]*\})*\})*?)(\/?)>/g,
      (_, name: string, rest: string, end) => {
        const isPicture = /^(?:Image|Picture|img)$/.test(name);
        const attributes = rest
          .replace(/\bsrc=\{(\w+)(?:\.src)?\}/g, (whole, file) =>
            files.has(file) ? `src="${files.get(file)}"` : whole,
          )
          .replace(/=\{(["'])([^"'{}]*)\1\}/g, '="$2"')
          .replace(new RegExp(String.raw`\s(?:[\w:-]+=)?${VALUE}`, 'g'), keepingLines);
        if (isPicture) return `<img${attributes}>`;
        return `<${name}${attributes}>${end ? `</${name}>` : ''}`;
      },
    );
}

function withoutExpressions(stretch: string, firstLine: number, tell: TellChange): string {
  const lineAt = lineTeller(stretch);
  return stretch.replace(new RegExp(String.raw`(?<!\\)${VALUE}`, 'g'), (whole, at: number) => {
    const words = /^\{\s*(["'`])([^"'`]*)\1\s*\}$/.exec(whole)?.[2];
    if (words !== undefined) return words;
    tell(firstLine + lineAt(at) - 1, `the value ${whole.split('\n')[0]?.slice(0, 60)} is left out`);
    return '\n'.repeat(lineBreaks(whole));
  });
}
