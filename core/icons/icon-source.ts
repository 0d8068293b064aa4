/** An icon in Iconify's format: the inner SVG markup and its size. */
export interface Icon {
  body: string;
  width: number;
  height: number;
}

/** Icons of a collection in Iconify's JSON format. */
export interface IconSet {
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
