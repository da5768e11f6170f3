#!/usr/bin/env node
// The launcher. Plain JavaScript that even an old Node can run, to report the required version.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`local-agent needs Node 20.19 or later; this is ${process.version}. Get it from https://nodejs.org.`);
  process.exitCode = 1;
} else {
  // Node 22 and later can cache compiled code between runs. Not in the default folder, the system's temporary one,
  // because other users may have put files there.
  module.enableCompileCache?.(fileURLToPath(new URL('../.cache/compiled', import.meta.url)));
  const { prepareCheckout } = await import('./prepare-checkout.js');
  if (await prepareCheckout()) {
    const { main } = await import('../dist/server/main.js');
    await main(process.argv.slice(2));
  } else {
    process.exitCode = 1;
  }
}
