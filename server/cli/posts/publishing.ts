import type { Command } from 'commander';
import { postApi } from '../../../shared/api/posts.ts';
import { publishingApi } from '../../../shared/api/publishing.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import type { PostSeries } from '../../../shared/publishing/figure-series.ts';
import { FIGURE_NAMES } from '../../../shared/publishing/figures.ts';
import type { Delivery } from '../../../shared/publishing/publishing-api.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { apiCommand } from '../agent/api-command.ts';
import { localTime } from '../terminal/local-time.ts';
import { note, printTable, type Terminal } from '../terminal/terminal.ts';

type Wanted = { account?: string };

/**
 * `posts publish | take-back | retry | cancel | mark | unmark`: actions that print the post's deliveries with their
 * state; exit code 1 if sending failed. `posts figures` prints the post's metrics over time. Ids may be abbreviated.
 */
export function addPublishingCommands(posts: Command, terminal: Terminal): void {
  step('publish <id>', 'publish a scheduled post now, instead of at its time', async (api, id) => {
    await call(api, publishingApi.publishPost, { params: { id } });
    return sent(api, id);
  });
  step('cancel <id>', 'cancel a post, or the part of it that has not been sent', async (api, id, wanted) => {
    if (wanted.account === undefined) return call(api, publishingApi.cancelPost, { params: { id } });
    return each(api, id, wanted, OPEN, NOTHING_TO_CANCEL, (params) =>
      call(api, publishingApi.cancelDelivery, { params }),
    );
  }).option('--account <name>', 'only for this account or platform');
  step('take-back <id>', 'take a post back from platforms that hold it until it is due', (api, id) =>
    call(api, publishingApi.takeBackPost, { params: { id }, body: {} }),
  );
  step('retry <id>', 'send again what failed, is in doubt, or waits for you', async (api, id, wanted) => {
    await each(api, id, wanted, ENDED_BADLY, NOTHING_TO_RETRY, (params) =>
      call(api, publishingApi.retryDelivery, { params }),
    );
    return sent(api, id);
  }).option('--account <name>', 'only for this account or platform');
  step('mark <id>', 'mark a post as published by you', (api, id, wanted: Wanted & { url?: string }) =>
    each(api, id, wanted, ENDED_BADLY, NOTHING_TO_MARK, (params) =>
      call(api, publishingApi.markDelivery, { params, body: { url: wanted.url ?? null } }),
    ),
  )
    .option('--account <name>', 'only for this account or platform')
    .option('--url <address>', 'the address of the post');
  step('unmark <id>', 'take back that mark, within an hour', (api, id, wanted) =>
    each(
      api,
      id,
      wanted,
      ({ byHand }) => byHand,
      NOTHING_TO_UNMARK,
      (params) => call(api, publishingApi.unmarkDelivery, { params }),
    ),
  ).option('--account <name>', 'only for this account or platform');

  const grown = 'show how the figures of a published post grew; the first characters of its id are enough';
  apiCommand(posts.command('figures <id>').description(grown), terminal, {
    ask: async (api: Api, id: string) =>
      call(api, publishingApi.listPostFigures, { params: { id: await wholeId(api, id) } }),
    tell: (series) => tellFigures(terminal, series),
  });

  function step<Options extends Wanted>(
    usage: string,
    description: string,
    work: (api: Api, postId: string, options: Options) => Promise<Delivery[]>,
  ): Command {
    const [name] = usage.split(' ');
    const command = posts.command(usage).description(`${description}; the first characters of its id are enough`);
    apiCommand(command, terminal, {
      ask: async (api: Api, id: string, options: Options) => work(api, await wholeId(api, id), options),
      tell: (deliveries) => tell(terminal, deliveries),
      hasFailed: (deliveries) =>
        (name === 'publish' || name === 'retry') &&
        deliveries.some(({ state }) => state === 'failed' || state === 'needs_review'),
    });
    return command;
  }
}

type Which = (delivery: Delivery) => boolean;
const ENDED_BADLY: Which = ({ state }) => state === 'waiting' || state === 'failed' || state === 'needs_review';
const OPEN: Which = (delivery) =>
  ENDED_BADLY(delivery) || delivery.state === 'pending' || delivery.state === 'preparing';

async function wholeId(api: Api, id: string): Promise<string> {
  return (await call(api, postApi.getPost, { params: { id } })).id;
}

