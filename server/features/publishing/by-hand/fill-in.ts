import { extname, parse } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ComposerScript, ComposerStep, Control, Wording } from '../../../../shared/platforms/composer-script.ts';
import type { Preparation, PreparingStep } from '../../../../shared/publishing/publishing-api.ts';
import type { ElementHandle, Page } from '../../../browser/puppeteer.ts';
import { type Aim, type Ask, inPage, type Shown, type Wall } from './in-page.ts';
import { NEVER_PRESSED } from './never-pressed.ts';

/** How long is waited for what; changed by tests. */
export type FillInLimits = {
  /** For a part of the page that should be there. */
  lookMs: number;
  /** For the person, who logs in or answers a question about cookies. */
  personMs: number;
  /** For the page to take and show the files. */
  uploadMs: number;
  /** Between two presses of the same control. */
  settleMs: number;
  /** Between two looks. */
  pollMs: number;
};
export const FILL_IN_LIMITS: FillInLimits = {
  lookMs: 20_000,
  personMs: 15 * 60_000,
  uploadMs: 10 * 60_000,
  settleMs: 3_000,
  pollMs: 400,
};

/** A file for the page's input. */
export type ReadyFile = { path: string; mimeType: string };

export type FillIn = {
  page: Page;
  script: ComposerScript;
  /** Goes to the composer's address, where the page shows no composer. */
  open(): Promise<void>;
  /** Whether the page is one of the platform's. */
  isAtHome(address: string): boolean;
  text: string;
  files: readonly ReadyFile[];
  signal: AbortSignal;
  limits: FillInLimits;
  report(preparation: Preparation): void;
  /** The files are in the composer: the person need not choose them. */
  onFilesGiven(): void;
};

type Ended = Extract<Preparation, { is: 'ready' | 'stopped' }>;
type Why = Extract<Preparation, { is: 'stopped' }>['why'];
type Found = ElementHandle<Element> | 'none' | 'several';
type Target = { css?: string | undefined; names?: readonly string[] | undefined };

/** The script cannot go on: the rest is the person's. */
class Stopped extends Error {
  readonly why: Why;
  constructor(why: Why) {
    super(why);
    this.why = why;
  }
}

/**
 * A composer that is filled in, step by step, up to what publishes. Every step first looks whether it has been done, so
 * that `run` can be called again, after the person has done something or where it stopped: nothing is put in twice. A
 * step acts on a single visible element that fits, and then waits for what should come of it; otherwise all of it ends
 * as `stopped`. `run` rejects only with the reason of `signal`, and with errors of a lost browser.
 */
