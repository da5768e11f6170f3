/** A number for SVG, rounded to a thousandth. */
export function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

type Box = { x: number; y: number; width: number; height: number; fill: string; radius?: number };

export function rectangle({ x, y, width, height, fill, radius = 0 }: Box): string {
  return `<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" rx="${radius}" fill="${fill}"/>`;
}

/** A disc, or a ring of thickness `ring`. */
export function circle(x: number, y: number, radius: number, fill: string, ring?: number): string {
  const paint = ring ? `fill="none" stroke="${fill}" stroke-width="${ring}"` : `fill="${fill}"`;
  return `<circle cx="${number(x)}" cy="${number(y)}" r="${number(radius)}" ${paint}/>`;
}

/** An arrow in the square around its centre, pointing right or left. */
export function arrow(x: number, y: number, size: number, color: string, isLeft: boolean): string {
  const scale = size / 24;
  const place = `translate(${number(x)} ${number(y)}) scale(${isLeft ? -scale : scale} ${scale}) translate(-12 -12)`;
  const line = `fill="none" stroke="${color}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"`;
  return `<path transform="${place}" ${line} d="M3 12h18M14 5l7 7-7 7"/>`;
}

export function svgDocument(width: number, height: number, shapes: readonly string[]): string {
  return `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg">${shapes.join('')}</svg>`;
}