/** Waits until due posts have been sent, whether or not an agent is running, and returns the post's deliveries. */
async function sent(api: Api, postId: string): Promise<Delivery[]> {
  await call(api, publishingApi.sendDuePosts, { body: { wait: true } });
  return call(api, publishingApi.listDeliveries, { params: { id: postId } });
}

/**
 * Applies an action to each delivery that `which` selects, of the wanted account if one is given. AppError conflict
 * with the message `none` if there are none.
 */
async function each(
  api: Api,
  postId: string,
  { account }: Wanted,
  which: Which,
  none: string,
  act: (params: { id: string }) => Promise<Delivery>,
): Promise<Delivery[]> {
  const all = await call(api, publishingApi.listDeliveries, { params: { id: postId } });
  const wanted = all.filter((delivery) => which(delivery) && (account === undefined || isCalled(delivery, account)));
  if (wanted.length === 0) throw new AppError('conflict', none);
  for (const { id } of wanted) await act({ id });
  return call(api, publishingApi.listDeliveries, { params: { id: postId } });
}

/** Whether `name` names the delivery: by its platform, its account, or as `platform/account`. */
export function isCalled({ platform, account }: Delivery, name: string): boolean {
  const names = [platform, account ?? '', `${platform}/${account}`];
  return names.some((one) => one.toLowerCase() === name.toLowerCase());
}

function tell(terminal: Terminal, deliveries: readonly Delivery[]): void {
  if (deliveries.length === 0) note(terminal, NOT_DUE_YET);
  else printTable(terminal, ['PLATFORM', 'ACCOUNT', 'STATE', 'SINCE', 'MORE'], deliveries.map(rowOf));
}

function tellFigures(terminal: Terminal, series: readonly PostSeries[]): void {
  const rows = series.flatMap(({ platform, account, points }) =>
    points.map(({ at, figures }) => [
      platformLabel(platform),
      account ?? '-',
      localTime(at),
      ...FIGURE_NAMES.map((name) => figures[name]?.toLocaleString('en') ?? '-'),
    ]),
  );
  const heads = FIGURE_NAMES.map((name) => (name === 'watchSeconds' ? 'WATCHED (S)' : name.toUpperCase()));
  if (rows.length === 0) note(terminal, NO_FIGURES_YET);
  else printTable(terminal, ['PLATFORM', 'ACCOUNT', 'ASKED', ...heads], rows);
}

function rowOf(delivery: Delivery): string[] {
  const { platform, account, state, waitsFor, publishedAt } = delivery;
  return [
    platformLabel(platform),
    account ?? '-',
    waitsFor ? `${state} (${waitsFor})` : state,
    publishedAt ? localTime(publishedAt) : '-',
    deliveryInWords(delivery),
  ];
}

const NO_FIGURES_YET =
  'No figures are known yet: they are first read an hour after publishing, if the platform reports any.';
const NOT_DUE_YET = 'It is not due yet, so nothing was sent.';
const NOTHING_TO_RETRY = 'There is nothing to send again: no part of this post failed, is in doubt, or waits for you.';
const NOTHING_TO_CANCEL = 'There is nothing to cancel: no part of this post is still to be sent.';
const NOTHING_TO_MARK = 'There is nothing to mark: no part of this post failed, is in doubt, or waits for you.';
const NOTHING_TO_UNMARK = 'There is nothing to take back: you have not marked any part of this post as published.';
/** The delivery's result, or what it needs. */
const deliveryInWords = ({ url, state, error, retryAt, heldUntil, waitsFor }: Delivery) =>
  url ??
  [
    state === 'handed_over' && heldUntil && `It is published there at ${localTime(heldUntil)}.`,
    error,
    state !== 'handed_over' && state !== 'cancelled' && retryAt && `Next try at ${localTime(retryAt)}.`,
    waitsFor && WAITS[waitsFor],
  ]
    .filter(Boolean)
    .join(' ');
const WAITS: { [why in NonNullable<Delivery['waitsFor']>]: string } = {
  by_hand: '`local-agent posts prepare`, or post it by hand; then `local-agent posts mark`.',
  late: 'Its time has passed: `local-agent posts publish`, or cancel it.',
  reconnect: 'Connect the account again: `local-agent channels connect`.',
};
