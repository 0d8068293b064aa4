import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureFirstVisit } from './measuring/first-visit.ts';
import { findLoadTool } from './measuring/measure-load.ts';
import { residentMegabytes, watchMemory } from './measuring/memory.ts';
import { requireQuiet } from './measuring/require-quiet.ts';
import { median } from './measuring/statistics.ts';
import { untilIdle } from './measuring/until-idle.ts';
import { performanceChart, performancePage } from './reporting/performance-page.ts';
import { type Figure, formatFigures, formatJson } from './reporting/report.ts';
import { benchBusySite } from './sections/bench-busy-site.ts';
import { benchCloud } from './sections/bench-cloud.ts';
import { benchCold, benchSearch } from './sections/bench-cold.ts';
import { benchFiles } from './sections/bench-files.ts';
import { benchListeners } from './sections/bench-listeners.ts';
import { benchPages } from './sections/bench-pages.ts';
import { benchPublishing } from './sections/bench-publishing.ts';
import { benchSaving } from './sections/bench-saving.ts';
import { benchScale } from './sections/bench-scale.ts';
import { benchPagesBesideSignIns } from './sections/bench-sign-ins.ts';
import { benchSilence } from './sections/bench-silence.ts';
import { benchCachedPages, benchUncachedItem } from './sections/bench-throughput.ts';
import { benchUploads } from './sections/bench-uploads.ts';
import { benchWriting } from './sections/bench-writing.ts';
import { ORIGIN, startProduct } from './sites/start-child.ts';

const USAGE = `npm run bench -- [--json] [--write] [--seconds N] [--rounds N] [--items N] [--only start,visit,cached,search,cold,uncached,sign-ins,silence,publish,save,writing,listeners,scale,files,pages,uploads,busy,cloud]

Measures the production build on this machine, against bare node:http in the same run. --write also writes docs/performance.md.`;

/** Idle milliseconds before a server’s memory is measured, and in which the first one renders all pages. */
const REST = 20_000;

/** Generated items of the site whose pages are asked for once. */
const COLD_ITEMS = 200;

const PAGES = { home: '/', listing: '/estudios', item: '/estudios/radiografia-de-torax' };

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    items: { type: 'string', default: '10000' },
    only: {
      type: 'string',
      default:
        'start,visit,cached,search,cold,uncached,sign-ins,silence,publish,save,writing,listeners,scale,files,pages,uploads,busy,cloud',
    },
  },
});
if (values.help) console.log(USAGE);
else await bench();

