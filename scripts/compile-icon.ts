import { convertParsedSVG, parseSVGContent } from '@iconify/utils';

/**
 * Converts an icon's SVG to a module in the format of the server's icon source: inner markup and size. Colors and lines that are set
 * on the root are kept.
 * @throws Error if it is not an SVG with a `viewBox` that begins at 0
 */
export function compileIcon(svg: string): string {
  const parsed = parseSVGContent(svg);
  const icon = parsed && convertParsedSVG(parsed);
  if (icon?.left !== 0 || icon.top !== 0) {
    throw new Error(`An icon must be an SVG with a viewBox that begins with "0 0": ${svg.slice(0, 200)}`);
  }
  const { body, width, height } = icon;
  return `export default ${JSON.stringify({ body, width, height })}`;
}
