import { expect, it } from 'vitest';
import { ByHandNeeded, type OutgoingPost } from '../../../../../server/features/publishing/publisher.ts';
import type { OptionValues } from '../../../../../shared/platforms/options.ts';
import { addPin } from '../../../../helpers/pinterest/imitation.ts';
import { begin, connect, openSession, startSetting } from '../../../../helpers/pinterest/publishing.ts';
import {
  failure,
  mediaOf,
  PICTURE,
  postOf,
  publish,
  sha256,
} from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach } from '../../../../helpers/publishing/publisher-tests.ts';
import { videoOf } from '../../../../helpers/youtube/publishing.ts';

const its = ofEach(() => startSetting());
const session = ofEach(() => openSession(its));

const pinOf = (options: OptionValues, media = [mediaOf(PICTURE)], text = 'Rye'): OutgoingPost => ({
  ...postOf([text], media),
  options,
});

it('makes a carousel in order, with one description of all its pictures', async () => {
  const pictures = ['A loaf', '', ' Its crumb ⛰️', 'x'.repeat(480)].map((alt) => mediaOf(PICTURE, 'image/png', alt));
  expect((await publish(session, pinOf({ board: 'Bread' }, pictures))).error).toBeNull();
  const [pin] = its.server.world.pins;
  expect(pin).toMatchObject({ type: 'multiple_images', pictures: pictures.map(() => sha256(PICTURE)) });
  expect([...(pin?.alt ?? '')]).toHaveLength(500);
  expect(pin?.alt).toMatch(/^A loaf \| Its crumb ⛰️ \| x+$/);
});

it.each([
  ['bread', null],
  [' Bread ', 'SOURDOUGH'],
  ['https://www.pinterest.com/ada_bakes/bread/', 'Sourdough'],
  ['https://pinterest.de/ada_bakes/bread', null],
])('finds the board %j and the section %j as people write them', async (board, section) => {
  const group = its.server.addBoard('Bread', [], 'grace');
  expect((await publish(session, pinOf({ board, ...(section && { section }) }))).error).toBeNull();
  const [bread] = its.server.world.boards;
  const [sourdough] = bread?.sections ?? [];
  const [pin] = its.server.world.pins;
  expect(pin).toMatchObject({ boardId: bread?.id, sectionId: section ? sourdough?.id : null });
  expect((await publish(session, pinOf({ board: group.id }))).error).toBeNull();
  expect(its.server.world.pins[1]?.boardId).toBe(group.id);
});

it.each<[OptionValues, RegExp]>([
  [{}, /^Choose a board for the pin/],
  [{ board: 'Cakes' }, /^There is no board "Cakes"\. There are "Bread"\.$/],
  [{ board: 'https://www.pinterest.com/grace/bread/' }, /^There is no board/],
  [
    { board: 'Bread', section: 'Rye' },
    /^There is no section "Rye"\. There are "Sourdough"\. It has to be in "Bread"\.$/,
  ],
])('says which boards and sections there are: %j', async (options, words) => {
  expect(await failure(session.prepare(pinOf(options)))).toMatchObject({
    errorClass: 'rejected',
    message: expect.stringMatching(words),
  });
  expect(its.server.world.pins).toEqual([]);
});

it('hands a pin over to the person where the app has trial access only', async () => {
  its.server.world.isTrial = true;
  const { error } = await publish(session, pinOf({ board: 'Bread' }));
  expect(error).toBeInstanceOf(ByHandNeeded);
  expect(error?.message).toMatch(/^Pinterest has granted your app trial access only.*It says: Apps with Trial access/);
});

it('leads to the first link of the text, without what ends the sentence', async () => {
  await publish(
    session,
    pinOf({ board: 'Bread' }, undefined, 'How (https://example.com/rye?a=1#top). And https://b.example'),
  );
  await publish(session, pinOf({ board: 'Bread' }, undefined, 'No link'));
  expect(its.server.world.pins.map(({ link }) => link)).toEqual(['https://example.com/rye?a=1#top', null]);
});

it('sends a video to no address but one of Pinterest', async () => {
  const upload_parameters = { key: 'uploads/1' };
  for (const upload_url of [
    'https://pinterest-media-upload.s3.amazonaws.com.evil.example/',
    'http://127.0.0.1:1/',
    'x',
  ]) {
    const body = { media_id: '1', media_type: 'video', upload_url, upload_parameters };
    its.server.fail('POST /v5/media', { when: 'before', answer: { status: 201, body } });
    expect(await failure(session.prepare(pinOf({ board: 'Bread' }, [videoOf(1000)])))).toMatchObject({
      errorClass: 'transient',
      message: 'Pinterest returned an address for the video that is not its own.',
    });
  }
});

it('looks a pin up in its section, and cannot tell one without words from another', async () => {
  const post = pinOf({ board: 'Bread', section: 'Sourdough' });
  await publish(session, post);
  expect(await session.find(post)).toMatchObject({ found: 'all' });
  expect(await session.find({ ...post, options: { board: 'Bread', section: 'Sourdough', title: 'Oat' } })).toEqual({
    found: 'none',
  });
  expect(await session.find({ ...post, options: { board: 'Renamed' } })).toEqual({
    found: 'unclear',
    why: 'There is no board "Renamed". There are "Bread". Look for the pin on Pinterest.',
  });
  const silent = pinOf({ board: 'Bread' }, undefined, '');
  expect(await session.find(silent)).toEqual({ found: 'none' });
  addPin(its.server.world, {});
  expect(await session.find(silent)).toMatchObject({ found: 'unclear', why: expect.stringMatching(/without text/) });
});

it('asks for everything that it needs, and for numbers as an App ID', async () => {
  expect(await failure(connect(its, 'pins:write'))).toMatchObject({
    errorClass: 'auth',
    message: 'Pinterest gave no permission for pins:write. Start again.',
  });
  expect(await failure(begin(its, { appId: 'pina_token' }))).toMatchObject({
    errorClass: 'rejected',
    message: 'The App ID is a number. Copy it and the App secret key from My apps.',
  });
});
