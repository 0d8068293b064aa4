import { decodePart } from '../locales/localized-path.ts';

/** Maximum characters of an address of another site. */
export const MAX_ADDRESS = 400;

/** The normal form of a path: decoded, lower case, without empty parts and without a slash at the end. */
export function plainPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return `/${parts.map((part) => decodePart(part).toLowerCase()).join('/')}`;
}

/** Why a path in its normal form cannot be an old address; `undefined` if it can. */
export function plainPathProblem(path: string): string | undefined {
  if (path === '/') return 'the front page cannot be an old address';
  if (!path.isWellFormed()) return 'is not well-formed';
  return path.length > MAX_ADDRESS ? `an old address has at most ${MAX_ADDRESS} characters` : undefined;
}