export function composerFiller(given: FillIn): { run(): Promise<Ended>; isOpen(): Promise<boolean> } {
  const { page, script, files, signal, limits, report } = given;
  let at: PreparingStep = 'open';
  let hasFiles = false;

  const begin = (step: PreparingStep) => {
    at = step;
    report({ is: 'working', step });
  };
  const stop = (why: Why): never => {
    throw new Stopped(why);
  };
  /** Null while the page is changing to another. */
  const ask = async <T>(asked: Ask, element?: ElementHandle<Element>): Promise<T | null> =>
    (await page.evaluate(inPage, asked, ...(element ? [element] : [])).catch(unlessLeaving)) as T | null;

  const find = async ({ css, names = [] }: Target, scope = script.scope): Promise<Found> => {
    if (!given.isAtHome(page.url())) return 'none';
    const asked: Ask = { kind: 'find', scope, css: css ?? null, names };
    const handle = await page.evaluateHandle(inPage, asked).catch(unlessLeaving);
    if (!handle) return 'none';
    return (handle.asElement() as ElementHandle<Element> | null) ?? ((await handle.jsonValue()) as Found);
  };

  /** Waits while something is in the way that the person has to answer. Returns whether they logged in. */
  const waitForPerson = async (): Promise<boolean> => {
    let waited: Wall = null;
    for (const until = Date.now() + limits.personMs; ; ) {
      signal.throwIfAborted();
      const wall = await ask<Wall>({ kind: 'walls', banner: script.banner ?? null });
      if (wall === null) break;
      if (Date.now() > until) stop('person');
      if (wall !== waited) report({ is: 'waiting', for: wall });
      waited = wall;
      await delay(limits.pollMs, undefined, { signal });
    }
    if (waited !== null) report({ is: 'working', step: at });
    return waited === 'log_in';
  };

  /** The first answer of `look` that is not null; null after `limitMs`, in which waiting for the person does not count. */
  const until = async <T>(limitMs: number, look: () => Promise<T | null>): Promise<T | null> => {
    for (let left = limitMs; ; left -= limits.pollMs) {
      signal.throwIfAborted();
      if ((await waitForPerson()) && !(await isOpen())) await given.open();
      const seen = await look();
      if (seen !== null || left <= 0) return seen;
      await delay(limits.pollMs, undefined, { signal });
    }
  };
  const element = async (looked: Promise<Found>) => {
    const found = await looked;
    return typeof found === 'string' ? null : found;
  };
  const waitFor = (target: Target, limitMs = limits.lookMs) => until(limitMs, () => element(find(target)));

  /** Whether any part of the composer is there. */
  async function isOpen(): Promise<boolean> {
    const targets = [{ css: script.begins }, ...script.steps.map(targetOf)];
    for (const target of targets) if ((await find(target)) !== 'none') return true;
    return false;
  }

  /** The only way to press anything: see `aim` in in-page.ts. */
  const press = async (look: () => Promise<Found>, names: readonly string[]): Promise<void> => {
    const aimed = await until(limits.lookMs, async () => {
      const found = await element(look());
      const aim = found && (await ask<Aim>({ kind: 'aim', names, never: NEVER_PRESSED }, found));
      if (aim === 'refused') stop('unknown');
      return aim === null || aim === 'covered' ? null : (aim as Exclude<Aim, string>);
    });
    if (!aimed) return stop('unknown');
    await page.mouse.click(aimed.x, aimed.y);
  };

  const open = async (): Promise<void> => {
    begin('open');
    await waitForPerson();
    const { opens } = script;
    const begins = { css: script.begins };
    const isThere = await until(limits.lookMs, async () => {
      if (await isOpen()) return true;
      return opens && (await find(opens, 'body')) !== 'none' ? false : null;
    });
    begin('composer');
    if (isThere) return;
    hasFiles = false;
    if (!opens) return stop('unknown');
    await press(() => find(opens, 'body'), opens.names ?? []);
    if (!(await waitFor(begins))) stop('unknown');
  };

  const pressUntil = async ({ control, shows, times = 1 }: Extract<ComposerStep, { do: 'press' }>): Promise<void> => {
    if ((await find({ css: shows })) !== 'none') return;
    for (let count = 1; count <= times; count += 1) {
      await press(() => find(control), control.names ?? []);
      if (await waitFor({ css: shows }, count < times ? limits.settleMs : limits.lookMs)) return;
    }
    stop('unknown');
  };

  const previews = () => ask<number>({ kind: 'previews', scope: script.scope });
  /** Waits until the page shows the files, or what comes after them. */
  const areShown = async (before: number, next: ComposerStep | undefined): Promise<void> => {
    hasFiles = true;
    const isShown = await until(limits.uploadMs, async () => {
      const isNext = next !== undefined && (await find(targetOf(next))) !== 'none';
      return ((await previews()) ?? 0) > before || isNext || null;
    });
    if (!isShown) stop('not_shown');
    given.onFilesGiven();
  };

  const attach = async (input: string, next: ComposerStep | undefined): Promise<void> => {
    const found = (await waitFor({ css: input })) as ElementHandle<HTMLInputElement> | null;
    if (!found) return stop('unknown');
    const { accept, multiple, chosen } = await found.evaluate((one) => ({
      accept: one.accept,
      multiple: one.multiple,
      chosen: one.files?.length ?? 0,
    }));
    if (chosen > 0 || (files.length > 1 && !multiple) || !files.every((file) => isAccepted(file, accept)))
      stop('files');
    const before = (await previews()) ?? 0;
    await found.uploadFile(...files.map(({ path }) => path));
    await areShown(before, next);
  };

  const choose = async (control: Control, next: ComposerStep | undefined): Promise<void> => {
    const before = (await previews()) ?? 0;
    const opened = page.waitForFileChooser({ timeout: limits.lookMs + limits.settleMs, signal }).catch(() => null);
    await press(() => find(control), control.names ?? []);
    const chooser = await opened;
    if (!chooser) return stop('unknown');
    if (files.length > 1 && !chooser.isMultiple()) {
      await chooser.cancel();
      stop('files');
    }
    await chooser.accept(files.map(({ path }) => path));
    await areShown(before, next);
  };

  const write = async (step: Extract<ComposerStep, { do: 'write' }>): Promise<void> => {
    const wanted = wordingsOf(given.text)[step.wording];
    const field = await waitFor({ css: step.field });
    if (!field) return stop('unknown');
    const current = () => ask<string>({ kind: 'text' }, field);
    const isWritten = () => until(limits.settleMs, async () => isSameText((await current()) ?? '', wanted) || null);
    const before = (await current()) ?? '';
    if (wanted === '' || isSameText(before, wanted)) return;
    if (before.trim() !== '' && !(step.takesFileName && isFileName(before, files))) return stop('other_text');
    const replaces = before.trim() === '' ? null : before;
    await ask({ kind: 'write', text: wanted, way: 'type', replaces }, field);
    if (await isWritten()) return;
    const typed = (await current()) ?? '';
    // An editor that takes line breaks from the clipboard only.
    if (typed.trim() !== '' && !isSameWords(typed, wanted)) return stop('text_differs');
    await ask({ kind: 'write', text: wanted, way: 'paste', replaces: typed.trim() === '' ? null : typed }, field);
    if (!(await isWritten())) stop('text_differs');
  };

  const doStep = async (step: ComposerStep, next: ComposerStep | undefined): Promise<void> => {
    begin(step.do === 'write' ? 'text' : 'media');
    if (step.do === 'write') return write(step);
    // What leads to the files is done with them.
    if (hasFiles && (step.do !== 'press' || next?.do === 'attach')) return;
    if (step.do === 'press') await pressUntil(step);
    else if (step.do === 'attach') await attach(step.input, next);
    else await choose(step.control, next);
  };

  /** What the person presses. Waits while it is greyed out: files are still on their way. */
  const ready = async (): Promise<Ended> => {
    if (files.length > 0) begin('upload');
    let shown: Shown | null = null;
    await until(files.length > 0 ? limits.uploadMs : limits.settleMs, async () => {
      const publish = await element(find(script.publish));
      shown = publish && (await ask<Shown>({ kind: 'label' }, publish));
      return shown === null || !shown.isGrey || null;
    });
    const { label, isGrey } = (shown as Shown | null) ?? { label: '', isGrey: false };
    return { is: 'ready', press: label || null, isGrey };
  };

  return {
    isOpen,
    async run() {
      try {
        await open();
        const steps = script.steps.filter((step) => files.length > 0 || isForText(step));
        for (const [index, step] of steps.entries()) await doStep(step, steps[index + 1]);
        return await ready();
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Stopped)) throw error;
        return { is: 'stopped', at, why: error.why, hasText: await holdsText() };
      }
    },
  };

  async function holdsText(): Promise<boolean> {
    for (const step of script.steps) {
      if (step.do !== 'write') continue;
      const field = await element(find({ css: step.field }));
      const text = field && (await ask<string>({ kind: 'text' }, field));
      const wanted = wordingsOf(given.text)[step.wording];
      if (wanted !== '' && text !== null && isSameText(text, wanted)) return true;
    }
    return false;
  }
}

