/**
 * Whether waits, memory and descriptors are judged: by `npm run test:hostile`. `npm test` judges what does not depend on the load of
 * the machine: answers, the log, and the end of the server.
 */
export const MEASURES = process.env.HOSTILE_CASES === 'all';

/** Limits for every case. Source: the requirements of the product. */
export const LIMITS = {
  /** Maximum wait of an uninvolved visitor in milliseconds, on a fast machine without much other load (`longestOwnWait`). */
  visitMs: 250,
  /**
   * The same on a slow machine, as a multiple of the processor time of an uncached page (`measurePageCost`). Such a page takes 5.5
   * to 7 ms where fuzzed requests let a visitor wait for 80 to 190 ms.
   */
  visitPages: 40,
  /** Maximum bytes that are in use after a garbage collection, and were not before: what leaked, and code that was loaded on first use. */
  live: 24 * 1024 * 1024,
  /**
   * Maximum resident memory in bytes that is left: the same, and what the allocator has not returned. It is most after some
   * hundred pages were rendered at once.
   */
  memory: 128 * 1024 * 1024,
  /** Maximum additional resident memory during an attack in megabytes. */
  peakMegabytes: 300,
  /** The same for picture processes, which check their memory 20 times a second. */
  childrenPeakMegabytes: 1_500,
  /** Maximum leaked descriptors. */
  descriptors: 5,
  /** Maximum log lines per kind of complaint of a server that runs less than a minute: one per minute, and it may span two. */
  linesOfAKind: 2,
};

/**
 * How often an attack after which somebody waited too long is repeated: a defect exceeds the limit each time, a busy machine only
 * sometimes.
 */
export const REPETITIONS = 2;
