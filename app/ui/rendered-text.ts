/**
 * The `defaultValue` of a `<textarea>` that keeps what was typed before hydration: React 19.3 sets the text of one whose
 * `defaultValue` is a string again when it hydrates it. A list with one text is rendered alike.
 */
export function renderedText<Text>(text: Text): Text | string[] {
  // React's server writes a first line break, which the browser's parser leaves out, twice for strings only.
  return typeof text === 'string' && !text.startsWith('\n') ? [text] : text;
}