function targetOf(step: ComposerStep): Target {
  switch (step.do) {
    case 'write':
      return { css: step.field };
    case 'attach':
      return { css: step.input };
    case 'press':
    case 'choose':
      return step.control;
  }
}

function isForText(step: ComposerStep): boolean {
  return step.do === 'write' || (step.do === 'press' && step.onlyWith !== 'media');
}

function wordingsOf(text: string): { [wording in Wording]: string } {
  const [title = '', ...rest] = text.trim().split('\n');
  return { text, title: title.trim(), description: rest.join('\n').trim() };
}

/** As editors show it: the same lines, without regard to blanks and empty lines. */
function isSameText(one: string, other: string): boolean {
  const lines = (text: string) =>
    text
      .normalize('NFC')
      .replace(/[\u200b\ufeff]/g, '')
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join('\n');
  return lines(one) === lines(other);
}

/** Without regard to blanks and lines. */
function isSameWords(one: string, other: string): boolean {
  return one.replace(/\s+/g, '') === other.replace(/\s+/g, '');
}

function isFileName(text: string, files: readonly ReadyFile[]): boolean {
  return files.some(({ path }) => [parse(path).name, parse(path).base].includes(text.trim()));
}

/** Matches `accept` as browsers do: types, wildcard types, and extensions; without any, everything. */
function isAccepted({ path, mimeType }: ReadyFile, accept: string): boolean {
  const tokens = accept
    .toLowerCase()
    .split(',')
    .map((token) => token.trim())
    .filter(Boolean);
  const [family] = mimeType.split('/');
  return tokens.length === 0 || tokens.some((token) => [mimeType, `${family}/*`, '*/*', extname(path)].includes(token));
}

/** A page that is changing to another answers nothing for a moment. */
function unlessLeaving(error: unknown): null {
  if (/context|detached|navigat|JSHandle|Cannot find/i.test(String(error))) return null;
  throw error;
}
