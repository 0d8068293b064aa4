import type { Page, Route } from '@playwright/test';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { messages } from '#core/inbox/messages-collection.ts';
import { LIVE_PATHS } from '#core/live/live-protocol.ts';
import { expect, test } from '../../helpers/accounts/account-test.ts';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { waitUntilKept } from '../../helpers/browser/kept-pages.ts';
import { LOST_CONNECTION } from '../../helpers/browser/lost-connection.ts';
import { openSite } from '../../helpers/data-folders/open-site.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { messageOf, writeMessages } from '../../helpers/data-folders/write-messages.ts';

test.use({ accounts: { people: [{ ...ANA, role: 'owner' }] }, serviceWorkers: 'allow' });

const PLACES = ['a', 'b', 'c'] as const;

/** A message whose commit comes after those that are followed. */
const MARKER = 'marker';

test.beforeEach(async ({ expected, site: { dataDir } }) => {
  expected.problem(LOST_CONNECTION, /ERR_FAILED|build manifest|favicon/);
  await writeMessages(
    dataDir,
    Object.fromEntries(PLACES.map((id) => [id, messageOf({ name: `Luis ${id.toUpperCase()}`, unread: false })])),
  );
});

test('what is done with a message without a connection waits, survives a reload, and is applied or returned with a reason', async ({
  page,
  pages,
  context,
  site: { dataDir },
}) => {
  await pages.enter(ANA, '/admin/inbox/b');
  await waitUntilKept(page, '/admin/inbox/b');
  await page.goto('/admin/inbox/a');
  await hydrated(page);
  await waitUntilKept(page, '/admin/inbox/a');
  await context.setOffline(true);
  await expectOffline(page);

  await page.getByRole('button', { name: 'Marcar como no leído' }).click();
  await page.getByLabel('Nota interna').fill('Llamar el lunes');
  await page.getByRole('button', { name: 'Guardar la nota' }).click();
  await expect(page.getByText('2 cambios esperan la conexión.')).toBeVisible();
  await expect(page.getByText('Espera la conexión', { exact: true })).toBeVisible();

  await page.goto('/admin/inbox/b');
  await hydrated(page);
  await expect(page.getByText('2 cambios esperan la conexión.')).toBeVisible();
  await page.getByLabel('Nota interna').fill('La mía');
  await page.getByRole('button', { name: 'Guardar la nota' }).click();
  await expect(page.getByText('3 cambios esperan la conexión.')).toBeVisible();
  const inbox = await openInbox(dataDir);
  await inbox.changeNote('b', 'La de otra persona');
  await page.goto('/admin/inbox/a');
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Marcar como leído' })).toBeVisible();
  await expect(page.getByLabel('Nota interna')).toHaveValue('Llamar el lunes');

  await context.setOffline(false);
  await expect(page.getByRole('alert')).toContainText(
    'Un cambio en Mensaje de Luis B no se aplicó. Otra persona cambió la nota entretanto.',
  );
  await expect(page.getByRole('alert')).toContainText('Usted había escrito: «La mía»');
  await expectNoViolations(page);
  await expect.poll(inbox.readNotes).toEqual({ a: 'Llamar el lunes', b: 'La de otra persona', c: '' });
  await inbox.close();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/cambios? esperan? la conexión/)).toHaveCount(0);
});

/** How many changes a window without a connection says are waiting. */
async function countWaiting(window: Page): Promise<number> {
  const told = await window.getByText(/cambios esperan la conexión/).textContent();
  return Number.parseInt(told ?? '', 10);
}

const ROUNDS = 2;
const NOTES_PER_ROUND = 3;

