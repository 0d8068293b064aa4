/** An instruction of a Dockerfile, such as `RUN npm ci`. */
export interface Instruction {
  name: string;
  text: string;
}

/** The instructions of each stage of a Dockerfile, the last of which is the image; without comments, with lines joined. */
export function readStages(text: string): { from: string; name: string; instructions: Instruction[] }[] {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  const joined = lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: ReturnType<typeof readStages> = [];
  for (const line of joined) {
    const [name = '', ...words] = line.split(' ');
    const rest = words.join(' ');
    if (name === 'FROM') stages.push({ from: words[0] ?? '', name: words[2] ?? '', instructions: [] });
    else stages.at(-1)?.instructions.push({ name, text: rest });
  }
  return stages;
}

/** The names that a `.dockerignore` leaves out; this project's has names beside it alone. */
export function readIgnored(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
