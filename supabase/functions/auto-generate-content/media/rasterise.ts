import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { encodePng } from './png.ts';
import { readAsset } from './read-asset.ts';

let ready: Promise<void> | undefined;

/** An SVG without any text elements as PNG. The first call loads resvg. */
export async function rasterise(svg: string): Promise<Uint8Array> {
  ready ??= readAsset('@resvg/resvg-wasm/index_bg.wasm').then((wasm) => initWasm(wasm));
  try {
    await ready;
  } catch (error) {
    ready = undefined;
    throw error;
  }
  const resvg = new Resvg(svg);
  const image = resvg.render();
  try {
    return encodePng(image.pixels, image.width, image.height);
  } finally {
    image.free();
    resvg.free();
  }
}
