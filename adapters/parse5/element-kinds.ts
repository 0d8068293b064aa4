/** Elements whose contents are not text of the page. */
export const DROPPED = new Set(
  'script style template noscript iframe object embed head title svg math select button textarea audio video canvas'.split(
    ' ',
  ),
);

export const MARKS: { [element: string]: string } = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  sub: 'subscript',
  sup: 'superscript',
};

/** Block elements without further meaning, such as `div`. */
export const FRAMES = new Set(
  'address article body center dd details dialog div dl dt fieldset footer form header hgroup html main nav section summary figcaption caption legend'.split(
    ' ',
  ),
);

/** Elements without a meaning that would be lost. */
export const SILENT = new Set('span font label small wbr ins abbr tbody'.split(' '));
