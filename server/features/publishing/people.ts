import type { Logger } from 'pino';
import { type Platform, platformLabel } from '../../../shared/posts/platforms.ts';
import { findsPeople, PEOPLE_MAX, PEOPLE_NAME_MAX_LENGTH, type Person } from '../../../shared/publishing/people.ts';
import { AppError } from '../../errors.ts';
import { forPerson } from './channels/platform-visits.ts';
import { noPeopleSearch, peopleRest } from './messages.ts';
import { type FoundPerson, PublishError, type Session } from './publisher.ts';

/** How long results are cached, and how long their pictures can be shown. */
const ANSWER_MS = 60_000;
const PICTURES_MS = 10 * 60_000;
/** How long to send no requests after a rate limit, unless the platform says. */
const REST_MS = 60_000;
/** Limit of entries in each cache. */
const REMEMBERED_MAX = 500;

export type People = {
  /** AppError conflict for platforms without a people search; rate_limited while the platform limits requests. */
  search(account: { id: string; platform: Platform }, query: string): Promise<Person[]>;
  /** The picture of a person that a search has found, as a small data: URL; null without one. */
  picture(accountId: string, handle: string): Promise<string | null>;
};

export type PeopleDeps = {
  openSession(accountId: string): Promise<Session>;
  /** A small data: URL; null if it cannot be read. */
  readPicture(url: string): Promise<string | null>;
  /** This machine's clock. */
  now(): Date;
  log: Pick<Logger, 'debug'>;
};

/** Searches for people to mention, with one request to the platform for each new query. */
export function createPeople({ openSession, readPicture, now, log }: PeopleDeps): People {
  const answers = remembered<Person[]>(ANSWER_MS, now);
  const addresses = remembered<string>(PICTURES_MS, now);
  const pictures = remembered<Promise<string | null>>(PICTURES_MS, now);
  /** By account, until when to send no requests. */
  const resting = new Map<string, Date>();

  async function ask(id: string, query: string): Promise<FoundPerson[]> {
    const session = await openSession(id);
    const found = (await session.searchPeople?.(query)) ?? [];
    return found.slice(0, PEOPLE_MAX);
  }

  return {
    async search({ id, platform }, typed) {
      const query = typed.replace(/^[@＠]/, '');
      if (!findsPeople(platform)) throw new AppError('conflict', noPeopleSearch(platformLabel(platform)));
      const key = `${id} ${query.toLowerCase()}`;
      const known = answers.get(key);
      if (known) return known;
      const found = await forPerson(platform, now, async () => {
        const until = resting.get(id);
        if (until && until > now()) throw new PublishError('rate_limit', peopleRest, { retryAt: until });
        try {
          return await ask(id, query);
        } catch (error) {
          if (error instanceof PublishError && error.errorClass === 'rate_limit')
            resting.set(id, error.retryAt ?? new Date(now().getTime() + REST_MS));
          throw error;
        }
      });
      for (const { handle, picture } of found) if (picture) addresses.set(`${id} ${handle}`, picture);
      const people = found.map(({ handle, name, picture }) => ({
        handle,
        name: oneLine(name) || handle,
        hasPicture: picture !== null,
      }));
      answers.set(key, people);
      return people;
    },
    async picture(accountId, handle) {
      const url = addresses.get(`${accountId} ${handle}`);
      if (url === undefined) return null;
      const known = pictures.get(url);
      if (known) return await known;
      const reading = readPicture(url).catch((err: unknown) => {
        log.debug({ err }, 'the picture of a person is left out');
        return null;
      });
      pictures.set(url, reading);
      return await reading;
    },
  };
}

/** On one line, without control characters, which could change how the text around it reads. */
function oneLine(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ')
    .trim()
    .slice(0, PEOPLE_NAME_MAX_LENGTH);
}

/** A cache whose values expire after `ms`. The oldest are dropped if there are too many. */
function remembered<Value>(ms: number, now: () => Date) {
  const values = new Map<string, { value: Value; until: number }>();
  return {
    get(key: string): Value | undefined {
      const found = values.get(key);
      if (found && found.until > now().getTime()) return found.value;
      values.delete(key);
      return undefined;
    },
    set(key: string, value: Value): void {
      values.delete(key);
      values.set(key, { value, until: now().getTime() + ms });
      const [oldest] = values.keys();
      if (values.size > REMEMBERED_MAX && oldest !== undefined) values.delete(oldest);
    },
  };
}