test('notes of three windows over a network that loses answers are applied once each, in order, and all windows show them', async ({
  page,
  pages,
  context,
  site: { dataDir },
}) => {
  await pages.enter(ANA);
  const windows = [page, await context.newPage(), await context.newPage()];
  const inbox = await openInbox(dataDir);
  const commits = await inbox.followNotes();
  let call = 0;
  let isCut = false;
  const cut = async (next: boolean) => {
    isCut = next;
    await context.setOffline(next);
  };
  // Writes are at first lost on the way, then applied without an answer, then answered in part.
  await context.route(`**${LIVE_PATHS.write}`, (route) =>
    isCut ? route.abort('internetdisconnected') : dropOften(route, call++),
  );
  try {
    for (const [index, place] of PLACES.entries()) {
      await windows[index]?.goto(`/admin/inbox/${place}`);
      await hydrated(windows[index] as Page);
    }
    for (let round = 0; round < ROUNDS; round++) {
      await cut(true);
      for (const window of windows) await expectOffline(window);
      for (let number = 0; number < NOTES_PER_ROUND; number++) {
        for (const window of windows) {
          await window.getByLabel('Nota interna').fill(`${round}.${number}`);
          // A click waits for frames, of which a window behind another one has one in a second.
          await window.getByRole('button', { name: 'Guardar la nota' }).press('Enter');
        }
      }
      // What was applied without an answer waits too, and is sent again.
      const least = PLACES.length * NOTES_PER_ROUND;
      for (const window of windows) await expect.poll(() => countWaiting(window)).toBeGreaterThanOrEqual(least);
      await cut(false);
      await expect
        .poll(inbox.readNotes)
        .toEqual(Object.fromEntries(PLACES.map((id) => [id, `${round}.${NOTES_PER_ROUND - 1}`])));
    }
    const all = Array.from(
      { length: ROUNDS * NOTES_PER_ROUND },
      (_, at) => `${Math.floor(at / NOTES_PER_ROUND)}.${at % NOTES_PER_ROUND}`,
    );
    await writeMessages(dataDir, { [MARKER]: messageOf({ name: 'Fin' }) });
    expect(await commits.untilMarker).toEqual(Object.fromEntries(PLACES.map((id) => [id, all])));
    for (const [index, window] of windows.entries()) {
      await window.goto(`/admin/inbox/${PLACES[(index + 1) % PLACES.length]}`);
      await expect(window.getByLabel('Nota interna')).toHaveValue(`${ROUNDS - 1}.${NOTES_PER_ROUND - 1}`);
      await expect(window.getByRole('alert')).toHaveCount(0);
    }
  } finally {
    commits.stop();
    await inbox.close();
  }
});

async function expectOffline(page: Page): Promise<void> {
  const toasts = page.getByRole('region', { name: /^Notificaciones/ });
  const toast = toasts.getByRole('listitem').filter({ hasText: 'Lo que envíe no llegará' });
  // It lies over the form.
  await toast.getByRole('button', { name: 'Cerrar la notificación' }).press('Enter');
}

async function dropOften(route: Route, call: number): Promise<void> {
  if (call % 4 === 0) return route.abort('connectionfailed');
  const response = await route.fetch();
  if (call % 4 === 1) return route.abort('connectionreset');
  const body = await response.text();
  return route.fulfill({ response, body: call % 4 === 2 ? body.slice(0, body.length / 2) : body });
}

/** The messages as they are stored, read beside the server. */
async function openInbox(dataDir: string) {
  const { store, close } = await openSite(dataDir);
  return {
    close,
    async changeNote(id: string, note: string): Promise<void> {
      await store.commit([{ kind: 'update', path: messages.at(id).path, fields: { note } }]);
    },
    async readNotes(): Promise<{ [id: string]: string }> {
      const found = await getDocuments(
        store,
        PLACES.map((id) => messages.at(id)),
      );
      return Object.fromEntries(PLACES.map((id, index) => [id, found[index]?.data.note ?? '']));
    },
    /** Every note that is committed from now on, by message, until there is a message with the id of the marker. */
    async followNotes() {
      const notes: { [id: string]: string[] } = Object.fromEntries(PLACES.map((id) => [id, []]));
      const started = Promise.withResolvers<void>();
      const marker = Promise.withResolvers<typeof notes>();
      const stop = store.listen(
        { documents: [...PLACES, MARKER].map((id) => messages.at(id).path) },
        ({ kind, changes }) => {
          started.resolve();
          if (kind === 'state') return;
          for (const { path, document } of changes) {
            if (path === messages.at(MARKER).path) marker.resolve(notes);
            else notes[path.slice(-1)]?.push(String(document?.data.note));
          }
        },
        { onError: started.reject },
      );
      await started.promise;
      return { untilMarker: marker.promise, stop };
    },
  };
}
