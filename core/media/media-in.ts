/** The id of a file, a link of a field to one, or an address of one: `/media/{id}/…` or `/files/{id}/…`, on this site or with any origin. */
const MEDIA = /^(?:(?:https?:\/\/[^/]+)?\/(?:media|files)\/|file:)?([0-9a-f]{32})(?:[/?#]|$)/;

interface Shown {
  cover?: { media: string } | undefined;
  fields: object;
  languages: { [language: string]: { body: unknown; fields: object } };
}

/**
 * The ids of the media files that contents show or link to, sorted: the cover, pictures and links in texts, and fields of any
 * shape, whatever the configuration says of them by now. A text that is nothing but such an id counts, too.
 */
export function mediaIn({ cover, fields, languages }: Shown): string[] {
  const found = new Set<string>();
  collect(cover?.media, found);
  collect(fields, found);
  for (const content of Object.values(languages)) {
    collect(content.body, found);
    collect(content.fields, found);
  }
  return [...found].sort();
}

/** The item with the list of its media files. */
export function withMediaList<T extends Shown>(item: T): T & { media: string[] } {
  return { ...item, media: mediaIn(item) };
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    const [, id] = MEDIA.exec(value) ?? [];
    if (id !== undefined) found.add(id);
  } else if (Array.isArray(value)) {
    for (const entry of value) collect(entry, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collect(member, found);
  }
}
