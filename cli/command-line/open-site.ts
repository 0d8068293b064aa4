import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { FileStoreUnavailable } from '#core/media/file-store.ts';
import { prepareSiteConfig } from '#core/site/prepare-site-config.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { CreateIdentity } from '#server/accounts/create-accounts.ts';
import { DATABASE, prepareDataFolder, refuseLostSite } from '#server/data-folder/data-folder.ts';
import type { ImportTarget } from '#server/importing/import-files.ts';
import { judgeSite } from '#server/judge-site.ts';
import { StartFailure } from '#server/process/start-failure.ts';
import { findBuild, hasBuild } from '#server/rendering/load-build.ts';
import { createPageRenderer } from '#server/rendering/render-page.ts';
import { type Environment, readEnvironment } from '#server/services/env.ts';
import { createServices, identityOver, type Services } from '#server/services/services.ts';
import site from '#site-config';
import { type CommandContext, CommandFailure } from './command.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Site extends ImportTarget {
  draftLog: Services['draftLog'];
  passwords: Services['passwords'];
  /** What this command has used of a database that bills its operations. */
  usage: Services['usage'];
  /** What the configuration lacks, or has without use, one line each. */
  notes: string[];
  /** The site's public origin. */
  origin: string;
  createIdentity: CreateIdentity;
}

export interface OpenOptions {
  /** Whether the work may begin a new site in the data folder; default: it needs one. */
  isNew?: boolean | undefined;
}

/**
 * Opens the site of the environment, runs the work, and closes it.
 * @throws {CommandFailure} if the site cannot be opened, or its disk fails meanwhile; if there is none, nothing is created
 */
export async function withSite<T>(
  context: CommandContext,
  work: (site: Site) => Promise<T>,
  { isNew = false }: OpenOptions = {},
): Promise<T> {
  const { config } = prepareSiteConfig(site);
  const notes = await checkConfiguration();
  const environment = readSettings(context);
  const { dataDir } = environment;
  let services: Services | undefined;
  try {
    if (!isNew && !environment.cloud) requireSite(dataDir);
    prepareDataFolder(dataDir);
    const warn = (...parts: unknown[]) => context.error(`${parts.map(String).join(' ')}\n`);
    services = await createServices(environment, config, { warn });
    const { store, files, pictures } = services;
    const origin = originOf(environment);
    return await work({
      store,
      files,
      pictures,
      config,
      draftLog: services.draftLog,
      passwords: services.passwords,
      usage: services.usage,
      notes,
      origin,
      tryPage: tryPageWith(services, config, origin, warn),
      actor: { kind: 'command-line' },
      createIdentity: identityOver(services, environment, config),
    });
  } catch (error) {
    throw failureOf(error);
  } finally {
    await services?.close();
  }
}

/** @throws {StartFailure} if the data folder has no site */
function requireSite(dataDir: string): void {
  if (statSync(join(dataDir, DATABASE), { throwIfNoEntry: false })?.size) return;
  refuseLostSite(dataDir);
  throw new StartFailure(
    existsSync(dataDir)
      ? `There is no site in the data folder ${dataDir} yet. Set MEKI_DATA_DIR to another folder, or begin one with npm start.`
      : `There is no data folder ${dataDir} yet.`,
  );
}

/** Renders with the build of the site, at its first use; without one, pages cannot be tried. */
function tryPageWith(
  { store, search, icons }: Services,
  config: SiteConfig,
  origin: string,
  warn: (...parts: unknown[]) => void,
): ImportTarget['tryPage'] {
  const folder = join(ROOT, 'build');
  if (!hasBuild(folder)) return undefined;
  const renderer = createPageRenderer({
    loadApp: findBuild(folder).load,
    mode: 'production',
    services: { config, origin, search, icon: icons.icon },
  });
  return async (publication) => {
    const fault = await renderer.tryPage(publication, store);
    if (fault) warn(`The page of ${publication.itemId} in ${publication.language} cannot be rendered:`, fault.cause);
    return fault;
  };
}

/**
 * What the configuration lacks, or has without use, one line each. @throws {CommandFailure} if it or a file of texts is invalid
 */
export async function checkConfiguration(): Promise<string[]> {
  const { problems, missing, ignored } = await judgeSite(ROOT, async () => ({ default: site }));
  if (problems.length > 0) throw new CommandFailure(problems);
  return [...missing, ...ignored];
}

/** The site's public origin. */
export function originOf({ origin, port }: Environment): string {
  return origin ?? `http://localhost:${port}`;
}

/** The environment, with the absolute path of the data folder. @throws {CommandFailure} if it is invalid */
export function readSettings(context: CommandContext): Environment {
  const reading = readEnvironment(context.variables);
  if (!reading.ok) throw new CommandFailure(reading.problems);
  return { ...reading.environment, dataDir: resolve(reading.environment.dataDir) };
}

/** What a command throws for an error: a {@link CommandFailure} for what the operator can do something about, else the error. */
export function failureOf(error: unknown): unknown {
  if (error instanceof StartFailure) return new CommandFailure(error.lines, { cause: error });
  if (error instanceof StoreUnavailable || error instanceof FileStoreUnavailable) {
    return new CommandFailure([error.message], { cause: error });
  }
  return error;
}
