import type { ComposerStep, Control, Wording } from '../../../../shared/platforms/composer-script.ts';
import type { OptionValues } from '../../../../shared/platforms/options.ts';
import type { Preparation, PreparingStep } from '../../../../shared/publishing/publishing-api.ts';
import type { ElementHandle } from '../../../browser/puppeteer.ts';
import { type ComposerPageOptions, composerPage, Stopped, stop, type Target } from './composer-page.ts';
import { isSameText, isSameWords } from './field-text.ts';
import type { Shown } from './in-page.ts';
import { isAccepted, isFileName, type ReadyFile } from './ready-files.ts';

export type FillIn = Pick<ComposerPageOptions, 'page' | 'script' | 'isAtHome' | 'signal' | 'limits'> & {
  /** Opens the composer's address; called if the page does not show the composer. */
  open(): Promise<void>;
  wordings: { readonly [wording in Wording]: string };
  files: readonly ReadyFile[];
  /** The post's options; those that the script supports are set. */
  options: OptionValues;
  report(preparation: Preparation): void;
  /** Called when the files are in the composer, so that the user need not choose them. */
  onFilesGiven(): void;
  /** Called when an option of the post is set in the composer. */
  onOptionSet(name: string): void;
};

type Ended = Extract<Preparation, { is: 'ready' | 'stopped' }>;

export type ComposerFiller = {
  run(): Promise<Ended>;
  isOpen(): Promise<boolean>;
  /** Whether the composer is still there with text in it. */
  isUnsent(): Promise<boolean>;
  /** Upload progress of the files in percent; null if the page does not show it. */
  percent(): Promise<number | null>;
};

/**
 * Fills in a composer, step by step, up to the control that publishes. Every step first checks whether it has already
 * been done, so that `run` can be called again after it stopped or after the user has changed something: nothing is
 * entered twice. A step acts only on a single visible element that matches, and then waits for the expected effect;
 * otherwise `run` resolves to `stopped`. Options are the exception: those that cannot be set are left to the user.
 * `run` rejects only with the reason of `signal`, and with errors of a lost browser.
 */
