import { z } from 'zod';
import { PLATFORMS } from '../posts/platforms.ts';

type Described = (typeof PLATFORMS)[number];
type EntrySchema = Extract<Described, { entry: unknown }>['entry'];
type SignInSchema = Extract<Described, { signIn: unknown }>['signIn'];

/** The entry that connects an account for posting. */
export const channelEntrySchema = z.discriminatedUnion(
  'platform',
  atLeastOne(PLATFORMS.flatMap((platform): EntrySchema[] => ('entry' in platform ? [platform.entry] : []))),
);
export type ChannelEntry = z.infer<typeof channelEntrySchema>;

/** The entry that a sign-in on the platform's page needs first. */
export const signInRequestSchema = z.discriminatedUnion(
  'platform',
  atLeastOne(PLATFORMS.flatMap((platform): SignInSchema[] => ('signIn' in platform ? [platform.signIn] : []))),
);
export type SignInRequest = z.infer<typeof signInRequestSchema>;

function atLeastOne<T>([first, ...others]: readonly T[]): [T, ...T[]] {
  if (first === undefined) throw new Error('There is no platform of this kind.');
  return [first, ...others];
}
