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
import { prepareSiteConfig } from '#core/site/prepare-site-config.ts';
import { directiveReader } from '#core/site-blocks/site-block-problems.ts';
import site from '#site-config';

test('every text of the sample is the same again after it was Markdown, and after it was HTML', async () => {
  const { blocks = [] } = prepareSiteConfig(site).config;
  let texts = 0;
  for await (const found of readItemFiles([fileURLToPath(new URL('.', import.meta.url))])) {
    const item = 'value' in found ? readImportedItem(found.value, { blocks }).item : undefined;
    for (const { body } of Object.values(item?.languages ?? {})) {
      const text = normalizeRichText(withStoredPictures(body));
      const again = parseMarkdown(writeMarkdown(text), { readDirective: directiveReader(blocks, true) });
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
