/**
 * The cookie that says for whom this browser keeps pages: it ends when their session does, at sign-out, or with the browser
 * where they did not ask to be kept signed in. A page is shown from the device only while it is there.
 */
const MARK = 'meki_device';

/** The part of the browser's cookie store that is needed, which workers have as well. */
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

/** What is known of who keeps pages on a device. */
export interface DeviceOwner {
  /** The id of their account. */
  person: string;
  /** When their session ends, in milliseconds since 1970; `null` for one that ends with the browser. */
  until: number | null;
}

/** Where this window or worker keeps it. The types of the platform know a store that is stricter than browsers are. */
export function deviceMarks(): MarkStore {
  return (globalThis as unknown as { cookieStore: MarkStore }).cookieStore;
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
