import { type Command, InvalidArgumentError } from 'commander';
import { webhookApi } from '../../../shared/api/webhooks.ts';
import { EVENT_TYPES, type EventType } from '../../../shared/webhooks/events.ts';
import type { Webhook, WebhookDelivery } from '../../../shared/webhooks/webhooks.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { apiCommand } from '../agent/api-command.ts';
import { localTime } from '../terminal/local-time.ts';
import { note, print, printTable, type Terminal } from '../terminal/terminal.ts';

type Change = { name?: string; url?: string; events?: EventType[]; on?: boolean; off?: boolean; newSecret?: boolean };

const EVENTS_OPTION = [
  '--events <events>',
  `some of ${EVENT_TYPES.join(', ')}; separated by commas`,
  eventsOf,
] as const;

/** `webhooks list | add | edit | remove | test | log | resend`: where events are sent. */
export function addWebhooksCommand(program: Command, terminal: Terminal): void {
  const webhooks = program.command('webhooks').description('notify other programs of what happens here');

  apiCommand(webhooks.command('list').description('list the webhooks'), terminal, {
    ask: listWebhooks,
    tell(list) {
      if (list.length === 0) return note(terminal, NO_WEBHOOKS);
      const rows = list.map((one) => [one.name, stateOf(one), one.url, one.events.join(', ')]);
      printTable(terminal, ['NAME', 'STATE', 'ADDRESS', 'EVENTS'], rows);
    },
  });

  const add = webhooks
    .command('add <name> <url>')
    .description('add a webhook; its signing secret is shown once')
    .option(...EVENTS_OPTION);
  apiCommand(add, terminal, {
    ask: (api: Api, name: string, url: string, { events = EVENT_TYPES }: { events?: EventType[] }) =>
      call(api, webhookApi.addWebhook, { body: { name, url, events } }),
    tell: ({ secret }) => tellSecret(terminal, secret),
  });

  const edit = webhooks
    .command('edit <webhook>')
    .description('change a webhook, or switch it on or off; a name or an id')
    .option('--name <name>', 'the new name')
    .option('--url <url>', 'the new address')
    .option(...EVENTS_OPTION)
    .option('--on', 'switch it on')
    .option('--off', 'switch it off')
    .option('--new-secret', 'make a new signing secret; this machine then sends the webhook');
  apiCommand(edit, terminal, {
    check: (_wanted: string, { on, off }: Change) => {
      if (on && off) throw new AppError('bad_input', 'Give either --on or --off.');
    },
    async ask(api: Api, wanted: string, { name, url, events, on, off, newSecret }: Change) {
      const { id } = await findWebhook(api, wanted);
      const body = { name, url, events, isOn: on === off ? undefined : on === true };
      const changed = await call(api, webhookApi.changeWebhook, { params: { id }, body });
      return newSecret ? call(api, webhookApi.renewWebhookSecret, { params: { id } }) : changed;
    },
    tell(changed) {
      if ('secret' in changed) tellSecret(terminal, String(changed.secret));
      else print(terminal, `Changed ${changed.name}: ${stateOf(changed)}.`);
    },
  });

  apiCommand(webhooks.command('remove <webhook>').description('remove a webhook with its log'), terminal, {
    async ask(api: Api, wanted: string) {
      const found = await findWebhook(api, wanted);
      await call(api, webhookApi.removeWebhook, { params: { id: found.id } });
      return found;
    },
    tell: ({ name }) => print(terminal, `Removed ${name}.`),
  });

  apiCommand(webhooks.command('test <webhook>').description('send a test event and show the result'), terminal, {
    ask: async (api: Api, wanted: string) =>
      call(api, webhookApi.testWebhook, { params: { id: (await findWebhook(api, wanted)).id } }),
    tell: (delivery) => print(terminal, outcomeOf(delivery)),
    hasFailed: ({ state }) => state !== 'delivered',
  });

  apiCommand(webhooks.command('log <webhook>').description('list what was sent, the latest first'), terminal, {
    ask: async (api: Api, wanted: string) =>
      call(api, webhookApi.listWebhookDeliveries, { params: { id: (await findWebhook(api, wanted)).id } }),
    tell(list) {
      if (list.length === 0) return note(terminal, NOTHING_SENT);
      const rows = list.map((one) => [one.id, localTime(one.createdAt), one.type, outcomeOf(one)]);
      printTable(terminal, ['ID', 'EVENT AT', 'TYPE', 'OUTCOME'], rows);
    },
  });

  apiCommand(webhooks.command('resend <id>').description('send an event of the log again'), terminal, {
    ask: (api: Api, id: string) => call(api, webhookApi.resendWebhookDelivery, { params: { id } }),
    tell: (delivery) => print(terminal, outcomeOf(delivery)),
    hasFailed: ({ state }) => state !== 'delivered',
  });
}

function eventsOf(given: string): EventType[] {
  const named = given.split(',').map((one) => one.trim());
  const known = EVENT_TYPES.filter((type) => named.includes(type));
  if (known.length === 0 || known.length < new Set(named).size)
    throw new InvalidArgumentError(`Give some of ${EVENT_TYPES.join(', ')}, separated by commas.`);
  return known;
}

function listWebhooks(api: Api): Promise<Webhook[]> {
  return call(api, webhookApi.listWebhooks);
}

async function findWebhook(api: Api, wanted: string): Promise<Webhook> {
  const all = await listWebhooks(api);
  const found = all.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
  const [one, other] = found;
  if (!one) throw new AppError('not_found', noSuchWebhook(wanted));
  if (other)
    throw new AppError('conflict', `Several webhooks are named ${wanted}. Give the id: ${one.id} or ${other.id}.`);
  return one;
}

function tellSecret(terminal: Terminal, secret: string): void {
  print(terminal, secret);
  note(terminal, SECRET_ONCE);
}

function stateOf({ isOn, offReason, isHere, failingSince }: Webhook): string {
  if (!isOn) return offReason === null ? 'off' : OFF_REASONS[offReason];
  if (!isHere) return 'on, sent by another machine';
  return failingSince === null ? 'on' : `failing since ${localTime(failingSince)}`;
}

function outcomeOf({ state, status, answer, attempts, nextAt }: WebhookDelivery): string {
  const answered = [status, answer]
    .filter((part) => part !== null && part !== '')
    .join(' ')
    .slice(0, 120);
  if (state === 'delivered') return `arrived (${answered})`;
  if (state === 'failed') return `failed after ${attempts}: ${answered}`;
  if (state === 'sending') return 'being sent';
  return attempts === 0 ? 'waiting' : `${answered}; again at ${localTime(nextAt)}`;
}

const OFF_REASONS: { [why in NonNullable<Webhook['offReason']>]: string } = {
  gone: 'off: the receiver wants no more events',
  failing: 'off: nothing arrived for days',
  no_secret: 'off: its secret is not on this machine',
};
const SECRET_ONCE =
  'This is the signing secret. Give it to the receiver, to verify that events come from here. It is not shown again.';
const NO_WEBHOOKS = 'No webhooks yet. Add one with `local-agent webhooks add <name> <url>`.';
const NOTHING_SENT = 'Nothing has been sent yet. Try it with `local-agent webhooks test <webhook>`.';
const noSuchWebhook = (wanted: string) =>
  `There is no webhook named ${wanted}. \`local-agent webhooks list\` shows them.`;
