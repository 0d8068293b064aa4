import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readItemFiles } from '#adapters/item-files/read-item-files.ts';
import { parseHtml } from '#core/html/parse-html.ts';
import { readImportedItem } from '#core/importing/imported-item.ts';
import { parseMarkdown } from '#core/markdown/parse-markdown.ts';
import { normalizeRichText } from '#core/rich-text/normalize-rich-text.ts';
import type { RichText } from '#core/rich-text/rich-text.ts';
import { writeHtml } from '#core/rich-text/write-html.ts';
import { writeMarkdown } from '#core/rich-text/write-markdown.ts';

test('every text of the sample is the same again after it was Markdown, and after it was HTML', async () => {
  let texts = 0;
  for await (const found of readItemFiles([fileURLToPath(new URL('.', import.meta.url))])) {
    const item = 'value' in found ? readImportedItem(found.value).item : undefined;
    for (const { body } of Object.values(item?.languages ?? {})) {
      const text = normalizeRichText(withStoredPictures(body));
      const again = parseMarkdown(writeMarkdown(text));
      expect(again.ok && normalizeRichText(again.richText), item?.id).toEqual(text);
      expect(parseHtml(writeHtml(text)), item?.id).toEqual({ ok: true, richText: text });
      texts++;
    }
  }
  expect(texts).toBeGreaterThan(40);
});

/** Names the pictures by ids, as an import does. */
function withStoredPictures(body: RichText): RichText {
  return JSON.parse(JSON.stringify(body).replace(/"file":"[^"]*"/g, `"media":"${'0'.repeat(32)}"`));
}
