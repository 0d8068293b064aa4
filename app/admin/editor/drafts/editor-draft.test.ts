import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { applyUpdate, encodeStateAsUpdate } from 'yjs';
import { type DraftSite, startDraftSite } from '../../../../test/helpers/drafts/draft-site.ts';
import { until } from '../../../../test/helpers/eventually.ts';
import { DraftConnection } from './draft-connection.ts';
import { openEditorDraft } from './editor-draft.ts';
import { saveStateOf, whenSaved } from './save-state.ts';

type Person = Awaited<ReturnType<DraftSite['signIn']>>;

/** Opens the item's Spanish text in a window of a person, with their current cookie. */
function openWindow({ address }: DraftSite, person: Person, canEdit: boolean) {
  vi.stubGlobal('window', new EventTarget());
  const connection = new DraftConnection({
    url: `${address.replace('http', 'ws')}/admin/drafts`,
    WebSocket: class extends WebSocket {
      constructor(url: string) {
        super(url, { headers: { Origin: address, Cookie: person.cookie } });
        // In a browser, an unhandled error event has no effect.
        this.on('error', () => {});
      }
    },
    pauses: { least: 10, first: 30, longest: 100 },
  });
  const draft = openEditorDraft({ name: 'item/a/es', userId: person.user.id, canEdit, connection });
  onTestFinished(() => {
    draft.close();
    connection.destroy();
    vi.unstubAllGlobals();
  });
  return { ...draft, title: draft.doc.getText('title'), saveState: () => saveStateOf(draft.facts.read()) };
}

describe('a draft', () => {
  test('that the person may write no more says so, and does not wait for what is not taken', async () => {
    const server = await startDraftSite();
    const person = await server.signIn('Eva', { role: 'editor' });
    const window = openWindow(server, person, true);
    await until(() => window.saveState() === 'saved' && window.facts.read().mayWrite);
    await server.identity.setAccess(person.user.id, { role: 'translator', languages: ['en'] });
    await until(() => window.facts.read().mayWrite === false);
    expect(window.saveState()).toBe('refused');
    window.title.insert(0, 'Tarde: ');
    expect(await whenSaved([window])).toBe(false);

    await server.identity.setAccess(person.user.id, { languages: ['en', 'es'] });
    await until(() => window.saveState() === 'saved');
    expect(window.facts.read().mayWrite).toBe(true);
  });

  test('of somebody whose session was ended says so, and goes on when they are let in again', async () => {
    const server = await startDraftSite();
    const person = await server.signIn('Eva', { role: 'editor' });
    const window = openWindow(server, person, true);
    await until(() => window.saveState() === 'saved');
    await server.identity.signOut(person.token, {});
    await until(() => window.saveState() === 'ended');
    window.title.insert(0, 'Tarde: ');
    expect(await whenSaved([window])).toBe(false);
    expect(window.saveState()).toBe('ended');
    person.cookie = (await server.signIn('Ana', { role: 'editor' })).cookie;
    await until(() => window.saveState() === 'saved');
  });

  test('that the person only reads is as saved as that of who writes', async () => {
    const server = await startDraftSite();
    const window = openWindow(server, await server.signIn('Tom', { role: 'translator', languages: ['en'] }), false);
    await until(() => window.saveState() === 'saved');
    expect(window.facts.read().mayWrite).toBe(false);
  });

  test('that the person only reads is saved also if the copy of the device comes after the connection', async () => {
    const server = await startDraftSite();
    const person = await server.signIn('Tom', { role: 'translator', languages: ['en'] });
    const before = server.open('item/a/es', person);
    await until(() => before.isSaved());
    const copy = encodeStateAsUpdate(before.doc);
    const window = openWindow(server, person, false);
    const stop = window.facts.subscribe(() => {
      if (window.facts.read().mayWrite === undefined) return;
      stop();
      applyUpdate(window.doc, copy, 'device');
    });
    await until(() => window.title.length > 0 && window.facts.read().isSynced);
    expect(await whenSaved([window])).toBe(true);
    expect(window.saveState()).toBe('saved');
  });

  test('that the person only reads, with words that were never sent, is refused', async () => {
    const server = await startDraftSite();
    const window = openWindow(server, await server.signIn('Tom', { role: 'translator', languages: ['en'] }), false);
    window.title.insert(0, 'De antes: ');
    await until(() => window.saveState() === 'refused');
    expect(await whenSaved([window])).toBe(false);
  });
});
