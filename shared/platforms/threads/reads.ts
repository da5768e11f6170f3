import type { OptionalReads } from '../reads.ts';

/** https://developers.facebook.com/docs/threads/threads-mentions */
export const reads = {
  answers: {
    label: 'Also read mentions',
    what: 'mentions elsewhere on Threads',
    tells: ['mentions'],
    isExtra: true,
    needs:
      'Your app needs the permission threads_manage_mentions: at Meta for Developers under My Apps, your app, Use cases, press "Customize", then "Add" beside it. Until Meta has reviewed your app, it reports only mentions by testers of the app.',
  },
} as const satisfies OptionalReads;
