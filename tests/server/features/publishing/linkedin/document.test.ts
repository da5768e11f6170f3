import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentOf } from '../../../../../server/features/publishing/platforms/linkedin/document.ts';
import type { OutgoingMedia, Session } from '../../../../../server/features/publishing/publisher.ts';
import { readPdf } from '../../../../helpers/linkedin/pdf.ts';
import { openSession, type Setting, startSetting } from '../../../../helpers/linkedin/publishing.ts';
import { failure, mediaOf, PICTURE, postOf, publish } from '../../../../helpers/publishing/platform-sessions.ts';

/** The size of PICTURE. */
const [WIDTH, HEIGHT] = [PICTURE.readUInt16BE(SOF() + 7), PICTURE.readUInt16BE(SOF() + 5)];
function SOF(): number {
  return PICTURE.indexOf(Buffer.from([0xff, 0xc0]));
}

/** PICTURE with an Exif orientation. */
function turned(orientation: number): Buffer {
  const exif = Buffer.from('4578696600004d4d002a00000008000101120003000000010000000000000000', 'hex');
  exif.writeUInt16BE(orientation, 24);
  const length = Buffer.from([0, exif.length + 2]);
  return Buffer.concat([PICTURE.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, PICTURE.subarray(2)]);
}

/** PICTURE with another number of colour components in its header. */
function coloured(components: number): Buffer {
  const bytes = Buffer.from(PICTURE);
  bytes[SOF() + 9] = components;
  return bytes;
}

async function pdf(pictures: readonly Uint8Array[], title = 'Bread') {
  const { size, open } = await documentOf(
    pictures.map((bytes) => mediaOf(bytes)),
    title,
  );
  const bytes = Buffer.from(await new Response(await open()).arrayBuffer());
  expect(bytes).toHaveLength(size);
  return readPdf(bytes);
}

describe('the PDF of a carousel', () => {
  it('has each picture on a page of its own, untouched and in order, under its title', async () => {
    const pictures = [PICTURE, turned(1), PICTURE];
    const { title, pages } = await pdf(pictures, 'Brot für “alle” 🍞');
    expect(title).toBe('Brot für “alle” 🍞');
    expect(pages.map(({ picture }) => picture)).toEqual(pictures);
    for (const page of pages)
      expect(page).toMatchObject({ width: WIDTH, height: HEIGHT, matrix: [WIDTH, 0, 0, HEIGHT, 0, 0] });
  });

  it.each([
    [2, [-1, 0, 0, 1, 1, 0]],
    [3, [-1, 0, 0, -1, 1, 1]],
    [4, [1, 0, 0, -1, 0, 1]],
    [5, [0, -1, -1, 0, 1, 1]],
    [6, [0, -1, 1, 0, 0, 1]],
    [7, [0, 1, 1, 0, 0, 0]],
    [8, [0, 1, -1, 0, 1, 0]],
  ])('turns a picture as Exif says: %i', async (orientation, unit) => {
    const [page] = (await pdf([turned(orientation)])).pages;
    const [across, up] = orientation >= 5 ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
    expect(page).toMatchObject({ width: across, height: up });
    expect(page?.matrix).toEqual(unit.map((one, index) => one * (index % 2 === 0 ? across : up) + 0));
  });

  it('keeps the colours: of printing, of grey pictures, and by their profile', async () => {
    // Renaming the fixture's colour profile hides it.
    const plain = Buffer.from(PICTURE.toString('latin1').replaceAll('ICC_PROFILE', 'XCC_PROFILE'), 'latin1');
    const pictures = [plain, coloured(1), coloured(4), PICTURE];
    expect((await pdf(pictures)).pages.map(({ colours }) => colours)).toEqual([
      '/DeviceRGB',
      '/DeviceGray',
      '/DeviceCMYK',
      '[/ICCBased profile]',
    ]);
  });

  it('refuses what is no JPEG, what is too much for LinkedIn, and a file that has become another', async () => {
    expect(await failure(pdf([PICTURE, Buffer.from('GIF89a, or so it says, and much more')]))).toMatchObject({
      errorClass: 'rejected',
      message: 'Picture 2 is not a JPEG that a document can show.',
    });
    expect(await failure(pdf([PICTURE.subarray(0, 20)]))).toMatchObject({ errorClass: 'rejected' });
    const large: OutgoingMedia = { ...mediaOf(PICTURE), size: 60e6, open: async () => endless() };
    expect(await failure(documentOf([large, large], 'Bread'))).toMatchObject({
      errorClass: 'rejected',
      message: 'The document has 120 MB; LinkedIn accepts at most 100 MB. Use fewer or smaller pictures.',
    });
    const { open } = await documentOf([{ ...mediaOf(PICTURE), size: PICTURE.length - 1 }], 'Bread');
    expect(await failure(new Response(await open()).arrayBuffer())).toBeInstanceOf(Error);
  });
});

/** PICTURE, repeated endlessly. */
function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(PICTURE)) });
}

describe('a post as a document', () => {
  let setting: Setting;
  let session: Session;
  const start = async (more: Parameters<typeof startSetting>[0] = {}) => {
    setting = await startSetting({ processingMs: 5_000, ...more });
    session = await openSession(setting);
  };
  beforeEach(() => start());
  afterEach(() => setting.server.close());

  const slides = [mediaOf(PICTURE, 'image/jpeg', 'A loaf'), mediaOf(turned(6))];
  const carousel = () => ({ ...postOf(['Five tips']), media: slides, document: { title: 'Five tips' } });
  const stored = () => [...setting.server.world.media.values()].at(-1);

  it('is one PDF with a title and without alt texts, posted once LinkedIn has processed it', async () => {
    expect((await publish(session, carousel())).error).toBeNull();
    expect(setting.server.world.posts).toMatchObject([{ text: 'Five tips' }]);
    expect(setting.server.world.posts[0]?.media).toEqual([{ id: stored()?.urn, title: 'Five tips' }]);
    expect(readPdf(stored()?.parts[0] ?? Buffer.alloc(0))).toMatchObject({ title: 'Five tips', pages: { length: 2 } });
    expect(setting.server.requests.map(({ name }) => name).filter((name) => name.includes('images'))).toHaveLength(1);
    expect(setting.waits).toEqual([2_000, 4_000]);
  });

  it('goes out a moment later where LinkedIn does not say how far it is', async () => {
    await setting.server.close();
    await start({ showsDocuments: false });
    expect((await publish(session, carousel())).error).toBeNull();
    expect(setting.server.world.posts).toHaveLength(1);
    expect(setting.waits).toEqual([2_000, 10_000]);
  });
});
