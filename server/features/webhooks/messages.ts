import type { Notification } from '../../../shared/agent/notifications.ts';
import type { WebhooksRow } from '../../../shared/workspace/database.ts';

export const NEEDS_SECRET_KEY =
  'Webhooks need the secret key of your Supabase project. Set it with --supabase-secret-key, then try again.';
export const NO_WEBHOOK = 'There is no such webhook. It may have been removed.';
export const NO_ENTRY = 'There is no such entry in the log. It may have been removed.';
export const NOT_AN_ADDRESS = 'Enter a web address, such as https://example.com/hook or http://localhost:1880/hook.';
export const NO_CREDENTIALS =
  'Leave the user name and password out of the address. The receiver can check the signature instead.';
export const NEEDS_HTTPS =
  'This address is on the internet: it must begin with https://. http:// is for this machine and your own network.';
export const NOT_ALLOWED =
  'Nothing is sent to this address: it is reserved for machines and clouds. Enter the address of your receiver.';
export const ELSEWHERE =
  'Another machine sends this webhook: the secret is there. Make a new secret to send it from this one.';
export const SECRET_GONE = 'The secret is not on this machine. Make a new one, and give it to the receiver.';
export const tooMany = (most: number) => `There are already ${most} webhooks. Remove one first.`;

export const REDIRECTS = 'It redirects to another address. Enter that address instead.';
export const noAnswerIn = (seconds: number) => `No answer within ${seconds} seconds.`;

const OFF_BODIES: { [why in NonNullable<WebhooksRow['off_reason']>]: string } = {
  gone: 'The receiver answered that it wants no more events.',
  failing: 'Nothing has arrived there for days. Fix the receiver, then switch it on again.',
  no_secret: SECRET_GONE,
};

export const switchedOff = ({ name, off_reason }: Pick<WebhooksRow, 'name' | 'off_reason'>): Notification => ({
  title: `The webhook “${name}” was switched off`,
  body: OFF_BODIES[off_reason ?? 'failing'],
  path: '/settings/webhooks',
});
