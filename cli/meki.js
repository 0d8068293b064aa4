#!/usr/bin/env node
// Runs the command line on the project's own Node, whatever version runs this file.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sparingMemory } from '../scripts/spare-memory.js';

const local = (path) => fileURLToPath(new URL(path, import.meta.url));
const own = [local('../node_modules/node/bin/node'), local('../node_modules/node/bin/node.exe')].find(existsSync);
if (!own) {
  console.error("Meki's own Node is missing. Run npm ci in the project's folder.");
  process.exit(1);
}

// The IPC channel tells the server when this process is gone, for whatever reason.
const child = spawn(own, [local('main.ts'), ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: sparingMemory(process.env),
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`Meki's own Node cannot be run: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else {
    process.exit(code ?? 1);
  }
});
