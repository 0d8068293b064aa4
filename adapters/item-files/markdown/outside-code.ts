const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A code span, or the sign that stands for hidden ones: a text may have it, too. */
const HIDDEN = /(?<!`)(`+)(?!`)[^`]+\1(?!`)|\uE000/g;

/**
 * Changes what is not code in a Markdown text. Keep its line breaks: problems are told by line.
 * @param change gets stretches of whole lines without code blocks; code spans are hidden from it.
 */
export function changeOutsideCode(markdown: string, change: (stretch: string, firstLine: number) => string): string {
  const changed: string[] = [];
  let stretch: string[] = [];
  let fence: string | undefined;
  const end = (line: number) => {
    if (stretch.length > 0) changed.push(changeOutsideSpans(stretch.join('\n'), line - stretch.length, change));
    stretch = [];
  };
  const lines = markdown.split('\n');
  for (const [index, line] of lines.entries()) {
    const sign = FENCE.exec(line)?.[1];
    if (fence === undefined && sign === undefined) {
      stretch.push(line);
      continue;
    }
    if (fence === undefined) {
      end(index + 1);
      fence = sign;
    } else if (sign?.startsWith(fence) && line.trim() === sign) {
      fence = undefined;
    }
    changed.push(line);
  }
  end(lines.length + 1);
  return changed.join('\n');
}

function changeOutsideSpans(
  text: string,
  line: number,
  change: (stretch: string, firstLine: number) => string,
): string {
  const spans: string[] = [];
  const hidden = text.replace(HIDDEN, (span) => {
    spans.push(span);
    return `\uE000${spans.length - 1}${'\n'.repeat(span.split('\n').length - 1)}\uE001`;
  });
  return change(hidden, line).replace(/\uE000(\d+)\n*\uE001/g, (_, index) => spans[Number(index)] ?? '');
}
