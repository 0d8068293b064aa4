/** Warnings and errors in a server's log. */
export interface Complaints {
  /** Number of occurrences by message. Lines that are not JSON count as messages. */
  counts: Map<string, number>;
  /** Error lines, which a hostile request alone must never cause. */
  errors: string[];
}

/** Output of npm about the script that it runs. */
const BANNER = /^(?:> .*)?$/;

/** Parses the lines of a log. */
export function readComplaints(lines: string[]): Complaints {
  const counts = new Map<string, number>();
  const errors: string[] = [];
  for (const line of lines) {
    if (BANNER.test(line)) continue;
    const { level, msg } = parseLine(line);
    if (level === 'info') continue;
    counts.set(msg, (counts.get(msg) ?? 0) + 1);
    if (level !== 'warn') errors.push(line.slice(0, 2_000));
  }
  return { counts, errors };
}

function parseLine(line: string): { level: string; msg: string } {
  try {
    const { level, msg } = JSON.parse(line) as { level: string; msg: string };
    return { level, msg };
  } catch {
    return { level: 'none', msg: line.slice(0, 200) };
  }
}
