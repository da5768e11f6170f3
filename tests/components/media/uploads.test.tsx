import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { mediaInDocument } from '../../helpers/component/media.tsx';
import { isFull } from '../../helpers/depth.ts';
import { PNG } from '../../helpers/png.ts';

const UPLOAD = /^POST .*\/storage\/v1\/object\/media-assets/;

const app = mediaInDocument();
const { storedPaths, openMedia, hasTiles, press, goTo, fail, hold, letGo } = app;

const file = (name: string, type: string, content: BlobPart = PNG) => new File([content], name, { type });
const png = (name: string, content?: BlobPart) => file(name, 'image/png', content);
const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]') ?? document.createElement('input');
const upload = (...files: File[]) => app.user.upload(chooser(), files);

beforeEach(() => openMedia('No media assets yet'));

describe('an upload', () => {
  it('stores what is good under safe names and says of each other file why not', async () => {
    await upload(
      png('Frühstück 🥐 <b>.png'),
      file('holiday.mov', 'video/quicktime', 'moov'),
      png('notes.png', 'Bread, butter, and a new camera.'),
      png('broken.png', PNG.subarray(0, 40)),
    );
    await says(
      'Not uploaded',
      'holiday.mov 1 KB Not an MP4 video or a PNG, JPEG or WebP picture. Convert it first.',
      'notes.png 1 KB Not a picture or video, although its name says so. Choose another file.',
      'broken.png 1 KB This picture is damaged. Choose another file.',
      'All 1',
      'PNG picture, 1 KB',
      '1 file uploaded',
    );
    // A retry could not succeed.
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

  it.runIf(isFull)('can be called off, goes on elsewhere, and asks before the window is left', async () => {
    hold(UPLOAD);
    await upload(png('a.png'), png('b.png'));
    await says('Uploading 2 files');
    await press('Cancel the upload of b.png');
    await says('Uploading 1 file');
    const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asks()).toBe(true);
    await goTo('Settings');
    await says('Configure your automation preferences');
    letGo();
    await says('File uploaded');
    expect([asks(), await storedPaths()]).toEqual([false, [expect.anything()]]);
  });

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
