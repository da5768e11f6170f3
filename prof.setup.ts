import { Session } from 'node:inspector';
import { writeFileSync } from 'node:fs';
import { afterAll } from 'vitest';
const s = new Session(); s.connect(); s.post('Profiler.enable'); s.post('Profiler.setSamplingInterval', { interval: 1000 }); s.post('Profiler.start');
const c = process.cpuUsage();
afterAll(() => { s.post('Profiler.stop', (e, r) => { writeFileSync(`/tmp/tuiprof/${Date.now()}.json`, JSON.stringify(r.profile)); const d = process.cpuUsage(c); console.log('CPU', (d.user + d.system) / 1e6); }); s.disconnect(); });