async function bench(): Promise<void> {
  if (!existsSync(new URL('../build/server/index.js', import.meta.url))) {
    throw new Error('There is no build to measure. Make one with "npm run build".');
  }
  if (values.write) await requireQuiet();
  const folder = mkdtempSync(join(tmpdir(), 'meki-bench-'));
  const tool = await findLoadTool();
  const rounds = Number(values.rounds);
  const load = { tool, rounds, folder, connections: 32, seconds: Number(values.seconds) };
  const wanted = new Set(values.only.split(','));
  const figures: Figure[] = [];
  const say = (text: string) => process.stderr.write(`${text}\n`);
  try {
    const data = join(folder, 'data');
    say('Starting on an empty folder …');
    const startSite = () => startProduct(data, { variables: { MEKI_ORIGIN: ORIGIN } });
    const first = await startSite();
    await new Promise((resolve) => setTimeout(resolve, REST));
    await untilIdle(first.pid);
    await first.stop();
    const starts: number[] = [];
    for (let round = 0; wanted.has('start') && round < rounds; round += 1) {
      const server = await startSite();
      starts.push(server.readyAfterMs);
      await server.stop();
    }
    const server = await startSite();
    try {
      if (wanted.has('start')) {
        say('Start and memory …');
        await new Promise((resolve) => setTimeout(resolve, REST));
        figures.push(
          { name: 'ready on an existing folder', value: median(starts), unit: 'ms', budget: { atMost: 350 } },
          { name: 'resident at rest', value: residentMegabytes(server.pid), unit: 'MB', budget: { atMost: 130 } },
        );
      }
      if (wanted.has('visit')) {
        say('First visit …');
        for (const [name, path] of Object.entries(PAGES)) {
          const bytes = await measureFirstVisit(server.origin, path);
          figures.push(
            {
              name: `first visit of ${name}: HTML and CSS`,
              value: bytes.htmlAndCss / 1000,
              unit: 'kB',
              budget: { atMost: 25 },
            },
            { name: `first visit of ${name}: script`, value: bytes.script / 1000, unit: 'kB', budget: { atMost: 95 } },
            {
              name: `first interaction with ${name}: script`,
              value: bytes.scriptOnUse / 1000,
              unit: 'kB',
              budget: { atMost: 126 },
            },
            { name: `first visit of ${name}: fonts`, value: bytes.fonts / 1000, unit: 'kB', budget: { atMost: 46 } },
          );
        }
      }
      if (wanted.has('cached')) {
        say(`Cached pages under load (${tool}) …`);
        const mostMemory = watchMemory(server.pid);
        figures.push(...(await benchCachedPages(server, PAGES, load)));
        figures.push({ name: 'resident under load', value: mostMemory(), unit: 'MB', budget: { atMost: 220 } });
      }
      if (wanted.has('search')) {
        say('Search under load …');
        figures.push(...(await benchSearch(server.origin, load)));
      }
    } finally {
      await server.stop();
    }
    if (wanted.has('cold')) {
      say(`Every page of ${COLD_ITEMS} items once after a start …`);
      figures.push(...(await benchCold(join(folder, 'cold'), COLD_ITEMS)));
    }
    if (wanted.has('uncached')) {
      say('Uncached item under load …');
      figures.push(...(await benchUncachedItem(data, PAGES.item, load)));
    }
    if (wanted.has('sign-ins')) {
      say('Pages beside sign-ins …');
      figures.push(...(await benchPagesBesideSignIns(data, PAGES.item, { ...load, rounds: Math.min(rounds, 2) })));
    }
    if (wanted.has('silence')) {
      say('Known and unknown emails …');
      figures.push(...(await benchSilence(data)));
    }
    if (wanted.has('publish')) {
      say('Publishing …');
      figures.push(
        ...(await benchPublishing({ dataFolder: data, itemId: 'chest-x-ray', path: PAGES.item, rounds: 15 })),
      );
    }
    if (wanted.has('save')) {
      say('Saving …');
      figures.push(...(await benchSaving(data)));
    }
    if (wanted.has('writing')) {
      say('Writing …');
      figures.push(...(await benchWriting(data)));
    }
    if (wanted.has('listeners')) {
      say('Listeners …');
      figures.push(...(await benchListeners(data, load.seconds * 10)));
    }
    if (wanted.has('scale')) {
      say(`Importing ${values.items} items …`);
      figures.push(...(await benchScale(folder, Number(values.items))));
    }
    if (wanted.has('files')) {
      say('A library of 5,000 files …');
      figures.push(...(await benchFiles(folder)));
    }
    if (wanted.has('pages')) {
      say('1,000 pages in a tree …');
      figures.push(...(await benchPages(folder)));
    }
    if (wanted.has('uploads')) {
      say('Photographs beside readers …');
      figures.push(...(await benchUploads(data, folder)));
    }
    if (wanted.has('busy')) {
      say(`A busy site of ${values.items} items …`);
      const items = Number(values.items);
      const dataFolder = join(folder, 'busy');
      figures.push(...(await benchBusySite({ dataFolder, items, seconds: load.seconds * 20, folder })));
    }
    if (wanted.has('cloud')) {
      say(`The cloud backend with ${values.items} items …`);
      figures.push(...(await benchCloud(folder, Number(values.items), say)));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const about = { node: process.version, cores: cpus().length, loadTool: tool };
  if (values.write) {
    const docs = fileURLToPath(new URL('../docs/', import.meta.url));
    const day = new Date().toISOString().slice(0, 10);
    const page = join(docs, 'performance.md');
    const former = existsSync(page) ? readFileSync(page, 'utf8') : '';
    writeFileSync(page, performancePage(figures, { ...about, day }, former));
    writeFileSync(join(docs, 'images/performance.svg'), performanceChart(figures));
  }
  console.log(values.json ? formatJson(figures, about) : formatFigures(figures));
}
