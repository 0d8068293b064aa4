import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { ROLES, type Role } from '#core/accounts/user.ts';
import { createApiToken } from '#core/tokens/api-tokens.ts';
import siteConfig from '#site-config';
import { createServices } from '../../../server/services/services.ts';
import { fillFolder, preparePictures } from '../../helpers/servers/prepared-folder.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';
import { findFreePort } from '../../helpers/servers/start-site.ts';
import { startVictim, type Victim } from './start-victim.ts';

const PASSWORD = 'lámpara río sereno';

/** A data folder with people and programs of each role, pictures and a draft. */
export interface HostileSite {
  dataDir: string;
  port: number;
  origin: string;
  /** The `Cookie` header of a person with the role. */
  cookies: { [role in Role]: string };
  /** The API token of a program with the role. */
  tokens: { [role in Role]: string };
  /** Picture ids. */
  media: { large: string; small: string };
  /** Id of an unpublished article. */
  draft: string;
  /** Id of another article, which attacks may change and delete. */
  toy: string;
  /** Id of another one, whose drafts cost much. */
  costly: string;
}

/** Side length of the large picture in pixels: uncompressed, about 20 MB. */
const LARGE_SIDE = 2_600;

export const emailOf = (role: Role) => `${role}@example.org`;

/** Creates and fills a folder, with the sample site. The caller removes it. */
export async function prepareSite(): Promise<HostileSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'meki-hostile-'));
  try {
    return await fill(dataDir, await findFreePort());
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** Copies a site, so that several of its servers can run at once. The caller removes the folder. */
export async function copySite(site: HostileSite): Promise<HostileSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'meki-hostile-'));
  await cp(site.dataDir, dataDir, { recursive: true });
  const port = await findFreePort();
  return { ...site, dataDir, port, origin: `http://localhost:${port}` };
}

async function fill(dataDir: string, port: number): Promise<HostileSite> {
  // The owner must be created first.
  const people = ROLES.toReversed().map((role) => ({
    name: role,
    role,
    email: emailOf(role),
    password: PASSWORD,
    languages: languagesOf(role),
  }));
  await fillFolder(dataDir, { people, hasSample: true });
  const tokens = await createTokens(dataDir);
  const victim = await startVictim({ dataDir, port });
  const { origin } = victim;
  const cookies = await eachRole((role) => signInCookie(origin, { email: emailOf(role), password: PASSWORD }));
  const media = {
    large: await upload(victim, tokens.editor, await makePicture(LARGE_SIDE, { compressionLevel: 0 })),
    small: await upload(victim, tokens.editor, await makePicture(300, { compressionLevel: 6 })),
  };
  const draft = await createDraft(victim, tokens.editor, 'borrador-sitiado');
  const toy = await createDraft(victim, tokens.editor, 'borrador-al-azar');
  const costly = await createDraft(victim, tokens.editor, 'borrador-costoso');
  await publishPictures(victim, tokens.editor, Object.values(media));
  await victim.terminate();
  // Drawn once and stored, so that no case starts with a process that draws pictures.
  await preparePictures(dataDir);
  return { dataDir, port, origin, cookies, tokens, media, draft, toy, costly };
}

function languagesOf(role: Role): string[] {
  return role === 'translator' ? ['en'] : [];
}

async function eachRole(make: (role: Role) => Promise<string>): Promise<{ [role in Role]: string }> {
  const made: [Role, string][] = [];
  for (const role of ROLES) made.push([role, await make(role)]);
  return Object.fromEntries(made) as { [role in Role]: string };
}

/** Creates a token for a program of each role. @throws Error if one is refused */
async function createTokens(dataDir: string): Promise<{ [role in Role]: string }> {
  const { store, close } = await createServices({ dataDir }, siteConfig, { warn: () => {} });
  try {
    return await eachRole(async (role) => {
      const access = { name: `Hostile ${role}`, role, languages: languagesOf(role) };
      const made = await createApiToken({ store }, { kind: 'command-line' }, access);
      if (!made.ok) throw new Error(`A token for ${role} was refused: ${made.reason}`);
      return made.token;
    });
  } finally {
    await close();
  }
}

/** A square PNG of one colour. @param options.compressionLevel 0 for uncompressed */
function makePicture(side: number, options: { compressionLevel: number }): Promise<Uint8Array> {
  return sharp({ create: { width: side, height: side, channels: 3, background: '#808080' } })
    .png(options)
    .toBuffer();
}

/** @returns the id of the picture @throws Error if it is refused */
async function upload({ origin }: Pick<Victim, 'origin'>, token: string, bytes: Uint8Array): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
  const answer = await fetch(`${origin}/api/v1/media?name=picture`, {
    method: 'POST',
    headers,
    body: bytes as BodyInit,
  });
  if (answer.status !== 201) throw new Error(`A picture was refused: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

async function createDraft(victim: Victim, token: string, id: string, markdown = 'Una frase.\n'): Promise<string> {
  const texts = { title: 'Un borrador sitiado', summary: 'Breve.', body: { markdown } };
  await post(victim, token, '/items', { id, type: 'articles', sourceLanguage: 'es', languages: { es: texts } });
  return id;
}

/** Publishes an article that shows pictures, since visitors get no others. */
async function publishPictures(victim: Victim, token: string, pictures: readonly string[]): Promise<void> {
  const markdown = pictures.map((id) => `![Una imagen](media:${id})\n`).join('\n');
  const id = await createDraft(victim, token, 'imagenes-sitiadas', markdown);
  await post(victim, token, `/items/${id}/publish`, { languages: ['es'] });
}

/** @throws Error if it is refused */
async function post({ origin }: Victim, token: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} was refused: ${answer.status} ${await answer.text()}`);
}
