import { createRunner, PuppeteerRunnerExtension, parse, type Step } from '@puppeteer/replay';
import type { Browser, Page } from '../../../browser/puppeteer.ts';
import type { Output } from './output.ts';

/**
 * Plays a recording of Chrome DevTools' Recorder; each step is logged. Steps of extensions (`customStep`) are skipped
 * with a warning.
 */
export async function playRecording(flow: unknown, browser: Browser, page: Page, output: Output): Promise<void> {
  const recording = parse(flow);
  const total = recording.steps.length;
  let number = 0;

  class Logging extends PuppeteerRunnerExtension {
    override async runStep(step: Step): Promise<void> {
      number += 1;
      output.line('script', `${number}/${total} ${describe(step)}`);
      if (step.type === 'customStep')
        output.line('warning', `Left out "${step.name}": it needs an extension of the Recorder.`);
      else await super.runStep(step, recording);
    }
  }

  output.line('script', recording.title);
  // The types are those of the full puppeteer package; these objects are puppeteer-core's.
  const Extension = Logging as unknown as new (browser: Browser, page: Page, options: object) => Logging;
  const runner = await createRunner(recording, new Extension(browser, page, { timeout: recording.timeout }));
  if (!(await runner.run())) throw new Error('The recording was interrupted.');
}

function describe(step: Step): string {
  if ('url' in step && step.url) return `${step.type} ${step.url}`;
  if ('selectors' in step && step.selectors) return `${step.type} ${[step.selectors[0]].flat().join(' ')}`;
  if ('key' in step) return `${step.type} ${step.key}`;
  if ('expression' in step) return `${step.type} ${step.expression}`;
  return step.type;
}
