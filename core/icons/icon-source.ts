/** An icon in Iconify's format: the inner SVG markup and its size. */
export interface Icon {
  body: string;
  width: number;
  height: number;
}

/** Icons of a collection in Iconify's JSON format. */
interface IconSet {
  prefix: string;
  icons: { [name: string]: object };
  /** Names that do not exist in the collection. */
  not_found?: string[];
  [member: string]: unknown;
}

/** The port to the icons. */
export interface IconSource {
  /** An icon of this machine by its Iconify name, such as `lucide:menu`; `undefined` if unknown. */
  icon(name: string): Icon | undefined;
  /** The same, or an icon of an outside service where the configuration allows one. From then on `icon` knows it. */
  findIcon(name: string): Promise<Icon | undefined>;
  /** Names of icons of this machine that contain all words, by collection and name. */
  search(words: string, limit: number): string[];
  /**
   * Icons of a collection by name, also of an outside service; `undefined` if the collection does not exist, `null` if it failed
   * to load.
   */
  icons(prefix: string, names: string[]): Promise<IconSet | undefined | null>;
}

/** Limits of requests for icons. Source: docs/seed-coverage.md §9. */

/** Maximum characters of the names in one request. */
export const MAX_ICON_NAMES_LENGTH = 500;

/** Timeout in milliseconds of a request to the site itself. */
export const LOCAL_ICONS_TIMEOUT = 1_500;

/** Timeout in milliseconds of a request to an outside icon service, whichever host answers. */
export const ICON_SERVICE_TIMEOUT = 5_000;

/** Milliseconds until the next host of an icon service is asked too. */
export const ICON_HOST_ROTATION = 750;

/** Splits names into requests of at most 500 characters, commas included. A longer name has a request of its own. */
export function splitIconNames(names: readonly string[]): string[][] {
  const requests: string[][] = [];
  let length = 0;
  for (const name of names) {
    const last = requests.at(-1);
    length += name.length + 1;
    if (last && length <= MAX_ICON_NAMES_LENGTH) last.push(name);
    else {
      requests.push([name]);
      length = name.length;
    }
  }
  return requests;
}
