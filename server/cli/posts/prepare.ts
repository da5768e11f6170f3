import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { postApi } from '../../../shared/api/posts.ts';
import { publishingApi } from '../../../shared/api/publishing.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import type { ComposerState, Delivery } from '../../../shared/publishing/publishing-api.ts';
import { type Api, call, callWhileEnding } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { apiCommand } from '../agent/api-command.ts';
import { orInterrupted } from '../terminal/interruption.ts';
import { note, print, type Terminal } from '../terminal/terminal.ts';
import { isCalled } from './publishing.ts';

const POLL_MS = 700;
const NOTHING_TO_PREPARE = 'There is nothing to prepare: no part of this post is waiting for you to post it by hand.';
const NOTHING_IS_DUE = 'There is nothing to prepare: no post is waiting for you to post it by hand.';
const MAY_UNDO = 'If a post is not live after all, run `local-agent posts unmark` within an hour.';
const LEFT_OPEN = 'The window stays open until you close it, or press Ctrl+C here.';
const turn = (at: number, all: number, where: string) => `${at} of ${all}: ${where}`;
const CLOSED = 'The window was closed. Once the post is live, run `local-agent posts mark`.';

type Prepared = { delivery: Delivery; composer: ComposerState };

/**
 * `posts prepare`: fills in the platforms' composers for one due post, or for all, one after the other in the accounts'
 * windows, where the user publishes them. Follows each until the page shows the live post or its window is closed.
 */
export function addPrepareCommand(posts: Command, terminal: Terminal): void {
  const command = posts
    .command('prepare [id]')
    .description(
      'fill in the platforms’ own composers, up to the button that you press, for a post that waits for you; without an id, for each in turn',
    )
    .option('--account <name>', 'only for this account or platform');
  apiCommand(command, terminal, {
    async ask(api: Api, name: string | undefined, { account }: { account?: string }) {
      const all = name === undefined ? await call(api, publishingApi.listTurns) : await deliveriesOf(api, name);
      const waiting = all.filter(
        (delivery) => delivery.waitsFor === 'by_hand' && (account === undefined || isCalled(delivery, account)),
      );
      if (waiting.length === 0)
        throw new AppError('conflict', name === undefined ? NOTHING_IS_DUE : NOTHING_TO_PREPARE);
      const prepared: Prepared[] = [];
      for (const [index, delivery] of waiting.entries()) {
        if (waiting.length > 1) note(terminal, turn(index + 1, waiting.length, placeOf(delivery)));
        prepared.push({ delivery, composer: await prepare(api, delivery, terminal) });
      }
      return prepared;
    },
    json: (prepared) => prepared.map(({ delivery: { id, platform }, composer }) => ({ id, platform, composer })),
    tell: (prepared) => {
      for (const { delivery, composer } of prepared) tell(terminal, delivery, composer);
      if (prepared.some(({ composer }) => isMarked(composer))) note(terminal, MAY_UNDO);
    },
    hasFailed: (prepared) => prepared.some(({ composer }) => composer.state === 'failed'),
  });
}

async function deliveriesOf(api: Api, name: string): Promise<Delivery[]> {
  const { id } = await call(api, postApi.getPost, { params: { id: name } });
  return call(api, publishingApi.listDeliveries, { params: { id } });
}

const placeOf = ({ platform, account }: Delivery) =>
  account ? `${account} (${platformLabel(platform)})` : platformLabel(platform);

/** Follows a composer, and closes its window when the command is interrupted. */
async function prepare(api: Api, { id }: Delivery, terminal: Terminal): Promise<ComposerState> {
  const params = { id };
  let said = '';
  try {
    let last = await call(api, publishingApi.openComposer, { params });
    for (let now = last; isOpen(now); now = await call(api, publishingApi.getComposer, { params })) {
      last = now;
      const words = windowInWords(now);
      if (words !== said) note(terminal, words);
      said = words;
      if (now.preparation.is === 'posted') break;
      await orInterrupted(terminal.ending, delay(POLL_MS));
    }
    return last;
  } catch (error) {
    if (terminal.ending.aborted) await callWhileEnding(api, publishingApi.closeComposer, { params });
    throw error;
  }
}

type Window = Extract<ComposerState, { state: 'window' }>;
const isOpen = (composer: ComposerState): composer is Window => composer.state === 'window';

const isMarked = (composer: ComposerState) =>
  isOpen(composer) && composer.preparation.is === 'posted' && composer.preparation.isMarked;

function windowInWords({ preparation, files, words }: Window): string {
  if (preparation.is === 'ready') return `${words} ${LEFT_OPEN}`;
  return preparation.is === 'stopped' ? [words, ...files, LEFT_OPEN].join('\n') : words;
}

function tell(terminal: Terminal, { platform }: Delivery, composer: ComposerState): void {
  const words = `${platformLabel(platform)}: ${composerInWords(composer)}`;
  if (composer.state === 'failed' || composer.state === 'none') note(terminal, words);
  else print(terminal, words);
}

function composerInWords(composer: ComposerState): string {
  if (composer.state === 'failed') return composer.error;
  if (composer.state === 'address') return [composer.address, ...composer.files].join('\n');
  return isOpen(composer) && composer.preparation.is === 'posted' ? composer.preparation.url : CLOSED;
}
