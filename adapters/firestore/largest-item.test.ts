import { expect, onTestFinished, test } from 'vitest';
import { items } from '#core/content/collections.ts';
import { MAX_ITEM_BYTES } from '#core/content-types/limits.ts';
import { jsonBytes } from '#core/documents/document-bytes.ts';
import { InvalidWrite } from '#core/documents/errors.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { startFireemu, whyNoFireemu } from '../../test/helpers/cloud/start-fireemu.ts';
import { testCollections } from '../../test/helpers/content/create-content-site.ts';
import { createItemSite, finishedLanguage } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { body, paragraph } from '../../test/helpers/drafts/notice-site.ts';
import { createFirestoreDocumentStore } from './document-store.ts';

const missing = whyNoFireemu();

test.skipIf(missing !== undefined)(
  `an item of ${MAX_ITEM_BYTES / 1000} kB is one document, and a longer one is refused${missing ? ` (${missing})` : ''}`,
  async () => {
    const emulator = await startFireemu(['firestore'], { profile: 'emulator' });
    onTestFinished(emulator.stop);
    const store = createFirestoreDocumentStore({
      collections: testCollections,
      project: emulator.project,
      database: '(default)',
      emulatorHost: emulator.hosts.firestore ?? '',
    });
    onTestFinished(() => store.close());
    const site = createItemSite(store);
    const language = (slug: string, letters: number) =>
      finishedLanguage(slug, { body: body(paragraph('a', 'ñ'.repeat(letters / 2))) });
    const texts = { es: language('uno', 150_000), en: language('one', 150_000) };
    const put = (id: string, letters: number) =>
      site.putItem(id, 'notice', { ...texts, fr: finishedLanguage('un', { summary: 'x'.repeat(letters) }) });
    await put('a', 600_000);
    const stored = (await getDocument(store, items.at('a')))?.data;
    const room = MAX_ITEM_BYTES - jsonBytes(JSON.parse(JSON.stringify(stored)));
    await put('a', 600_000 + room);
    const largest = (await getDocument(store, items.at('a')))?.data;
    expect(jsonBytes(JSON.parse(JSON.stringify(largest)))).toBe(MAX_ITEM_BYTES);
    await expect(put('b', 600_001 + room)).rejects.toThrow(InvalidWrite);
    // Drafts leave this much for what publishing adds.
    await put('c', 595_000 + room);
    expect(await publish(site, 'c', ['es', 'en'])).toMatchObject({ ok: true });
  },
);
