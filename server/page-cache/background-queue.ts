/** A queue of background work, processed one key at a time when the event loop is free; a key is queued at most once. */
export class BackgroundQueue {
  readonly #run: (key: string) => Promise<unknown>;
  readonly #line = new Set<string>();
  #working: Promise<void> | undefined;
  #isClosed = false;

  /** @param run does the work for a key and handles its errors: a rejection is ignored. */
  constructor(run: (key: string) => Promise<unknown>) {
    this.#run = run;
  }

  add(key: string): void {
    if (this.#isClosed) return;
    this.#line.add(key);
    this.#working ??= this.#work();
  }

  /** Removes a key from the queue. */
  drop(key: string): void {
    this.#line.delete(key);
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  close(): void {
    this.#isClosed = true;
    this.#line.clear();
  }

  async #work(): Promise<void> {
    while (!this.#isClosed) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      const key = this.#line.values().next().value;
      if (key === undefined || this.#isClosed) break;
      this.#line.delete(key);
      await this.#run(key).catch(() => {});
    }
    this.#working = undefined;
  }
}
