/** A fragment that the server has rendered. */
export interface RenderedIsland {
  /** Its key, `Name_hash`. */
  id: string;
  html: string;
  /** What belongs into the head of a document that shows it. */
  head: { style: { innerHTML: string }[] };
}

/** The answer to a request for an island: the fragment, or why there is none. */
export type IslandAnswer =
  | { status: 200; island: RenderedIsland }
  /** 404: no island has the name. 400: the hash or the props are wrong. */
  | { status: 400 | 404; message: string };
