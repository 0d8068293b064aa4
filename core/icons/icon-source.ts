/** An icon in Iconify's form: the inner markup of an SVG and its box. */
export interface Icon {
  body: string;
  width: number;
  height: number;
}

/** Some icons of a collection in Iconify's JSON form. */
export interface IconSet {
  prefix: string;
  icons: { [name: string]: object };
  /** Names that the collection does not have. */
  not_found?: string[];
  [member: string]: unknown;
}

/** The port to whatever has icons. */
export interface IconSource {
  /** An icon by its Iconify name, `lucide:menu`; `undefined` for an unknown one. */
  icon(name: string): Icon | undefined;
  /** The named icons of a collection; `undefined`: there is no such collection; `null`: it failed to load. */
  icons(prefix: string, names: string[]): IconSet | undefined | null;
}
