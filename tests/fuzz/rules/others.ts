import fc from 'fast-check';
import { expect } from 'vitest';
import { readEventStream } from '../../../shared/agent/event-stream.ts';
import { writerLabel } from '../../../shared/ai/providers.ts';
import { contrast, mix, READABLE_CONTRAST, readableOn } from '../../../shared/pictures/colour.ts';
import { paletteFor, paletteOf } from '../../../shared/pictures/palette.ts';
import {
  destinationsInWords,
  dryRunInWords,
  lateInWords,
  noPostInWords,
  pausedInWords,
} from '../../../shared/posts/dry-run-words.ts';
import { postsToMake } from '../../../shared/posts/generation.ts';
import { postReasonsSchema, readReasons } from '../../../shared/posts/post-reasons.ts';
import { choicesInWords, costInWords, whyThisPost } from '../../../shared/posts/reason-words.ts';
import { logText } from '../../../shared/scripts/script-run.ts';
import { jsonSchemaOf, valuesOf } from '../json-schema.ts';
import { anyText, orNull, rule, wellFormed } from './rule.ts';
import { platform } from './texts.ts';

const color = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`);

rule(mix, 'lies between the two, and is each of them at the ends', (mixed) =>
  fc.property(color, color, fc.double({ min: 0, max: 1, noNaN: true }), (first, second, share) => {
    expect([mixed(first, second, 0), mixed(first, second, 1)]).toEqual([first, second]);
    expect(mixed(first, second, share)).toMatch(/^#[0-9a-f]{6}$/);
  }),
);
rule(contrast, 'is the same both ways, from 1 to 21', (between) =>
  fc.property(color, color, (first, second) => {
    expect(between(first, second)).toBeCloseTo(between(second, first));
    expect(between(first, second)).toBeGreaterThanOrEqual(1);
    expect(between(first, second)).toBeLessThanOrEqual(21.001);
  }),
);
rule(readableOn, 'can be read on every ground', (readable) =>
  fc.property(color, color, (ground, text) => {
    expect(contrast(readable(ground, text), ground)).toBeGreaterThanOrEqual(READABLE_CONTRAST);
  }),
);
rule(paletteOf, 'can be read in every colour', (palette) =>
  fc.property(color, (accent) => {
    const { onAccent, deep, pale } = palette(accent);
    expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(READABLE_CONTRAST);
    expect(contrast(deep, pale)).toBeGreaterThanOrEqual(READABLE_CONTRAST);
  }),
);
rule(paletteFor, 'is always the same, and that of the brand where there is one', (palette) =>
  fc.property(anyText, orNull(color), (niche, brand) => {
    expect(palette(niche, brand)).toEqual(brand === null ? palette(niche.toLowerCase(), null) : paletteOf(brand));
  }),
);

rule(readEventStream, 'reads the same events in whatever pieces they arrive', (read) =>
  fc.asyncProperty(
    fc.array(fc.tuple(fc.constantFrom('progress', 'result'), wellFormed), { maxLength: 6 }),
    fc.array(fc.nat(30), { minLength: 1, maxLength: 20 }),
    fc.constantFrom('\n', '\r\n'),
    async (events, sizes, end) => {
      const blocks = events.map(
        ([event, data]) => `: open${end}event: ${event}${end}data: ${JSON.stringify(data)}${end}${end}`,
      );
      const bytes = new TextEncoder().encode(blocks.join(''));
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0, index = 0; at < bytes.length; index += 1) {
            const size = 1 + (sizes[index % sizes.length] ?? 0);
            controller.enqueue(bytes.slice(at, at + size));
            at += size;
          }
          controller.close();
        },
      });
      const found: unknown[] = [];
      for await (const { event, data } of read(body)) found.push([event, JSON.parse(data)]);
      expect(found).toEqual(events);
    },
  ),
);

const reasons = valuesOf(jsonSchemaOf(postReasonsSchema), {}, () => [])
  .map((value) => ({
    ...(value as object),
    time: { ...(value as { time: object }).time, timezone: 'Europe/Berlin', at: '2031-01-01T08:00:00Z' },
  }))
  .map((value) => postReasonsSchema.safeParse(value).data)
  .filter((value) => value !== undefined);
rule(readReasons, 'reads what was written, and never throws', (read) =>
  fc.property(reasons, fc.anything(), (value, other) => {
    expect(read(JSON.parse(JSON.stringify(value)))).toEqual(value);
    expect(() => read(other)).not.toThrow();
  }),
);
rule(choicesInWords, 'says why of each choice, in sentences', (words) =>
  fc.property(reasons, (value) => {
    for (const { label, text } of words({
      ...value,
      template: { ...value.template, ...('lastUsedAt' in value.template && { lastUsedAt: null }) },
    })) {
      expect(label).not.toBe('');
      expect(text).toMatch(/\S/);
      expect(text).not.toMatch(/undefined|NaN|\[object/);
    }
  }),
);
rule(whyThisPost, 'begins with who asked, and ends with the writer', (why) =>
  fc.property(reasons, fc.nat(10_000), (value, tokens) => {
    const written = { writer: 'openai:gpt-5-mini', input_tokens: tokens, output_tokens: tokens, cost_usd: null };
    const labels = why(
      { ...value, template: { choice: 'built_in', name: 'x', missing: null, active: 0 } },
      written as never,
    );
    expect([labels[0]?.label, labels.at(-1)?.label]).toEqual(['Started by', 'Writer']);
  }),
);
rule(costInWords, 'is an amount of dollars', (words) =>
  fc.property(fc.double({ min: 0, max: 100_000, noNaN: true }), (usd) => {
    expect(words(usd)).toMatch(/^\$\d+\.(\d{2}|\d{4})$/);
  }),
);

const autopilot = fc.constantFrom('on' as const, 'off' as const, 'paused' as const);
for (const words of [dryRunInWords, lateInWords])
  rule(words, 'is a sentence, whatever the autopilot does', (say) =>
    fc.property(autopilot, (state) => {
      expect(say(state)).toMatch(/^[A-Z].*\.$/);
    }),
  );
rule(pausedInWords, 'names five at most', (words) =>
  fc.property(fc.array(fc.constantFrom('Bread', 'Tea'), { maxLength: 20 }), (paused) => {
    expect(words(paused)?.match(/Bread|Tea/g)?.length ?? 0).toBe(Math.min(paused.length, 5));
  }),
);
rule(noPostInWords, 'says that there is none, or how today’s run ended', (words) =>
  fc.property(
    fc.constantFrom('no_project', 'no_free_time', 'made', 'failed'),
    fc.array(wellFormed),
    (outcome, paused) => {
      const day = { outcome, date: '2031-01-01', runsAt: '', isLate: false, result: null } as Parameters<
        typeof noPostInWords
      >[0];
      expect(words(day, paused)).toMatch(/^(No post:|The AI Autopilot has) .+\.$/);
    },
  ),
);
rule(destinationsInWords, 'names every destination once', (words) =>
  fc.property(fc.array(fc.record({ platform, account: fc.constant('Ada'), isDirect: fc.boolean() })), (all) => {
    const said = words(all as Parameters<typeof words>[0]);
    expect(said.match(/\(Ada\)/g)?.length ?? 0).toBe(all.length);
  }),
);
rule(postsToMake, 'is one at least', (count) =>
  fc.property(
    fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined }),
    fc.nat(10),
    fc.nat(100),
    (asked, perDay, today) => {
      const made = count({ reason: 'on_demand', ...(asked !== undefined && { count: asked }) }, perDay, today);
      expect(made).toBe(asked ?? Math.max(1, perDay - today));
      expect(count({ reason: 'autopilot' }, perDay, today)).toBe(1);
    },
  ),
);
rule(writerLabel, 'is the name itself where no provider is known', (label) =>
  fc.property(anyText, (writer) => {
    expect(label(`nobody:${writer}`)).toBe(`nobody:${writer}`);
    expect(label('openai:gpt-5-mini')).toBe('gpt-5-mini (OpenAI)');
  }),
);
rule(logText, 'has the whole text', (text) =>
  fc.property(fc.constantFrom('script' as const, 'page' as const), anyText, (kind, line) => {
    expect(text({ kind, text: line }).endsWith(line)).toBe(true);
  }),
);
