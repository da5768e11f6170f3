import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { mediaInDocument } from '../../helpers/component/media.tsx';
import { isFull } from '../../helpers/depth.ts';
import { PNG } from '../../helpers/png.ts';

const UPLOAD = /^POST .*\/storage\/v1\/object\/media-assets/;
/** As long as file systems take it, and right-to-left at its end. */
const LONG_NAME = `${'x'.repeat(230)}خبز.mov`;
const MB = 1024 * 1024;
const TEXT = 'Bread, butter, and a new camera.';

const app = mediaInDocument();
const { storedPaths, openMedia, hasTiles, press, goTo, fail, hold, letGo } = app;

const file = (name: string, type: string, content: BlobPart = PNG) => new File([content], name, { type });
const png = (name: string, content?: BlobPart) => file(name, 'image/png', content);
const mp4 = (name: string, content: BlobPart) => file(name, 'video/mp4', content);
const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]') ?? document.createElement('input');
const upload = (...files: File[]) => app.user.upload(chooser(), files);

beforeEach(() => openMedia('No media assets yet'));

describe('an upload', () => {
  it('stores what is good under safe names and says of each other file why not', async () => {
    const large = mp4('large.mp4', 'x');
    Object.defineProperty(large, 'size', { value: 201 * MB });
    await upload(
      png('Frühstück 🥐 <b>.png'),
      file('holiday.mov', 'video/quicktime', 'moov'),
      large,
      file('empty.webp', 'image/webp', ''),
      file(LONG_NAME, 'video/quicktime', 'moov'),
      png('notes.png', TEXT),
      mp4('film.mp4', TEXT),
      png('broken.png', PNG.subarray(0, 40)),
    );
    await says(
      'Not uploaded',
      'holiday.mov 1 KB Not an MP4 video or a PNG, JPEG or WebP picture. Convert it first.',
      'large.mp4 201 MB 201 MB; the limit is 200 MB.',
      'empty.webp 0 KB Empty (0 bytes).',
      'notes.png 1 KB Not a picture or video, although its name says so. Choose another file.',
      'film.mp4 1 KB Not a picture or video, although its name says so. Choose another file.',
      'broken.png 1 KB This picture is damaged. Choose another file.',
      'All 1',
      'PNG picture, 1 KB',
      '1 file uploaded',
      LONG_NAME,
    );
    // There is nothing to try again.
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
    const { data } = await app.member.from('media_details').select('name, width, height');
    expect(data).toEqual([{ name: 'Frühstück 🥐 <b>.png', width: 1, height: 1 }]);
    expect(await storedPaths()).toEqual([expect.stringMatching(/^\d{40}\.png$/)]);
    await press('Remove holiday.mov from this list');
    await press('Clear list');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Upload files'));
    await saysNoMore('Not uploaded');
    await goTo('Dashboard');
    await says('Media Assets 1 Images & videos stored');
  });

  it('takes files that are dropped on the window', async () => {
    const dataTransfer = { types: ['Files'], files: [png('dropped.png')] };
    fireEvent.dragEnter(document.body, { dataTransfer });
    await says('Drop files to upload');
    fireEvent.drop(document.body, { dataTransfer });
    await says('File uploaded', 'All 1');
    await saysNoMore('Drop files');
    await hasTiles('dropped.png');
  });

  it.runIf(isFull)(
    'sends two at a time, can be called off, goes on elsewhere, and asks before the window is left',
    async () => {
      hold(UPLOAD);
      await upload(...['a.png', 'b.png', 'c.png', 'd.png'].map((name) => png(name)));
      await says('Uploading 4 files', 'c.png Waiting', 'd.png Waiting');
      const bars = screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-label'));
      expect(bars).toEqual(['Uploading a.png', 'Uploading b.png']);
      await press('Cancel the upload of d.png');
      await says('Uploading 3 files');
      const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
      expect(asks()).toBe(true);
      await goTo('Settings');
      await says('Configure your automation preferences');
      letGo();
      await says('3 files uploaded');
      expect(asks()).toBe(false);
      await goTo('Media Library');
      await says('All 3');
      expect(await storedPaths()).toHaveLength(3);
    },
  );

  it('that fails says so and can be tried again', async () => {
    fail(UPLOAD, { status: 400, body: { message: 'The bucket is full.' } });
    await upload(png('a.png'));
    await says('1 file not uploaded', 'The bucket is full.');
    letGo();
    await press('Retry uploading a.png');
    await says('File uploaded', 'All 1');
    expect(await storedPaths()).toHaveLength(1);
  });
});
