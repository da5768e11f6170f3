import { expect, test } from 'vitest';
import { ManualStepRequired, PublishError, type Session } from '../../../../../server/features/publishing/publisher.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

const stage = publishingStage();
const IN_INBOX = 'The video is in your inbox. Post it there.';

/** A platform that ends with its last call in the person's hands. */
const leaving = (session: Session, publish: () => Promise<never>): Session => ({
  ...session,
  prepare: async () => ({ publish }),
  find: () => Promise.reject(new ManualStepRequired(IN_INBOX)),
});

test('what a person has to finish in the platform’s app comes up as their turn, in its words', async () => {
  const post = await stage.addPost('bluesky');
  const engine = stage.engine({
    wrap: (session) => leaving(session, () => Promise.reject(new ManualStepRequired(IN_INBOX))),
  });
  await engine.sendDue();
  const delivery = await stage.delivery(post);
  expect(delivery).toMatchObject({ state: 'waiting', waits_for: 'by_hand', error_class: null, error_text: IN_INBOX });
  stage.pass({ hours: 1 });
  await engine.sendDue();
  expect((await stage.delivery(post)).attempts).toHaveLength(1);
  expect(await stage.rpc('mark_delivery', delivery.id)).toBe('done');
  expect(await stage.delivery(post)).toMatchObject({ state: 'published', by_hand: true });
});

test('so it does where only reading back has shown it', async () => {
  const post = await stage.addPost('bluesky');
  const unanswered = () => Promise.reject(new PublishError('unknown', 'The connection was cut.'));
  await stage.engine({ wrap: (session) => leaving(session, unanswered) }).sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'waiting', waits_for: 'by_hand', error_class: null });
});

test('what a person should know of a post that is out stands with it, and is no trouble', async () => {
  const post = await stage.addPost('bluesky');
  const part = { remoteId: '1', url: 'https://example.com/1', note: 'It stays private.' };
  const noting = (session: Session): Session => ({
    ...session,
    async prepare() {
      return {
        async publish(_known, onPart) {
          await onPart(part);
          return [part];
        },
      };
    },
  });
  await stage.engine({ wrap: noting }).sendDue();
  expect(await stage.delivery(post)).toMatchObject({
    state: 'published',
    remote_url: part.url,
    error_class: null,
    error_text: 'It stays private.',
  });
});
