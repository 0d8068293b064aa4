/** What every case must keep to. Source: the requirements of the product. */
export const LIMITS = {
  /** Milliseconds that a visitor who has nothing to do with an attack waits at most. */
  visitMs: 250,
  /** Bytes of resident memory that may be left of an attack. */
  memory: 50 * 1024 * 1024,
  /** Megabytes of resident memory that an attack may take while it lasts. */
  peakMegabytes: 300,
  /** The same of the process that draws pictures, which looks at what it takes 20 times a second. */
  childrenPeakMegabytes: 1_500,
  /** Descriptors that may be left of an attack. */
  descriptors: 5,
  /** Lines of the log for each kind of complaint: one a minute, and a case may see two minutes begin. */
  linesOfAKind: 2,
};