export function composerFiller(given: FillIn): ComposerFiller {
  const { page, script, files, wordings, options, signal, limits, report } = given;
  let at: PreparingStep = 'open';
  let hasFiles = false;

  const begin = (step: PreparingStep) => {
    at = step;
    report({ is: 'working', step });
  };
  const { ask, isThere, findOne, waitForPerson, until, waitFor, press } = composerPage({
    ...given,
    onWall: (wall) => report(wall ? { is: 'waiting', for: wall } : { is: 'working', step: at }),
    onLoggedIn: async () => {
      if (!(await isOpen())) await given.open();
    },
  });

  /** Whether the page shows any part of the composer. */
  async function isOpen(): Promise<boolean> {
    if (script.keeps && (await isThere({ css: script.keeps }, 'body'))) return true;
    const targets = [{ css: script.begins }, ...script.steps.map(targetOf)];
    for (const target of targets) if (await isThere(target)) return true;
    return false;
  }

  const open = async (): Promise<void> => {
    begin('open');
    await waitForPerson();
    const { opens } = script;
    const isOpenNow = await until(limits.lookMs, async () => {
      if (await isOpen()) return true;
      return opens && (await isThere(opens, 'body')) ? false : null;
    });
    begin('composer');
    if (isOpenNow) return;
    hasFiles = false;
    if (!opens) return stop('unknown');
    await press(opens, 'body');
    if (!(await waitFor({ css: script.begins }))) stop('unknown');
  };

  const pressUntil = async ({ control, shows, times = 1 }: Extract<ComposerStep, { do: 'press' }>): Promise<void> => {
    if (await isThere({ css: shows })) return;
    for (let count = 1; count <= times; count += 1) {
      await press(control);
      if (await waitFor({ css: shows }, count < times ? limits.settleMs : limits.lookMs)) return;
    }
    stop('unknown');
  };

  const previews = () => ask<number>({ kind: 'previews', scope: script.scope });
  const percent = async () =>
    script.progress === undefined ? null : ask<number>({ kind: 'percent', scope: script.scope, css: script.progress });
  /** Waits until the page shows the files, or the control of the next step. */
  const areShown = async (before: number, next: ComposerStep | undefined): Promise<void> => {
    hasFiles = true;
    const isShown = await until(limits.uploadMs, async () => {
      const isNext = next !== undefined && (await isThere(targetOf(next)));
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
    await press(control);
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
    const wanted = wordings[step.wording];
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
    // Some editors accept line breaks only when pasted.
    if (typed.trim() !== '' && !isSameWords(typed, wanted)) return stop('text_differs');
    await ask({ kind: 'write', text: wanted, way: 'paste', replaces: typed.trim() === '' ? null : typed }, field);
    if (!(await isWritten())) stop('text_differs');
  };

  const pick = async ({ option, choices }: Extract<ComposerStep, { do: 'pick' }>): Promise<void> => {
    const css = choices[String(options[option])];
    if (css === undefined) return;
    const isPicked = async () => {
      const found = await findOne({ css });
      return (found && (await ask<boolean>({ kind: 'picked' }, found))) || null;
    };
    const control = await waitFor({ css }, limits.settleMs);
    if (control && !(await isPicked())) await press({ css });
    if (control && (await until(limits.settleMs, isPicked))) given.onOptionSet(option);
  };

  const doStep = async (step: ComposerStep, next: ComposerStep | undefined): Promise<void> => {
    if (step.do === 'pick') {
      begin('options');
      return pick(step).catch((error: unknown) => {
        if (!(error instanceof Stopped) || error.why === 'person') throw error;
      });
    }
    begin(step.do === 'write' ? 'text' : 'media');
    if (step.do === 'write') {
      await write(step);
      if (options[step.wording] !== undefined) given.onOptionSet(step.wording);
      return;
    }
    // Once the files are there, the steps that lead to them are done, too.
    if (hasFiles && (step.do !== 'press' || next?.do === 'attach')) return;
    if (step.do === 'press') await pressUntil(step);
    else if (step.do === 'attach') await attach(step.input, next);
    else await choose(step.control, next);
  };

  /** The control that the user presses to publish. Waits while it is greyed out, as during uploads. */
  const ready = async (): Promise<Ended> => {
    if (files.length > 0) begin('upload');
    let shown: Shown | null = null;
    let said: number | null = null;
    await until(files.length > 0 ? limits.uploadMs : limits.settleMs, async () => {
      const publish = await findOne(script.publish);
      shown = publish && (await ask<Shown>({ kind: 'label' }, publish));
      const now = files.length > 0 ? await percent() : null;
      if (now !== null && now !== said) report({ is: 'working', step: 'upload', percent: now });
      said = now;
      return shown === null || !shown.isGrey || null;
    });
    const { label, isGrey } = (shown as Shown | null) ?? { label: '', isGrey: false };
    return { is: 'ready', press: label || null, isGrey, ...(said !== null && { percent: said }) };
  };

  /** The actual and the wanted texts of the visible fields. */
  const fieldTexts = async (): Promise<{ text: string; wanted: string }[]> => {
    const texts: { text: string; wanted: string }[] = [];
    for (const step of script.steps) {
      if (step.do !== 'write') continue;
      const field = await findOne({ css: step.field });
      const text = field && (await ask<string>({ kind: 'text' }, field));
      if (text !== null) texts.push({ text, wanted: wordings[step.wording] });
    }
    return texts;
  };

  return {
    isOpen,
    percent,
    async isUnsent() {
      if (!(await isOpen())) return false;
      const texts = await fieldTexts();
      return wordings.text === '' || texts.length === 0 || texts.some(({ text }) => text.trim() !== '');
    },
    async run() {
      try {
        await open();
        const steps = script.steps.filter((step) => files.length > 0 || isForText(step));
        for (const [index, step] of steps.entries()) await doStep(step, steps[index + 1]);
        return await ready();
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Stopped)) throw error;
        return { is: 'stopped', at, why: error.why, hasText: (await fieldTexts()).some(isWhole) };
      }
    },
  };
}

const isWhole = ({ text, wanted }: { text: string; wanted: string }) => wanted !== '' && isSameText(text, wanted);

function targetOf(step: ComposerStep): Target {
  switch (step.do) {
    case 'write':
      return { css: step.field };
    case 'attach':
      return { css: step.input };
    case 'pick':
      return { css: Object.values(step.choices).join(', ') };
    case 'press':
    case 'choose':
      return step.control;
  }
}

function isForText(step: ComposerStep): boolean {
  return step.do === 'write' || step.do === 'pick' || (step.do === 'press' && step.onlyWith !== 'media');
}
