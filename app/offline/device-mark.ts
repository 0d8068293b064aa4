/**
 * The cookie with the owner of this browser's offline pages. It ends with their session, at sign-out, or with the browser if
 * they did not choose to stay signed in. Offline pages are shown only while it exists.
 */
const MARK = 'meki_device';

/** The part of the Cookie Store API that is used, which workers have too. */
export interface MarkStore {
  get(name: string): Promise<{ value?: string | undefined } | null>;
  set(options: {
    name: string;
    value: string;
    path: string;
    sameSite: 'strict';
    expires: number | null;
  }): Promise<void>;
  delete(options: { name: string; path: string }): Promise<void>;
}

/** The owner of a device's offline pages. */
export interface DeviceOwner {
  /** The id of their account. */
  person: string;
  /** Expiry of their session, in milliseconds since 1970; `null` for a session cookie. */
  until: number | null;
}

/** The cookie store of this window or worker. The platform's types are stricter than browsers. */
export function deviceMarks(): MarkStore {
  return (globalThis as typeof globalThis & { cookieStore: MarkStore }).cookieStore;
}

export async function readMark(store: MarkStore): Promise<string | undefined> {
  return (await store.get(MARK))?.value;
}

export function writeMark(store: MarkStore, { person, until }: DeviceOwner): Promise<void> {
  return store.set({ name: MARK, value: person, path: '/', sameSite: 'strict', expires: until });
}

export function removeMark(store: MarkStore): Promise<void> {
  return store.delete({ name: MARK, path: '/' });
}
