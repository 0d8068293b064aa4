import { StartFailure } from '../process/start-failure.ts';
import type { Services } from '../services/services.ts';
import { type AboutServer, markServer, whyNoServer } from './copy-marks.ts';

/**
 * The services of a server that starts, which no copy uses. Where several machines can reach them, copies learn that a server runs
 * until they are closed.
 * @throws {StartFailure} while the site is copied, and where a copy was not finished; the services are closed
 */
export async function refuseWhileCopied(
  services: Services,
  about: AboutServer,
  onError: (error: unknown) => void,
): Promise<Services> {
  const { store, isShared } = services;
  const end = isShared ? await markServer(store, about, onError) : undefined;
  const close = async () => {
    await end?.();
    await services.close();
  };
  const why = await whyNoServer(store, Date.now());
  if (why === undefined) return { ...services, close };
  await close();
  throw new StartFailure(why);
}
